extension RecordState {
    /// Joins the state with another state, or a part of one, of the same record.
    public mutating func merge(_ other: RecordState) {
        life = later(life, other.life)
        edited = later(edited, other.edited)
        for (name, property) in other.properties {
            if properties[name]?.merge(property) == nil { properties[name] = property }
        }
        for (name, order) in other.orders { orders[name] = later(orders[name], order) }
        for (name, pairs) in other.members {
            for (id, pair) in pairs {
                if members[name]?[id]?.merge(pair) == nil { members[name, default: [:]][id] = pair }
            }
        }
        aliases.formUnion(other.aliases)
        unknown.merge(other.unknown)
    }

    /// Returns the join of two states of the same record.
    public func merged(with other: RecordState) -> RecordState {
        var result = self
        result.merge(other)
        return result
    }
}
