extension RecordState {
    /// Joins the state with another state, or a part of one, of the same record. Returns true where the state has changed.
    ///
    /// The work grows with the other state alone.
    @discardableResult
    public mutating func merge(_ other: RecordState) -> Bool {
        var isChanged = raise(&life, to: other.life)
        isChanged = raise(&edited, to: other.edited) || isChanged
        isChanged = raise(&died, to: other.died) || isChanged
        if other.isInserted, !isInserted { (isInserted, isChanged) = (true, true) }
        for (name, property) in other.properties {
            let before = properties[name]
            properties[name, default: PropertyState()].merge(property)
            if properties[name] != before { isChanged = true }
        }
        for (name, order) in other.orders { isChanged = raise(&orders[name], to: order) || isChanged }
        for (name, pairs) in other.members {
            for (id, pair) in pairs {
                let before = members[name]?[id]
                members[name, default: [:]][id, default: MemberState()].merge(pair)
                if members[name]?[id] != before { isChanged = true }
            }
        }
        for alias in other.aliases where aliases.insert(alias).inserted { isChanged = true }
        for (number, item) in other.unknown.items where unknown.merge(item, number) { isChanged = true }
        return isChanged
    }

    /// Returns the join of two states of the same record.
    public func merged(with other: RecordState) -> RecordState {
        var result = self
        result.merge(other)
        return result
    }
}
