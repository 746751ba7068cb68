/// The members of a large to-many relationship as a set, so that each addition finds out at once whether a model is
/// among them.
///
/// It is valid for one array only, which it holds: a changed array has another buffer, and the set is made again. Code
/// that adds to the array or removes from it releases the set's array first, and gives the set the changed one.
package struct MemberSet {
    /// Fewer members than this are compared one by one.
    package static let leastCount = 16

    private var identifiers: [PersistentIdentifier]
    private var members: Set<PersistentIdentifier>
    private var hasTemporary = false
    private let stamp: Stamp

    /// A temporary identifier that a save has made permanent equals the permanent one from then on.
    private struct Stamp: Equatable {
        let unit: ObjectIdentifier?
        let saves: Int

        init(_ unit: UnitOfWork?) {
            self.unit = unit.map { ObjectIdentifier($0) }
            saves = unit?.saveRun.count ?? TemporaryKey.saveCount
        }
    }

    package init(_ identifiers: [PersistentIdentifier], in unit: UnitOfWork?) {
        self.identifiers = identifiers
        members = Set(minimumCapacity: identifiers.count)
        stamp = Stamp(unit)
        for identifier in identifiers { add(identifier) }
    }

    /// Adds a member to a set whose array is released.
    package mutating func add(_ identifier: PersistentIdentifier) {
        members.insert(identifier)
        guard identifier.isTemporary else { return }
        hasTemporary = true
        let resolved = identifier.resolved
        if !resolved.isTemporary { members.insert(resolved) }
    }

    /// Drops a member of a set whose array is released.
    package mutating func remove(_ identifier: PersistentIdentifier) {
        members.remove(identifier)
        if identifier.isTemporary { members.remove(identifier.resolved) }
    }

    package func contains(_ identifier: PersistentIdentifier) -> Bool { members.contains(identifier) }

    /// True if the set was made of this array of members and is still current.
    package func isOf(_ other: [PersistentIdentifier], in unit: UnitOfWork?) -> Bool {
        guard identifiers.count == other.count,
            identifiers.withUnsafeBufferPointer({ $0.baseAddress }) == other.withUnsafeBufferPointer({ $0.baseAddress })
        else { return false }
        return !hasTemporary || stamp == Stamp(unit)
    }

    /// Releases the array, which is about to change.
    package mutating func letGo() { identifiers = [] }

    /// Takes the array that it was made for, after the changes that it has applied.
    package mutating func hold(_ identifiers: [PersistentIdentifier]) { self.identifiers = identifiers }

    /// Adopts the array after a member was added to it.
    package mutating func add(_ identifier: PersistentIdentifier, now identifiers: [PersistentIdentifier]) {
        add(identifier)
        self.identifiers = identifiers
    }

    /// Adopts the array after a member was taken from it.
    package mutating func remove(_ identifier: PersistentIdentifier, now identifiers: [PersistentIdentifier]) {
        remove(identifier)
        self.identifiers = identifiers
    }
}
