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
    let limits: MemberLimits
    /// The numbers of the entities that members may be of.
    private let destinations: [Int64]

    /// Nil for every other property.
    init?(_ owner: PostgresEntity, slot: Int, destination: (String) -> PostgresEntity?) {
        guard let limits = MemberLimits(owner.layout.properties[slot]), owner.layout.declares(slot) else { return nil }
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
        self.limits = limits
    }

    func mayHave(_ entity: PostgresEntity) -> Bool { destinations.contains(entity.number) }

    /// True if a to-one relationship of an entity is the other side.
    func isOther(side slot: Int, of entity: PostgresEntity) -> Bool {
        guard !isJoin, case .toOne(let column, _, _) = entity.slots[slot] else { return false }
        return entity.quotedTable == table && column.enclosed(in: "\"") == ownerColumn
    }
}
#endif
