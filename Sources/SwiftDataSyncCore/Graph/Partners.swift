/// The rows that have the partners of one-to-one relationships.
///
/// Of the shown rows that refer to one row, the one whose reference has the latest clock has it as its partner, and of
/// equal clocks the one with the least identity. The reference of the other rows reads as null until that row refers to
/// another one or is deleted.
struct Partners: Sendable {
    /// A one-to-one relationship, by its name on the side of the destination, and the destination.
    struct Key: Hashable, Sendable {
        let relationship: SyncName
        let row: RecordID
    }

    /// A row that refers to the destination.
    struct Claim: Sendable {
        let clock: HybridClock?
        let row: RecordID

        /// Returns true where this claim comes before another one.
        func isBefore(_ other: Claim) -> Bool {
            switch (clock, other.clock) {
            case (let own?, let clock?) where own != clock: own > clock
            case (_?, nil): true
            case (nil, _?): false
            default: row < other.row
            }
        }
    }

    private var claims: [Key: Claim] = [:]

    /// Finds the partners of the shown rows of a table.
    init(_ table: RowTable, _ rows: Set<RecordID>) {
        for row in rows {
            for (name, reference) in table.rules(row).references {
                guard let relationship = reference.partner,
                    let target = table.target(name, row).flatMap({ table.rowOf[$0] }), rows.contains(target)
                else { continue }
                let key = Key(relationship: relationship, row: target)
                let claim = Claim(clock: table.clock(name, row), row: row)
                if claims[key].map({ claim.isBefore($0) }) ?? true { claims[key] = claim }
            }
        }
    }

    /// Returns true where a row has another one as its partner, and for references of other relationships.
    func has(_ row: RecordID, _ reference: SyncRules.Reference?, _ target: RecordID) -> Bool {
        guard let relationship = reference?.partner else { return true }
        return claims[Key(relationship: relationship, row: target)]?.row == row
    }
}

/// The search for the row that has a partner, among the records of a storage.
struct PartnerSearch {
    let rules: SyncRules
    let state: (RecordID) throws -> RecordState?
    let facts: (RecordID) throws -> RecordFacts?
    /// Returns records that may refer to a record.
    let referring: (RecordID) throws -> [RecordID]

    /// Returns true where a shown row has another one as its partner, as ``Partners/has(_:_:_:)`` does.
    func has(_ row: RecordID, _ name: SyncName, _ target: RecordID) throws -> Bool {
        guard let relationship = rules.entities[row.entity]?.references[name]?.partner else { return true }
        var found: Partners.Claim?
        var seen: Set<RecordID> = []
        for record in try records(of: target) {
            for candidate in try referring(record) {
                guard let other = try shownRow(of: candidate), seen.insert(other).inserted else { continue }
                for claim in try claims(other, relationship, target) where found.map(claim.isBefore) ?? true {
                    found = claim
                }
            }
        }
        return found.map { $0.row == row } ?? true
    }

    private func claims(_ row: RecordID, _ relationship: SyncName, _ target: RecordID) throws -> [Partners.Claim] {
        var claims: [Partners.Claim] = []
        for (name, reference) in rules.entities[row.entity]?.references ?? [:] where reference.partner == relationship {
            let joined = try states(of: row).compactMap { $0.properties[name] }
            let policy = rules.policies.policy(entity: row.entity, property: name)
            guard case .reference(let record)? = PropertyState.value(policy, joining: joined),
                try shownRow(of: record) == target
            else { continue }
            claims.append(Partners.Claim(clock: joined.compactMap(\.clock).max(), row: row))
        }
        return claims
    }

    private func shownRow(of id: RecordID) throws -> RecordID? {
        try facts(id).flatMap { $0.isShown ? $0.row : nil }
    }

    private func records(of row: RecordID) throws -> [RecordID] {
        let records = try facts(row)?.last.records ?? []
        return records.isEmpty ? [row] : records
    }

    private func states(of row: RecordID) throws -> [RecordState] {
        let states = try records(of: row).compactMap { try state($0) }
        let living = states.filter(\.isAlive)
        return living.isEmpty ? states : living
    }
}
