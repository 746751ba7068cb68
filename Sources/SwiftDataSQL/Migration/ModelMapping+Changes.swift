import SwiftDataCore

extension ModelMapping {
    /// True if a file stores the two models alike, so that there is nothing to migrate.
    ///
    /// Properties that a file does not record are not compared: default values, the widths of small integers, the names
    /// of types.
    package var isIdentity: Bool { changes.isEmpty }

    /// The differences, entity by entity.
    package var changes: [MigrationStep] {
        entities.flatMap(changes) + removedEntities.map { MigrationStep($0, .removed) }
    }

    private func changes(_ mapping: EntityMapping) -> [MigrationStep] {
        let target = mapping.target
        guard let source = mapping.source else { return [MigrationStep(target.name, .added)] }
        var steps: [MigrationStep] = []
        if source.name != target.name { steps.append(MigrationStep(target.name, .renamed(from: source.name))) }
        let parent = target.superName.flatMap { self[target: $0] }
        if parent?.source?.name != source.superName || (parent == nil) != (source.superName == nil) {
            let (old, new) = (source.superName ?? "no superclass", target.superName ?? "no superclass")
            steps.append(MigrationStep(target.name, .changed(from: old, to: new)))
        }
        let inherited = Set(parent?.target.properties.map(\.name) ?? [])
        let wasInherited = Set(
            source.superName.flatMap { name in self.source.model.entities.first { $0.name == name } }?.properties
                .map(\.name) ?? []
        )
        let before = Dictionary(source.properties.map { ($0.name, $0) }) { first, _ in first }
        for (slot, property) in target.properties.enumerated() {
            let old = mapping.properties[slot].source.flatMap { before[$0] }
            // A change of a property that is inherited, and was before, is reported for the entity that declares it.
            if inherited.contains(property.name), old.map({ wasInherited.contains($0.name) }) ?? true { continue }
            steps += changes(property, from: old, in: target.name)
        }
        for name in mapping.removedProperties where !wasInherited.contains(name) {
            guard let property = before[name] else { continue }
            steps.append(MigrationStep(Self.subject(property), target.name, name, .removed))
        }
        return steps + constraintChanges(mapping, source) + indexChanges(mapping, source)
    }

    private static func subject(_ property: PropertyOutline) -> MigrationStep.Subject {
        switch property {
        case .attribute: .attribute
        case .relationship: .relationship
        }
    }

    private func changes(
        _ property: PropertyOutline,
        from old: PropertyOutline?,
        in entity: String
    ) -> [MigrationStep] {
        let subject = Self.subject(property)
        guard let old else {
            if case .attribute(let attribute) = property, attribute.isTransient { return [] }
            return [MigrationStep(subject, entity, property.name, .added)]
        }
        var steps: [MigrationStep] = []
        if old.name != property.name {
            steps.append(MigrationStep(subject, entity, property.name, .renamed(from: old.name)))
        }
        switch (property, old) {
        case (.attribute(let new), .attribute(let old)):
            let (new, old) = (ArchivedAttribute(new), ArchivedAttribute(old))
            steps += Self.changes(new, from: old, entity, new.name)
        case (.relationship(let new), .relationship(let old)):
            steps += changes(new, from: old, entity)
        case (.attribute, .relationship), (.relationship, .attribute):
            steps.append(
                MigrationStep(
                    subject,
                    entity,
                    property.name,
                    .changed(from: Self.subject(old).rawValue, to: subject.rawValue)
                )
            )
        }
        return steps
    }

    private static func changes(
        _ new: ArchivedAttribute,
        from old: ArchivedAttribute,
        _ entity: String,
        _ path: String
    ) -> [MigrationStep] {
        var steps: [MigrationStep] = []
        func add(_ change: MigrationStep.Change, isInModelOnly: Bool = false) {
            steps.append(MigrationStep(.attribute, entity, path, change, isInModelOnly: isInModelOnly))
        }
        func compare(_ old: String, _ new: String) { if old != new { add(.changed(from: old, to: new)) } }
        if old.isTransient || new.isTransient {
            compare(old.isTransient ? "ephemeral" : "stored", new.isTransient ? "ephemeral" : "stored")
            return steps
        }
        compare(text(old), text(new))
        if old.isOptional != new.isOptional {
            add(new.isOptional ? .madeOptional : .madeRequired, isInModelOnly: new.isOptional)
        }
        compare(old.flags & 4 != 0 ? "external storage" : "inline", new.flags & 4 != 0 ? "external storage" : "inline")
        compare(
            old.flags & 16 != 0 ? "preserved on deletion" : "forgotten on deletion",
            new.flags & 16 != 0 ? "preserved on deletion" : "forgotten on deletion"
        )
        compare(
            old.hashModifier.map { "version \($0)" } ?? "no version",
            new.hashModifier.map { "version \($0)" } ?? "no version"
        )
        guard old.kind == .composite, new.kind == .composite else { return steps }
        return steps + elementChanges(new, from: old, entity, path)
    }

