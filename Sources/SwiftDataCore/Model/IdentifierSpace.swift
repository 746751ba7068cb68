import Foundation

/// A store and an entity, interned: two identifiers belong together when they share the instance.
///
/// There is one for each entity of each store that the process has opened, and one for each class of models. They are
/// never released, so that identifiers refer to them without counting. Identifiers from outside make none, see
/// ``ForeignKey``.
package final class IdentifierSpace: Sendable {
    package let storeIdentifier: String?
    package let entityName: String
    /// The hash of both.
    let nameHash: Int

    private init(storeIdentifier: String?, entityName: String) {
        self.storeIdentifier = storeIdentifier
        self.entityName = entityName
        nameHash = Self.hash(storeIdentifier, entityName)
    }

    private struct Name: Hashable {
        var store: String?
        var entity: String
    }

    private static let interned = Locked<[Name: IdentifierSpace]>([:])
    /// The space of the identifiers that carry their store and entity themselves.
    static let foreign = IdentifierSpace(storeIdentifier: nil, entityName: "")

    /// The space of an entity in a store that is open, or of a class's unsaved models when the store is nil.
    ///
    /// Not for names from outside: see ``known(store:entity:)``.
    package static func named(store: String?, entity: String) -> IdentifierSpace {
        interned.withLock { spaces in
            let name = Name(store: store, entity: entity)
            if let space = spaces[name] { return space }
            let space = IdentifierSpace(storeIdentifier: store, entityName: entity)
            spaces[name] = space
            return space
        }
    }

    /// The space of any names; nil where no store with them has been opened.
    package static func known(store: String?, entity: String) -> IdentifierSpace? {
        interned.withLock { $0[Name(store: store, entity: entity)] }
    }

    /// The number of spaces.
    package static var count: Int { interned.withLock { $0.count } }

    static func hash(_ store: String?, _ entity: String) -> Int {
        var hasher = Hasher()
        hasher.combine(store)
        hasher.combine(entity)
        return hasher.finalize()
    }
}

/// The whole of an identifier whose store the process has not opened, or not yet: it is released with the identifier.
///
/// Such identifiers are decoded, or made by a store that is just being opened. They equal identifiers that refer to an
/// ``IdentifierSpace``, and ``PersistentIdentifier/resolved`` makes such an identifier as soon as there is a space.
package final class ForeignKey: Hashable, Sendable {
    let storeIdentifier: String?
    let entityName: String
    let key: IdentifierKey
    /// The hash, as ``IdentifierSpace/nameHash``.
    let nameHash: Int

    init(store: String?, entity: String, key: IdentifierKey) {
        storeIdentifier = store
        entityName = entity
        self.key = key
        nameHash = IdentifierSpace.hash(store, entity)
    }

    package static func == (lhs: ForeignKey, rhs: ForeignKey) -> Bool {
        lhs.nameHash == rhs.nameHash && lhs.key == rhs.key && lhs.storeIdentifier == rhs.storeIdentifier
            && lhs.entityName == rhs.entityName
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(nameHash)
        hasher.combine(key)
    }
}
