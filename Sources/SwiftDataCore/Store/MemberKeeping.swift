/// A store that keeps the members of a to-many relationship without another side by a key in the members' rows.
package protocol MemberKeeping: DataStore {
    /// The owners of members, as far as they have one.
    func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout
    ) throws -> [PersistentIdentifier: PersistentIdentifier]
}

extension StoreBox {
    package var keepsMembersByKey: Bool { store is any MemberKeeping }

    package func owners(
        of members: [PersistentIdentifier],
        slot: Int,
        of layout: ModelLayout,
        _ editing: EditingState
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        try (store as? any MemberKeeping)?.owners(of: members, slot: slot, of: layout) ?? [:]
    }
}
