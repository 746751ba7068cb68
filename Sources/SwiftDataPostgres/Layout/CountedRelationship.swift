#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A to-many relationship with a least or a greatest number of models, and the table with the keys of its owners and members.
struct CountedRelationship: Sendable {
    let owner: PostgresEntity
    let slot: Int
    /// The table of the members, or the join table.
    let table: String
    let ownerColumn: String
    let memberColumn: String
    let isJoin: Bool
    private let least: Int
    /// 0 for any number.
    private let most: Int
    /// The numbers of the entities that members may be of.
    private let destinations: [Int64]

    /// Nil for every other property.
    init?(_ owner: PostgresEntity, slot: Int, destination: (String) -> PostgresEntity?) {
        guard case .toMany(let relationship, _) = owner.layout.properties[slot].shape, owner.declares(slot) else {
            return nil
        }
        least = relationship.minimumModelCount ?? 0
        most = relationship.maximumModelCount ?? 0
        guard least > 0 || most > 0 else { return nil }
        let members: PostgresEntity
        switch owner.slots[slot] {
        case .toManyByKey(let name, let column):
            guard let found = destination(name) else { return nil }
            members = found
            (table, ownerColumn, memberColumn) = (found.quotedTable, column.enclosed(in: "\""), "pk")
            isJoin = false
        case .toManyByJoin(let name, let join, let own, let other):
            guard let found = destination(name) else { return nil }
            members = found
            (ownerColumn, memberColumn) = (own.enclosed(in: "\""), other.enclosed(in: "\""))
            table = join.enclosed(in: "\"")
            isJoin = true
        case .value, .composite, .toOne, .none: return nil
        }
        destinations = members.table.familyNumbers
        self.owner = owner
        self.slot = slot
    }

    func mayHave(_ entity: PostgresEntity) -> Bool { destinations.contains(entity.number) }

    /// True if a to-one relationship of an entity is the other side.
    func isOther(side slot: Int, of entity: PostgresEntity) -> Bool {
        guard !isJoin, case .toOne(let column, _, _) = entity.slots[slot] else { return false }
        return entity.quotedTable == table && column.enclosed(in: "\"") == ownerColumn
    }

    /// The reason why an owner may not have the given number of members; nil if it may. An optional relationship may have none.
    func problem(with count: Int64) -> String? {
        if count < least, count > 0 || !owner.layout.properties[slot].isOptional {
            return "it would have \(count) models; minimumModelCount is \(least)."
        }
        return most > 0 && count > most ? "it would have \(count) models; maximumModelCount is \(most)." : nil
    }
}
#endif
