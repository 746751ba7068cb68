import SwiftDataCore
import SwiftDataSQL

/// A to-many relationship that must have at least or at most so many models, and where its members are found.
struct CountedRelationship: Sendable {
    let owner: StoreEntity
    let slot: Int
    let limits: MemberLimits
    /// The table with the links between owners and members, and its columns for both.
    let table: String
    let ownerColumn: String
    let memberColumn: String
    /// The numbers of the entities that members may be of.
    private let destinations: [Int64]

    /// Nil for every other property.
    init?(_ owner: StoreEntity, slot: Int, destination: (String) -> StoreEntity?) {
        guard let limits = MemberLimits(owner.layout.properties[slot]), owner.layout.declares(slot) else { return nil }
        let members: StoreEntity?
        switch owner.slots[slot] {
        case .toManyByKey(let name, let column, _):
            members = destination(name)
            (ownerColumn, memberColumn) = (SQLIdentifier.quoted(column), "Z_PK")
            table = members?.quotedTable ?? ""
        case .toManyByJoin(let name, let join, let own, let other):
            members = destination(name)
            (ownerColumn, memberColumn) = (SQLIdentifier.quoted(own), SQLIdentifier.quoted(other))
            table = SQLIdentifier.quoted(join)
        case .value, .composite, .toOne, .none:
            return nil
        }
        guard let members else { return nil }
        destinations = members.table.familyNumbers
        self.owner = owner
        self.slot = slot
        self.limits = limits
    }

    func mayHave(_ entity: StoreEntity) -> Bool { destinations.contains(entity.number) }
}
