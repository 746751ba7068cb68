import Foundation

/// Finds the properties behind a key path that goes through to-one relationships, such as `\.trip?.name`.
enum SortKeyPathSteps {
    static func resolve(_ keyPath: AnyKeyPath, from layout: ModelLayout) -> QueryNode? {
        guard let steps = KeyPathReader.steps(of: keyPath) else { return nil }
        return follow(steps[...], layout, .root, SortRawValue(keyPath: keyPath), variable: 1)
    }

    private static func follow(
        _ steps: ArraySlice<KeyPathStep>,
        _ layout: ModelLayout,
        _ base: QueryNode,
        _ trail: SortRawValue,
        variable: Int
    ) -> QueryNode? {
        for (slot, property) in layout.properties.enumerated() {
            guard let own = KeyPathReader.steps(of: property.keyPath), steps.starts(with: own) else { continue }
            let node = QueryNode.property(QueryProperty(base: base, layout: layout, slot: slot))
            let rest = steps.dropFirst(own.count)
            if rest.allSatisfy({ $0 == .wrap }) { return node }
            var trail = trail
            trail.steps.append(SortRawValue.Step(layout: layout, slot: slot))
            if let found = follow(rest, property, node, trail, variable: variable) { return found }
        }
        return nil
    }

    private static func follow(
        _ steps: ArraySlice<KeyPathStep>,
        _ property: PropertyLayout,
        _ node: QueryNode,
        _ trail: SortRawValue,
        variable: Int
    ) -> QueryNode? {
        switch property.shape {
        case .toMany: return nil
        case .toOne(_, let destination):
            let layout = ModelLayout.of(destination)
            switch steps.first {
            case .chain?:
                let name = QueryVariable(number: variable)
                return follow(steps.dropFirst(), layout, .variable(name), trail, variable: variable + 1).map {
                    .optional(.flatMap(node, variable: name, transform: $0))
                }
            case .force?:
                return follow(steps.dropFirst(), layout, .optional(.unwrap(node)), trail, variable: variable)
            default: return follow(steps, layout, node, trail, variable: variable)
            }
        case .attribute(let attribute):
            var steps = steps
            if steps.first == .chain || steps.first == .force { steps = steps.dropFirst() }
            return member(steps, of: QueryTypes.unwrapped(attribute.valueType), node, trail)
        }
    }

    /// A member of a composite value, the rank of a Boolean, or a raw value, which is the stored form of its enum.
    private static func member(
        _ steps: ArraySlice<KeyPathStep>,
        of type: Any.Type,
        _ node: QueryNode,
        _ trail: SortRawValue
    ) -> QueryNode? {
        if type == Bool.self {
            let ranks = [KeyPathReader.steps(of: \Bool._sortRank), KeyPathReader.steps(of: \Bool?._sortRank)]
            let rest = steps.filter { $0 != .wrap }
            return ranks.contains(rest) ? node : nil
        }
        if type is any RawRepresentable.Type {
            let rest = steps.filter { $0 != .wrap }
            return rest.count == 1 && trail.ends(at: type, by: rest[0]) ? node : nil
        }
        for (index, field) in CompositeMembers.fields(of: type).enumerated() {
            guard let own = KeyPathReader.steps(of: field.keyPath), steps.starts(with: own) else { continue }
            let found = QueryNode.property(
                QueryProperty(base: node, entityName: nil, name: field.name, role: .attribute)
            )
            var rest = steps.dropFirst(own.count)
            if rest.allSatisfy({ $0 == .wrap }) { return found }
            if rest.first == .chain || rest.first == .force { rest = rest.dropFirst() }
            let fieldType = QueryTypes.unwrapped(Swift.type(of: field.keyPath).valueType)
            var trail = trail
            trail.members.append(index)
            if let deeper = member(rest, of: fieldType, found, trail) { return deeper }
        }
        return nil
    }
}
