/// The identity of a record on all devices: the name of its entity and a UUID.
///
/// Records are ordered by UUID. UUIDs of version 7 begin with the time at which they were made, so that the lower of two
/// identities is the older one.
public struct RecordID: Hashable, Comparable, Sendable {
    /// The name of the entity.
    public let entity: SyncName
    /// The UUID.
    public let uuid: UUIDBits

    /// Creates an identity.
    public init(entity: SyncName, uuid: UUIDBits) {
        self.entity = entity
        self.uuid = uuid
    }

    /// Orders identities by their UUIDs, and then by the names of their entities.
    public static func < (left: RecordID, right: RecordID) -> Bool {
        left.uuid != right.uuid ? left.uuid < right.uuid : left.entity < right.entity
    }
}
