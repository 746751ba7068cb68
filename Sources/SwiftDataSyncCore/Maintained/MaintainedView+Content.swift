extension MaintainedView {
    /// Returns the whole content of a row as the storage has it; nil where the row is not shown.
    package func content(of row: RecordID, in storage: some ViewStorage) throws -> RowContent? {
        guard let facts = try storage.facts(of: row), facts.row == row, facts.isShown else { return nil }
        func shown(_ id: RecordID) throws -> RecordID? {
            try storage.facts(of: id).flatMap { $0.isShown ? $0.row : nil }
        }
        var states: [RecordID: RecordState] = [:]
        for id in facts.last.records.isEmpty ? [row] : facts.last.records {
            if let state = try storage.state(of: id), state.isAlive || id == row { states[id] = state }
        }
        let living = states.filter { $0.value.isAlive }
        if !living.isEmpty { states = living }
        var values: [SyncName: SyncValue] = [:]
        for name in Set(states.values.flatMap(\.properties.keys)) {
            let policy = rules.policies.policy(entity: row.entity, property: name)
            let joined = states.values.compactMap { $0.properties[name] }
            guard let value = PropertyState.value(policy, joining: joined) else { continue }
            values[name] = value
            guard case .reference(let target) = value else { continue }
            values[name] = .null
            guard let shown = try shown(target), try partners(in: storage).has(row, name, shown) else { continue }
            values[name] = .reference(shown)
        }
        var orders: [SyncName: Register<OrderKey>] = [:]
        var places: [SyncName: [RecordID: Register<OrderKey>?]] = [:]
        for state in states.values {
            orders.merge(state.orders) { max($0, $1) }
            for (name, pairs) in state.members {
                for (id, pair) in pairs where pair.isPresent {
                    guard let member = try shown(id) else { continue }
                    places[name, default: [:]][member] = .some(later(places[name]?[member] ?? nil, pair.order))
                }
            }
        }
        return RowContent(
            records: states.keys.sorted(),
            values: values,
            orders: orders.mapValues(\.value),
            members: MemberChanges(
                isWhole: true,
                changes: places.mapValues { $0.mapValues { .present($0?.value) } }
            )
        )
    }

    private func partners(in storage: some ViewStorage) -> PartnerSearch {
        PartnerSearch(
            rules: rules,
            state: { try storage.state(of: $0) },
            facts: { try storage.facts(of: $0) },
            referring: { target in
                var found: [RecordID] = []
                try storage.referring(to: target, by: .partner, .all) {
                    found.append($0)
                    return true
                }
                return found
            }
        )
    }
}
