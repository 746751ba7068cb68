extension ModelMapping {
    func constraintChanges(_ mapping: EntityMapping, _ source: EntityOutline) -> [MigrationStep] {
        let new = Set(own(mapping.target, \.uniquenessConstraints, in: target.model))
        let old = Set(
            own(source, \.uniquenessConstraints, in: self.source.model).map { $0.map { mapping.path(of: $0) ?? $0 } }
        )
        return changes(.uniqueConstraint, mapping.target.name, from: old, to: new)
    }

    func indexChanges(_ mapping: EntityMapping, _ source: EntityOutline) -> [MigrationStep] {
        let new = Set(own(mapping.target, \.storedIndices, in: target.model).map(\.paths))
        let old = Set(
            own(source, \.storedIndices, in: self.source.model).map { $0.paths.map { mapping.path(of: $0) ?? $0 } }
        )
        return changes(.index, mapping.target.name, from: old, to: new)
    }

    /// The elements that an entity has and its parent does not: some versions of Core Data repeat inherited ones.
    private func own<Element: Hashable>(
        _ entity: EntityOutline,
        _ elements: KeyPath<EntityOutline, [Element]>,
        in model: ModelOutline
    ) -> [Element] {
        let parent = entity.superName.flatMap { name in model.entities.first { $0.name == name } }
        let inherited = Set(parent?[keyPath: elements] ?? [])
        return entity[keyPath: elements].filter { !inherited.contains($0) }
    }

    private func changes(
        _ subject: MigrationStep.Subject,
        _ entity: String,
        from old: Set<[String]>,
        to new: Set<[String]>
    ) -> [MigrationStep] {
        func steps(_ lists: Set<[String]>, _ change: MigrationStep.Change) -> [MigrationStep] {
            lists.map { $0.joined(separator: ", ") }.sorted().map { MigrationStep(subject, entity, $0, change) }
        }
        return steps(new.subtracting(old), .added) + steps(old.subtracting(new), .removed)
    }
}

extension EntityMapping {
    /// The name in the target of a property of the source; nil if it was removed.
    package func name(of property: String) -> String? {
        properties.indices.first { properties[$0].source == property }.map { target.properties[$0].name }
    }

    /// The path in the target of an attribute, or a member of a composite with dots, of the source.
    package func path(of path: String) -> String? {
        let steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let first = steps.first,
            let slot = properties.indices.first(where: { properties[$0].source == first })
        else { return nil }
        let property = target.properties[slot]
        guard steps.count > 1 else { return property.name }
        guard case .attribute(var new) = property,
            case .attribute(var old)? = source?.properties.first(where: { $0.name == first })
        else { return nil }
        var names = [property.name]
        for step in steps.dropFirst() {
            guard let before = old.elements.first(where: { $0.name == step }),
                let element = new.elements.first(where: { $0.originalName == step })
                    ?? new.elements.first(where: { $0.name == step })
            else { return nil }
            names.append(element.name)
            (old, new) = (before, element)
        }
        return names.joined(separator: ".")
    }
}
