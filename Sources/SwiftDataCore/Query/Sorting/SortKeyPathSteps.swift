import Foundation

/// Finds the properties behind a key path that goes through to-one relationships, such as `\.trip?.name`.
enum SortKeyPathSteps {
    static func resolve(_ keyPath: AnyKeyPath, from layout: ModelLayout) -> QueryNode? {
        guard let steps = KeyPathSteps.of(keyPath) else { return nil }
        return follow(steps[...], layout, .root, variable: 1)
    }

    private static func follow(
        _ steps: ArraySlice<KeyPathStep>,
        _ layout: ModelLayout,
        _ base: QueryNode,
        variable: Int
    ) -> QueryNode? {
        for (slot, property) in layout.properties.enumerated() {
            guard let own = KeyPathSteps.of(property.keyPath), steps.starts(with: own) else { continue }
            let node = QueryNode.property(QueryProperty(base: base, layout: layout, slot: slot))
            let rest = steps.dropFirst(own.count)
            if rest.allSatisfy({ $0 == .wrap }) { return node }
            if let found = follow(rest, property, node, variable: variable) { return found }
        }
        return nil
    }

    private static func follow(
        _ steps: ArraySlice<KeyPathStep>,
        _ property: PropertyLayout,
        _ node: QueryNode,
        variable: Int
    ) -> QueryNode? {
        switch property.shape {
        case .toMany: return nil
        case .toOne(_, let destination):
            let layout = ModelLayout.of(destination)
            switch steps.first {
            case .chain?:
                let name = QueryVariable(number: variable)
                return follow(steps.dropFirst(), layout, .variable(name), variable: variable + 1).map {
                    .optional(.flatMap(node, variable: name, transform: $0))
                }
            case .force?:
                return follow(steps.dropFirst(), layout, .optional(.unwrap(node)), variable: variable)
            default: return follow(steps, layout, node, variable: variable)
            }
        case .attribute(let attribute):
            var steps = steps
            if steps.first == .chain || steps.first == .force { steps = steps.dropFirst() }
            return member(steps, of: QueryTypes.unwrapped(attribute.valueType), node)
        }
    }

    /// A member of a composite value, or the rank of a Boolean.
    private static func member(_ steps: ArraySlice<KeyPathStep>, of type: Any.Type, _ node: QueryNode) -> QueryNode? {
        if type == Bool.self {
            let ranks = [KeyPathSteps.of(\Bool._sortRank), KeyPathSteps.of(\Bool?._sortRank)]
            let rest = steps.filter { $0 != .wrap }
            return ranks.contains(rest) ? node : nil
        }
        for field in CompositeMembers.fields(of: type) {
            guard let own = KeyPathSteps.of(field.keyPath), steps.starts(with: own) else { continue }
            let found = QueryNode.property(
                QueryProperty(base: node, entityName: nil, name: field.name, role: .attribute)
            )
            var rest = steps.dropFirst(own.count)
            if rest.allSatisfy({ $0 == .wrap }) { return found }
            if rest.first == .chain || rest.first == .force { rest = rest.dropFirst() }
            let fieldType = QueryTypes.unwrapped(Swift.type(of: field.keyPath).valueType)
            if let deeper = member(rest, of: fieldType, found) { return deeper }
        }
        return nil
    }
}
