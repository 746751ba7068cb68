extension QueryScope {
    package mutating func evaluate(_ node: QueryProperty) throws -> Evaluated {
        switch try evaluate(node.base) {
        case .row(let row):
            guard let slot = node.slot ?? row.layout.slot(named: node.name), slot < row.layout.properties.count else {
                throw QueryFailure("the entity has no property \(node.name)")
            }
            switch row.layout.properties[slot].shape {
            case .attribute(let attribute): return Evaluated(try row.value(slot: slot), attribute)
            case .toOne: return try row.destination(slot: slot).map(Evaluated.row) ?? .null
            case .toMany: return .rows(try row.destinations(slot: slot))
            }
        case .value(let stored, let attribute as Schema.CompositeAttribute):
            guard let index = attribute.properties.firstIndex(where: { $0.name == node.name }) else {
                throw QueryFailure("the value has no member \(node.name)")
            }
            guard case .composite(let members) = try attribute.encoded(stored), index < members.count else {
                throw QueryFailure.typeMismatch
            }
            return Evaluated(members[index], attribute.properties[index])
        case .null: throw QueryFailure.unexpectedNil
        default: throw QueryFailure.typeMismatch
        }
    }
}
