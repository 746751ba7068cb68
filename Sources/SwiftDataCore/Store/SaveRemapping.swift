/// The permanent identifiers of the temporary ones of a save, as far as its snapshots have been copied to new
/// identifiers.
///
/// The snapshots of a save share it. So a reference is encoded as the permanent identifier even where the store copies
/// without `remappedIdentifiers`, and in cycles of new models too, since a copy may be made before its destination's.
package final class SaveRemapping: Sendable {
    private let identifiers = Locked<[PersistentIdentifier: PersistentIdentifier]>([:])

    package init() {}

    package subscript(temporary: PersistentIdentifier) -> PersistentIdentifier? {
        identifiers.withLock { $0[temporary] }
    }

    package func note(_ temporary: PersistentIdentifier, became permanent: PersistentIdentifier) {
        guard temporary.isTemporary, !permanent.isTemporary else { return }
        identifiers.withLock { $0[temporary] = permanent }
    }
}
