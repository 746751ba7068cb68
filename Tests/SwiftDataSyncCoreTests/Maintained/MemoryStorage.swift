import SwiftDataSyncCore

/// A storage of dictionaries that counts what is read, and that can have a fault.
struct MemoryStorage: ViewStorage {
    /// A wrong answer of the storage, as a view would have it that does not look for something.
    enum Fault: CaseIterable {
        case noDependents, noDependentCascades, noHolders, noAliases, noJoinedRecords, noWaiting, noCascadingOwners
    }

    /// The numbers of records that were read.
    final class Counts {
        var states = 0
        var facts = 0
        var found = 0
        var all: Int { states + facts + found }
    }

    private(set) var states: [RecordID: RecordState] = [:]
    private(set) var facts: [RecordID: RecordFacts] = [:]
    private(set) var edges: [RecordID: [RecordEdge]] = [:]
    private(set) var writes = 0
    let counts = Counts()
    var fault: Fault?

    private var incoming: [RecordID: [RecordID: EdgeKinds]] = [:]
    private var keys: [UniqueKey: Set<RecordID>] = [:]
    private var joined: Set<RecordID> = []

    func state(of id: RecordID) throws -> RecordState? {
        counts.states += 1
        return states[id]
    }

    func facts(of id: RecordID) throws -> RecordFacts? {
        counts.facts += 1
        return facts[id].map(spoilt)
    }

    private func spoilt(_ facts: RecordFacts) -> RecordFacts {
        switch fault {
        case .noJoinedRecords: facts.replacing(records: [])
        case .noWaiting: facts.replacing(isWaiting: false)
        default: facts
        }
    }

    func referring(
        to id: RecordID,
        by kinds: EdgeKinds,
        _ standings: Standings,
        _ body: (RecordID) throws -> Bool
    ) throws {
        switch fault {
        case .noDependents where kinds == .names: return
        case .noDependentCascades where kinds == .cascade: return
        case .noAliases where kinds == .alias: return
        case .noCascadingOwners where kinds == .cascadesTo: return
        default: break
        }
        for (referring, found) in incoming[id] ?? [:] where !found.isDisjoint(with: kinds) {
            let own = facts[referring].map(spoilt)?.standings ?? .absent
            guard !own.isDisjoint(with: standings) else { continue }
            counts.found += 1
            guard try body(referring) else { return }
        }
    }

    func holders(of key: UniqueKey) throws -> [RecordID] {
        guard fault != .noHolders else { return [] }
        let found = keys[key] ?? []
        counts.found += found.count
        return Array(found)
    }

    func recordsWithJoins() throws -> [RecordID] { Array(joined) }

    func records(after id: RecordID?, limit: Int) throws -> [RecordID] {
        let sorted = states.keys.sorted { $0.uuid.low < $1.uuid.low || ($0.uuid.low == $1.uuid.low && $0 < $1) }
        let start = id.flatMap { sorted.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return Array(sorted[start...].prefix(limit))
    }

    mutating func write(_ id: RecordID, state: RecordState?, edges: [RecordEdge]?, facts: RecordFacts?) throws {
        writes += 1
        if let state { states[id] = state }
        if let edges {
            for edge in self.edges[id] ?? [] { incoming[edge.target]?[id] = nil }
            self.edges[id] = edges
            for edge in edges { incoming[edge.target, default: [:]][id] = edge.kinds }
        }
        for key in self.facts[id]?.keys ?? [] { keys[key]?.remove(id) }
        joined.remove(id)
        // What a database keeps are bytes.
        self.facts[id] = try facts.map { try RecordFacts(decoding: $0.encoded) }
        for key in facts?.keys ?? [] { keys[key, default: []].insert(id) }
        if let facts, !facts.joins.isEmpty { joined.insert(id) }
    }

    mutating func removeFacts() throws {
        (facts, keys, joined) = ([:], [:], [])
    }
}

extension RecordFacts {
    fileprivate func replacing(records: [RecordID]? = nil, isWaiting: Bool? = nil) -> RecordFacts {
        let moment = Moment(
            round: last.round,
            step: last.step,
            row: last.row,
            standing: last.standing,
            isWaiting: isWaiting ?? last.isWaiting,
            records: records ?? last.records
        )
        return RecordFacts(last: moment, earlier: earlier, keys: keys, joins: joins)
    }
}
