import Foundation

/// A store and an entity, interned: two identifiers belong together when they share the instance.
///
/// A process sees few of them, and they are never released.
package final class IdentifierSpace: Sendable {
    package let storeIdentifier: String?
    package let entityName: String

    private init(storeIdentifier: String?, entityName: String) {
        self.storeIdentifier = storeIdentifier
        self.entityName = entityName
    }

    private struct Name: Hashable {
        var store: String?
        var entity: String
    }

    private static let interned = Locked<[Name: IdentifierSpace]>([:])

    /// The space of an entity in a store, or of its unsaved models when the store is nil.
    package static func named(store: String?, entity: String) -> IdentifierSpace {
        interned.withLock { spaces in
            let name = Name(store: store, entity: entity)
            if let space = spaces[name] { return space }
            let space = IdentifierSpace(storeIdentifier: store, entityName: entity)
            spaces[name] = space
            return space
        }
    }
}
