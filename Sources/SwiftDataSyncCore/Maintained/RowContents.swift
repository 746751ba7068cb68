/// The content of the rows of a region that may differ from before.
struct RowContents {
    private let view: RegionView
    /// The records that are shown by another row than before, or shown or hidden.
    private var moved: Set<RecordID> = []
    /// Made once for all rows: it reads the whole region.
    private var partners: PartnerSearch?

    init(_ view: RegionView) {
        self.view = view
    }

    mutating func changes(_ region: inout Region<some ViewStorage>) throws -> [RecordID: RowChange] {
        let ids = Array(region.states.keys)
        for id in ids {
            let (old, new) = (try region.facts(id), view.facts[id])
            if old?.row != new?.row || old?.isShown != new?.isShown { moved.insert(id) }
        }
        var changes: [RecordID: RowChange] = [:]
        for id in ids {
            let (old, new) = (try region.facts(id), view.facts[id])
            let wasShown = old.map { $0.row == id && $0.isShown } ?? false
            if let new, new.row == id, new.isShown {
                let hasStayed = wasShown && old?.last.records.isEmpty == true && new.last.records.isEmpty
                guard !wasShown || isChanged(id, old, new, region) else { continue }
                changes[id] = .shown(try content(id, hasStayed: hasStayed, &region))
            } else if wasShown {
                changes[id] = new.map { $0.row != id && $0.isShown ? .joined(into: $0.row) : .hidden } ?? .hidden
            }
        }
        return changes
    }

    private func isChanged(
        _ id: RecordID,
        _ old: RecordFacts?,
        _ new: RecordFacts,
        _ region: Region<some ViewStorage>
    ) -> Bool {
        let records = new.last.records.isEmpty ? [id] : new.last.records
        if old?.last.records != new.last.records || records.contains(where: region.touched.contains) { return true }
        return records.contains { record in
            guard let state = region.states[record] else { return false }
            let references = region.rules.entities[id.entity]?.references ?? [:]
            // Another row may have its partner now, or none.
            if state.properties.keys.contains(where: { references[$0]?.partner != nil }) { return true }
            return state.properties.values.contains { property in
                property.registers.contains {
                    if case .reference(let target) = $0.value { moved.contains(target) } else { false }
                }
            } || state.members.values.contains { pairs in pairs.keys.contains(where: moved.contains) }
        }
    }

    private mutating func content(
        _ row: RecordID,
        hasStayed: Bool,
        _ region: inout Region<some ViewStorage>
    ) throws -> RowContent {
        let records = view.table.records[row] ?? []
        let states = records.compactMap { region.states[$0] }
        var (values, orders): ([SyncName: SyncValue], [SyncName: OrderKey]) = ([:], [:])
        for name in Set(states.flatMap(\.properties.keys)) {
            guard let value = view.table.value(name, row) else { continue }
            values[name] = value
            guard case .reference(let target) = value else { continue }
            values[name] = .null
            guard let shown = try region.shownRow(of: target), try isPartner(shown, of: row, name, region) else {
                continue
            }
            values[name] = .reference(shown)
        }
        for name in Set(states.flatMap(\.orders.keys)) { orders[name] = view.table.order(name, row) }
        var members: [SyncName: [RecordID: MemberChanges.Change]] = [:]
        for name in Set(states.flatMap(\.members.keys)) {
            members[name] =
                hasStayed
                ? try changedMembers(name, row, &region) : try allMembers(name, states, &region)
        }
        return RowContent(
            records: records,
            values: values,
            orders: orders,
            members: MemberChanges(isWhole: !hasStayed, changes: members.filter { !$0.value.isEmpty })
        )
    }

    /// Returns true where a row has another one as its partner, and for references of other relationships.
    private mutating func isPartner(
        _ target: RecordID,
        of row: RecordID,
        _ name: SyncName,
        _ region: Region<some ViewStorage>
    ) throws -> Bool {
        guard region.rules.entities[row.entity]?.references[name]?.partner != nil else { return true }
        let search = partners ?? region.partners
        partners = search
        return try search.has(row, name, target)
    }

    private func allMembers(
        _ name: SyncName,
        _ states: [RecordState],
        _ region: inout Region<some ViewStorage>
    ) throws -> [RecordID: MemberChanges.Change] {
        var places: [RecordID: Register<OrderKey>?] = [:]
        for state in states {
            for (id, pair) in state.members[name] ?? [:] where pair.isPresent {
                guard let member = try region.shownRow(of: id) else { continue }
                places[member] = .some(later(places[member] ?? nil, pair.order))
            }
        }
        return places.mapValues { .present($0?.value) }
    }

    /// Returns the members of a row of one record whose pair has changed, or that are shown by another row than before.
    private func changedMembers(
        _ name: SyncName,
        _ row: RecordID,
        _ region: inout Region<some ViewStorage>
    ) throws -> [RecordID: MemberChanges.Change] {
        guard let pairs = region.states[row]?.members[name] else { return [:] }
        let before = region.changed[row] == nil ? pairs : region.before[row]?.members[name] ?? [:]
        var rows: Set<RecordID> = []
        for (id, pair) in pairs where moved.contains(id) || (region.changed[row] != nil && before[id] != pair) {
            for facts in [try region.facts(id), view.facts[id]] { if let facts { rows.insert(facts.row) } }
        }
        var changes: [RecordID: MemberChanges.Change] = [:]
        for member in rows {
            guard try region.shownRow(of: member) == member else {
                changes[member] = .absent
                continue
            }
            let records = try region.currentFacts(member)?.last.records ?? []
            let present = (records.isEmpty ? [member] : records).compactMap { pairs[$0] }.filter(\.isPresent)
            let place = present.map(\.order).reduce(nil, later)
            changes[member] = present.isEmpty ? .absent : .present(place?.value)
        }
        return changes
    }
}

extension Region {
    /// Returns the facts that a record has now.
    mutating func currentFacts(_ id: RecordID) throws -> RecordFacts? {
        states[id] == nil ? try facts(id) : view.facts[id]
    }

    /// Returns the row that shows a record now.
    mutating func shownRow(of id: RecordID) throws -> RecordID? {
        try currentFacts(id).flatMap { $0.isShown ? $0.row : nil }
    }

    /// The partners of rows, as they are now. Reads all states of the region.
    fileprivate var partners: PartnerSearch {
        let (view, states, storage) = (view, states, storage)
        // The storage has the edges of before: records of the region may refer to another one now.
        var referring: [RecordID: [RecordID]] = [:]
        for (id, state) in states {
            for (name, property) in state.properties {
                for register in property.registers {
                    guard case .reference(let target) = register.value, name.isPartner(view.facts[id], id, rules)
                    else { continue }
                    referring[target, default: []].append(id)
                }
            }
        }
        return PartnerSearch(
            rules: rules,
            state: { try states[$0] ?? storage.state(of: $0) },
            facts: { try states[$0] == nil ? storage.facts(of: $0) : view.facts[$0] },
            referring: { target in
                var found = referring[target] ?? []
                try storage.referring(to: target, by: .partner, .all) {
                    found.append($0)
                    return true
                }
                return found
            }
        )
    }
}

extension SyncName {
    /// Returns true where a property of a record is a one-to-one relationship of its row.
    fileprivate func isPartner(_ facts: RecordFacts?, _ id: RecordID, _ rules: SyncRules) -> Bool {
        rules.entities[(facts?.row ?? id).entity]?.references[self]?.partner != nil
    }
}
