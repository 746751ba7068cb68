extension ModelLayout {
    /// The name of the property that a key path leads to; a member of a composite has dots in its name.
    package func path(of keyPath: AnyKeyPath) -> String? {
        if let slot = slot(for: keyPath) { return properties[slot].name }
        for property in properties {
            if case .attribute(let attribute) = property.shape,
                let member = member(keyPath, from: property.keyPath, in: attribute)
            {
                return "\(property.name).\(member)"
            }
        }
        return nil
    }

    private func member(_ wanted: AnyKeyPath, from start: AnyKeyPath, in attribute: Schema.Attribute) -> String? {
        guard let composite = attribute as? Schema.CompositeAttribute, composite.kind == .composite else { return nil }
        let members = Dictionary(composite.properties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for field in CompositeMembers.fields(of: composite.valueType) {
            guard let member = members[field.name], let path = start.appending(path: field.keyPath) else { continue }
            if path == wanted { return field.name }
            if let rest = self.member(wanted, from: path, in: member) { return "\(field.name).\(rest)" }
        }
        return nil
    }

    /// The names of the properties of some key paths.
    /// - Throws: ``StoreError`` when one of them is not a persisted property.
    package func names(of keyPaths: [AnyKeyPath], in place: String) throws -> [String] {
        try keyPaths.map { keyPath in
            guard let path = path(of: keyPath) else {
                throw StoreError(
                    .validation,
                    "\(place) names a key path that is not a persisted property.",
                    entity: entityName
                )
            }
            return path
        }
    }

    /// The key paths of some properties.
    package func keyPaths<Root>(named names: [String], in decoder: any Decoder) throws -> [PartialKeyPath<Root>] {
        try names.map { name in
            guard let keyPath = keyPath(of: name) as? PartialKeyPath<Root> else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "\(entityName) has no property named \"\(name)\"."
                    )
                )
            }
            return keyPath
        }
    }

    private func keyPath(of name: String) -> AnyKeyPath? {
        let steps = name.split(separator: ".").map(String.init)
        guard let first = steps.first, let slot = slot(named: first) else { return nil }
        var keyPath: AnyKeyPath? = properties[slot].keyPath
        for step in steps.dropFirst() {
            guard let start = keyPath else { return nil }
            let field = CompositeMembers.fields(of: type(of: start).valueType).first { $0.name == step }
            keyPath = field.flatMap { start.appending(path: $0.keyPath) }
        }
        return keyPath
    }

    /// The key path of a property in a class, as `\Dog.name` is written, also where `Animal` declares it; nil where the
    /// class is not the layout's, or no such key path can be made.
    package func keyPath<Model: PersistentModel>(
        slot: Int,
        in type: Model.Type
    ) -> (any PartialKeyPath<Model> & Sendable)? {
        guard modelType == type, properties.indices.contains(slot) else { return nil }
        let declared = properties[slot].keyPath
        guard let keyPath = declared as? PartialKeyPath<Model> ?? InheritedKeyPath.of(type, declared) else {
            return nil
        }
        return dynamicCast(keyPath, to: (any PartialKeyPath<Model> & Sendable).self)
    }
}
