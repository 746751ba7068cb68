import SwiftDataCore
import SwiftDataSyncCore

/// One property of a class, and the part of a record that holds its value.
enum SyncProperty {
    /// A value.
    case attribute(SyncName, Schema.Attribute)
    /// A to-one relationship that the record keeps.
    case reference(SyncName)
    /// A to-one relationship that the records of another class keep: the other side of a one-to-one relationship.
    case inverseReference(entity: String, slot: Int, SyncName)
    /// A to-many relationship whose members keep a reference to this record. `slot` is the slot of the reference in the class of
    /// the members, or nil where their class has no property for it.
    case members(of: String, slot: Int?, SyncName)
    /// A many-to-many relationship that the record keeps the pairs of.
    case pairs(SyncName)
    /// The other side of a many-to-many relationship.
    case inversePairs(of: String, slot: Int, SyncName)
    /// A property that is in no store.
    case none
}

/// A class, with its properties by slot.
struct SyncEntity {
    let name: SyncName
    let layout: ModelLayout
    let properties: [SyncProperty]
    /// The references to the owners of to-many relationships without an inverse, which have no slot here: the class of the
    /// owner and its slot, by the name of the reference.
    var owners: [SyncName: OwnerSlot] = [:]
    /// The to-many relationships that the class has a place in, by the name of the place.
    var placements: [SyncName: Placement] = [:]

    struct OwnerSlot {
        let entity: String
        let slot: Int
    }

    /// A place in the order of a to-many relationship of the row that a reference leads to.
    struct Placement {
        let reference: SyncName
        let owner: OwnerSlot
    }
}
