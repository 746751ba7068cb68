#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

// The context checks the counts of the relationships that it changes by the members that it knows. Another process may have added
// or removed members since, and only the store knows the owners that lose a member by a deletion, or by a new row that turns out to be
// a stored one.

extension SaveTransaction {
    /// Notes the owners of stored rows that are about to lose them, with the next round trip. The rows are locked, so that no other
    /// writer gives them another owner before they are written.
    /// - Parameter only: The place of one relationship; nil for all.
    mutating func noteOwners(of keys: [Int64], _ entity: PostgresEntity, only: Int? = nil) {
        guard !keys.isEmpty else { return }
        for (place, counted) in model.countedRelationships.enumerated()
        where counted.mayHave(entity) && (only == nil || only == place) {
            let lock = counted.isJoin ? "" : " ORDER BY pk FOR NO KEY UPDATE"
            enqueue(
                "SELECT \(counted.ownerColumn) FROM \(counted.table) WHERE \(counted.memberColumn) = ANY($1) "
                    + "AND \(counted.ownerColumn) IS NOT NULL\(lock)",
                [PostgresParameter(keys: keys.sorted())]
            ) { transaction, result in
                let owners = (0..<result.count).compactMap { result.integer($0, 0) }
                transaction.countedOwners[place, default: []].formUnion(owners)
            }
        }
    }

    /// The relationships with counts that to-one relationships of an entity are the other sides of: their places and
    /// the slots of the to-one relationships.
    func countedLinks(_ entity: PostgresEntity, _ slots: [Int]) -> [(place: Int, slot: Int)] {
        model.countedRelationships.enumerated().flatMap { place, counted in
            slots.filter { counted.isOther(side: $0, of: entity) }.map { (place, $0) }
        }
    }

    /// Notes the owners that a row is written with.
    mutating func noteOwners(_ row: WrittenRow, _ links: [(place: Int, slot: Int)]) throws {
        for (place, slot) in links {
            guard case .identifier(let identifier) = row.values[slot] else { continue }
            countedOwners[place, default: []].insert(try keys.destination(identifier).key)
        }
    }

    /// Notes the owners of updated rows before and after.
    mutating func noteOwners(ofUpdated rows: [WrittenRow], _ slots: [Int]) throws {
        guard let entity = rows.first?.entity else { return }
        let links = countedLinks(entity, slots)
        guard !links.isEmpty else { return }
        let stored = rows.compactMap { joined[$0.identifier] ?? $0.identifier.resolved.row }
        for place in Set(links.map(\.place)).sorted() { noteOwners(of: stored, entity, only: place) }
        for row in rows { try noteOwners(row, links) }
    }

    /// Notes the owners whose members are changed by a join table, or by keys in members that have no property for them.
    mutating func noteOwners(ofMembersOf row: WrittenRow, _ slot: Int, _ owner: Int64) throws {
        guard !model.countedRelationships.isEmpty else { return }
        var members: [Int64] = []
        let isStored = keys[row.identifier] == nil
        let isReplaced = row.toManyChanges[slot] == nil && row.writes(slot) && isStored
        if let change = row.toManyChanges[slot] {
            members = (change.added + change.removed).compactMap { keys.row($0)?.key }
        } else if row.writes(slot), case .identifiers(let all) = row.values[slot] {
            members = all.compactMap { keys.row($0)?.key }
        }
        guard !members.isEmpty || isReplaced else { return }
        switch row.entity.slots[slot] {
        case .toManyByJoin(_, let table, let own, let other):
            let (table, own, other) = (table.enclosed(in: "\""), own.enclosed(in: "\""), other.enclosed(in: "\""))
            for (place, counted) in model.countedRelationships.enumerated() where counted.table == table {
                if counted.ownerColumn == own { countedOwners[place, default: []].insert(owner) }
                guard counted.ownerColumn == other else { continue }
                countedOwners[place, default: []].formUnion(members)
                if isReplaced { noteOwners(of: [owner], row.entity, only: place) }
            }
        case .toManyByKey(let name, let column):
            guard let destination = model[name] else { return }
            for (place, counted) in model.countedRelationships.enumerated()
            where counted.table == destination.quotedTable && counted.ownerColumn == column.enclosed(in: "\"") {
                countedOwners[place, default: []].insert(owner)
                // A member of another owner moves.
                noteOwners(of: members, destination, only: place)
            }
        case .value, .composite, .toOne, .none: break
        }
    }

    /// Checks the noted owners, after everything was written.
    ///
    /// The owners are locked until the commit. Of two saves that change the members of one owner, the later one counts when the earlier
    /// one has been committed.
    /// - Throws: ``StoreError`` with code `validation` naming the relationship, at the latest with the next round trip.
    mutating func checkCounts() throws {
        guard !model.countedRelationships.isEmpty else { return }
        // Waiting statements may report further owners.
        try flush()
        for place in countedOwners.keys.sorted() {
            let counted = model.countedRelationships[place]
            let owners = [PostgresParameter(keys: (countedOwners[place] ?? []).sorted())]
            let table = counted.owner.quotedTable
            // References to the owners, which the server locks by FOR KEY SHARE, do not wait for this lock.
            enqueue("SELECT pk FROM \(table) WHERE pk = ANY($1) ORDER BY pk FOR NO KEY UPDATE", owners)
            enqueue(
                "SELECT o.pk, o.row_entity, (SELECT count(*) FROM \(counted.table) m WHERE m.\(counted.ownerColumn) = o.pk) "
                    + "FROM \(table) o WHERE o.pk = ANY($1) ORDER BY o.pk",
                owners
            ) { transaction, result in
                for row in 0..<result.count {
                    guard let key = result.integer(row, 0), let number = result.integer(row, 1),
                        let count = result.integer(row, 2), let problem = counted.limits.problem(with: count)
                    else { continue }
                    let entity = transaction.model[number: number] ?? counted.owner
                    throw entity.error(.validation, problem, slot: counted.slot, model: entity.identifier(key))
                }
            }
        }
    }
}
#endif
