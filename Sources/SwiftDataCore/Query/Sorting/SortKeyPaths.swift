import Foundation

/// Finds the properties that the key path of a sort descriptor leads through.
package enum SortKeyPaths {
    private struct Key: Hashable {
        let model: ObjectIdentifier
        let keyPath: AnyKeyPath
    }

    /// A key path may hold values, such as the key of a dictionary.
    private static let resolved = Locked(BoundedCache<Key, QueryNode>(limit: 4_096))

    /// The path from the root of a query, or nil where the key path leads to nothing that is stored.
    package static func resolve(_ keyPath: AnyKeyPath, in model: any PersistentModel.Type) -> QueryNode? {
        let key = Key(model: ObjectIdentifier(model), keyPath: keyPath)
        if let known = resolved.withLock({ $0[key] }) { return known }
        guard let found = search(keyPath, in: model) else { return nil }
        resolved.withLock { $0[key] = found }
        return found
    }

    private static func search(_ keyPath: AnyKeyPath, in model: any PersistentModel.Type) -> QueryNode? {
        let layout = ModelLayout.of(model)
        if let slot = layout.slot(for: keyPath) {
            return .property(QueryProperty(base: .root, layout: layout, slot: slot))
        }
        if let found = composed(keyPath, from: layout) { return found }
        if let found = SortKeyPathSteps.resolve(keyPath, from: layout) { return found }
        // Every model has `persistentModelID` and, unless it declares another, `id`.
        return type(of: keyPath).valueType == PersistentIdentifier.self ? .identifier(.root) : nil
    }

    /// Puts key paths of known properties together until one equals the one that is looked for: members of composite
    /// values, Booleans by their rank, and required to-one relationships.
    private static func composed(_ keyPath: AnyKeyPath, from layout: ModelLayout) -> QueryNode? {
        for (slot, property) in layout.properties.enumerated() {
            let node = QueryNode.property(QueryProperty(base: .root, layout: layout, slot: slot))
            if let found = members(keyPath, property.keyPath, property.valueType, node) { return found }
        }
        return nil
    }

    private static func members(
        _ wanted: AnyKeyPath,
        _ start: AnyKeyPath,
        _ type: Any.Type,
        _ node: QueryNode
    ) -> QueryNode? {
        if type == Bool.self { return start.appending(path: \Bool._sortRank) == wanted ? node : nil }
        if type == Bool?.self { return start.appending(path: \Bool?._sortRank) == wanted ? node : nil }
        if type is any PersistentModel.Type || QueryTypes.comparesByStoredForm(type) { return nil }
        for field in CompositeMembers.fields(of: type) {
            guard let path = start.appending(path: field.keyPath) else { continue }
            let member = QueryNode.property(
                QueryProperty(base: node, entityName: nil, name: field.name, role: .attribute)
            )
            if path == wanted { return member }
            let fieldType = Swift.type(of: field.keyPath).valueType
            if let found = members(wanted, path, fieldType, member) { return found }
        }
        return nil
    }
}

extension Bool {
    /// 0 for false, 1 for true; not for use elsewhere.
    public var _sortRank: Int { self ? 1 : 0 }
}

extension Bool? {
    /// 0 for false, 1 for true; not for use elsewhere.
    public var _sortRank: Int? { map { $0 ? 1 : 0 } }
}