    private static func elementChanges(
        _ new: ArchivedAttribute,
        from old: ArchivedAttribute,
        _ entity: String,
        _ path: String
    ) -> [MigrationStep] {
        // The one element of an enum with raw values has the property's own name.
        if new.elements.count == 1, old.elements.count == 1, new.elements[0].name == new.name,
            old.elements[0].name == old.name
        {
            return text(old.elements[0]) == text(new.elements[0])
                ? [] : changes(new.elements[0], from: old.elements[0], entity, path)
        }
        let before = Dictionary(old.elements.map { ($0.name, $0) }) { first, _ in first }
        let origins =
            (try? origins(
                of: new.elements.map { ($0.name, $0.originalName) },
                among: before.mapValues(\.originalName)
            ) { name, _ in StoreError(.migration, "comes twice", entity: entity, property: name) }) ?? [:]
        var steps: [MigrationStep] = []
        for element in new.elements {
            let name = path + "." + element.name
            guard let origin = origins[element.name], let old = before[origin] else {
                steps.append(MigrationStep(.attribute, entity, name, .added))
                continue
            }
            if origin != element.name { steps.append(MigrationStep(.attribute, entity, name, .renamed(from: origin))) }
            steps += changes(element, from: old, entity, name)
        }
        let used = Set(origins.values)
        for element in old.elements where !used.contains(element.name) {
            steps.append(MigrationStep(.attribute, entity, path + "." + element.name, .removed))
        }
        return steps
    }

    private static func text(_ attribute: ArchivedAttribute) -> String {
        switch attribute.kind {
        case .composite: attribute.isEnumeration ? "enum" : "composite"
        case .transformable: "transformable \(attribute.valueClass) by \(attribute.transformer ?? "-")"
        default: "\(attribute.kind)"
        }
    }

    private func changes(
        _ new: RelationshipOutline,
        from old: RelationshipOutline,
        _ entity: String
    ) -> [MigrationStep] {
        var steps: [MigrationStep] = []
        func add(_ change: MigrationStep.Change, isInModelOnly: Bool = false) {
            steps.append(MigrationStep(.relationship, entity, new.name, change, isInModelOnly: isInModelOnly))
        }
        let destination = self[source: old.destination]?.target.name ?? old.destination
        if destination != new.destination { add(.changed(from: "to \(old.destination)", to: "to \(new.destination)")) }
        if old.isToOne != new.isToOne {
            add(.changed(from: old.isToOne ? "to one" : "to many", to: new.isToOne ? "to one" : "to many"))
        }
        if inverse(of: old) != new.inverseName {
            let (old, new) = (old.inverseName ?? "no inverse", new.inverseName ?? "no inverse")
            add(.changed(from: "inverse \(old)", to: "inverse \(new)"))
        }
        if old.isOptional != new.isOptional { add(new.isOptional ? .madeOptional : .madeRequired, isInModelOnly: true) }
        if old.deleteRule != new.deleteRule {
            add(
                .changed(from: "delete rule \(old.deleteRule)", to: "delete rule \(new.deleteRule)"),
                isInModelOnly: true
            )
        }
        if (old.minimumCount, old.maximumCount) != (new.minimumCount, new.maximumCount), old.isToOne == new.isToOne {
            add(
                .changed(
                    from: "\(old.minimumCount) to \(old.maximumCount)",
                    to: "\(new.minimumCount) to \(new.maximumCount)"
                ),
                isInModelOnly: true
            )
        }
        if old.hashModifier != new.hashModifier {
            add(
                .changed(from: old.hashModifier ?? "no version", to: new.hashModifier ?? "no version"),
                isInModelOnly: true
            )
        }
        return steps
    }

    /// The inverse by its name in the target.
    private func inverse(of relationship: RelationshipOutline) -> String? {
        guard let name = relationship.inverseName, let mapping = self[source: relationship.destination] else {
            return relationship.inverseName
        }
        return mapping.name(of: name) ?? name
    }
}
