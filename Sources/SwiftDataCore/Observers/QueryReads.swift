import Foundation

/// The slots that a query reads. Changes of other slots cannot matter to its result.
struct QueryReads {
    /// The slots of the tested models themselves.
    private(set) var own = SlotSet()
    /// The slots of the models that relationships lead to, by layout. A set is empty where only existence matters.
    private(set) var others: [ObjectIdentifier: (layout: ModelLayout, slots: SlotSet)] = [:]
    /// True if a computed property is read, which may read anything.
    private(set) var isUnbounded = false

    mutating func add(_ node: QueryNode, from root: ModelLayout, in schema: Schema) {
        for child in node.children { add(child, from: root, in: schema) }
        switch node {
        case .unsupported: isUnbounded = true
        case .property(let property): add(property, from: root, in: schema)
        default: break
        }
    }

    private mutating func add(_ property: QueryProperty, from root: ModelLayout, in schema: Schema) {
        guard let entityName = property.entityName else { return }
        guard
            let layout = entityName == root.entityName
                ? root
                : schema.entitiesByName[entityName]?.modelType.map({
                    $0._$modelLayout
                }), let slot = property.slot ?? layout.slot(named: property.name), slot < layout.slotCount
        else {
            isUnbounded = true
            return
        }
        own.insert(slot)
        others[ObjectIdentifier(layout), default: (layout, SlotSet())].slots.insert(slot)
        if let destination = layout.properties[slot].relationship?.destination._$modelLayout {
            if others[ObjectIdentifier(destination)] == nil {
                others[ObjectIdentifier(destination)] = (destination, SlotSet())
            }
        }
    }
}

/// A value that every result of a query has in the same place, by which observers are found.
enum QueryKey: Hashable {
    case identifier(PersistentIdentifier)
    case integer(Int64)
    case string(String)
    case uuid(UUID)

    init?(_ value: StoredValue) {
        switch value {
        case .integer(let value): self = .integer(value)
        case .string(let value): self = .string(value)
        case .uuid(let value): self = .uuid(value)
        default: return nil
        }
    }
}

/// The condition on one place that a model must meet to be among the results.
enum QueryEquality {
    case identifier(PersistentIdentifier)
    case slot(Int, QueryKey)

    /// An equality that must hold wherever a condition holds.
    init?(in node: QueryNode, of layout: ModelLayout) {
        let parts = if case .logic(.and(let parts)) = node { parts } else { [node] }
        let found = parts.compactMap { Self.equality($0, layout) }
        // An identifier leaves less than any other value does.
        let exact = found.first { if case .identifier = $0 { true } else { false } }
        guard let best = exact ?? found.first else { return nil }
        self = best
    }

    private static func equality(_ node: QueryNode, _ layout: ModelLayout) -> QueryEquality? {
        guard case .comparison(let comparison) = node, comparison.op == .equal else { return nil }
        return equality(comparison.lhs, comparison.rhs, layout) ?? equality(comparison.rhs, comparison.lhs, layout)
    }

    private static func equality(_ place: QueryNode, _ value: QueryNode, _ layout: ModelLayout) -> QueryEquality? {
        guard case .value(let constant) = value else { return nil }
        switch (place, constant.stored) {
        // A temporary identifier is another one after the save.
        case (.identifier(.variable(.root)), .identifier(let identifier)) where !identifier.resolved.isTemporary:
            return .identifier(identifier.resolved)
        case (.property(let property), let stored):
            guard case .variable(.root) = property.base, property.entityName == layout.entityName,
                let slot = property.slot ?? layout.slot(named: property.name), slot < layout.slotCount,
                case .attribute = layout.properties[slot].shape, let key = QueryKey(stored)
            else { return nil }
            return .slot(slot, key)
        default: return nil
        }
    }
}
