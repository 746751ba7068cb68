import SwiftDataSyncCore

/// A device that keeps a view and applies only the changes that the view tells, beside the state that the oracle looks at.
struct MaintainedWorld {
    let view: MaintainedView
    var storage = MemoryStorage()
    private(set) var state = SyncState()
    private(set) var shown: [RecordID: Row] = [:]

    /// A row as a client has stored it.
    struct Row: Equatable {
        var records: [RecordID]
        var values: [SyncName: SyncValue]
        var orders: [SyncName: OrderKey]
        var members: [SyncName: [RecordID: OrderKey?]]
    }

    init(_ rules: SyncRules) {
        view = MaintainedView(rules)
    }

    mutating func apply(_ parts: [RecordID: RecordState]) throws {
        state.merge(SyncState(parts))
        take(try view.apply(parts, to: &storage))
    }

    /// Computes all facts anew, in small parts, and keeps only the rows that are told then.
    mutating func rebuild(chunk: Int) throws {
        shown = [:]
        var (storage, changes) = (storage, [ViewChange]())
        try view.rebuild(&storage, chunk: chunk) { changes.append($0) }
        self.storage = storage
        changes.forEach { take($0) }
    }

    private mutating func take(_ change: ViewChange) {
        for (id, row) in change.rows {
            guard case .shown(let content) = row else {
                shown[id] = nil
                continue
            }
            var members = content.members.isWhole ? [:] : shown[id]?.members ?? [:]
            for (name, changes) in content.members.changes {
                for (member, change) in changes {
                    switch change {
                    case .present(let key): members[name, default: [:]][member] = .some(key)
                    case .absent: members[name]?.removeValue(forKey: member)
                    }
                }
            }
            shown[id] = Row(
                records: content.records,
                values: content.values,
                orders: content.orders,
                members: members.filter { !$0.value.isEmpty }
            )
        }
    }

    /// Returns the first difference from the view of all states.
    func difference() throws -> String? {
        if storage.states != state.records { return "states" }
        let oracle = GraphView(state, view.rules)
        for id in state.records.keys where storage.facts[id]?.row != oracle.row(of: id) {
            return "the row of \(id.uuid.low)"
        }
        let waiting = Set(storage.facts.values.filter(\.last.isWaiting).map(\.row))
        if waiting != oracle.waiting { return "waiting rows" }
        for (id, facts) in storage.facts where facts.isShown != oracle.rows.contains(facts.row) {
            return "\(id) is shown"
        }
        if try view.joins(of: Deliveries(), in: storage) != oracle.joins(of: Deliveries()) { return "joins" }
        if Set(shown.keys) != oracle.rows { return "shown rows" }
        for (id, row) in shown {
            if let found = difference(id, row, oracle) { return "\(found) of \(id)" }
        }
        return childrenDifference(oracle)
    }

    private func difference(_ id: RecordID, _ row: Row, _ oracle: GraphView) -> String? {
        let records = oracle.records(of: id)
        if row.records != records { return "records" }
        let states = records.compactMap { state.records[$0] }
        for name in Set(states.flatMap(\.properties.keys)).union(row.values.keys)
        where row.values[name] != oracle.value(name, of: id) {
            return "the value \(name)"
        }
        for name in Set(states.flatMap(\.members.keys)).union(row.members.keys)
        where Self.sorted((row.members[name] ?? [:]).map { ($0.key, $0.value) }) != oracle.members(name, of: id) {
            return "the members \(name)"
        }
        return nil
    }

    private func childrenDifference(_ oracle: GraphView) -> String? {
        for (entity, rules) in view.rules.entities {
            for property in rules.references.keys {
                var children: [SyncValue: [(RecordID, OrderKey?)]] = [:]
                for (id, row) in shown where id.entity == entity {
                    if let value = row.values[property] {
                        children[value, default: []].append((id, row.orders["place"]))
                    }
                }
                for id in shown.keys {
                    let found = Self.sorted(children[.reference(id)] ?? [])
                    if found != oracle.children(entity, by: property, of: id, orderedBy: "place") {
                        return "the children \(entity).\(property)"
                    }
                }
            }
        }
        return nil
    }

    private static func sorted(_ members: [(RecordID, OrderKey?)]) -> [RecordID] {
        members.sorted { left, right in
            switch (left.1, right.1) {
            case (let first?, let second?) where first != second: first < second
            case (_?, nil): true
            case (nil, _?): false
            default: left.0 < right.0
            }
        }.map(\.0)
    }

    /// Returns a difference from the facts of a storage that got the whole state at once.
    func differenceFromWhole() throws -> String? {
        var whole = MemoryStorage()
        _ = try view.apply(state.records, to: &whole)
        for id in state.records.keys where whole.facts[id] != storage.facts[id] { return "the facts of \(id)" }
        for id in state.records.keys where whole.edges[id] != storage.edges[id] { return "the edges of \(id)" }
        return nil
    }
}
