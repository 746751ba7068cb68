import Foundation

/// Identifies a model within a store, and before its first save within the process.
///
/// The value is small and holds no heap object of its own for the default store: an interned
/// `IdentifierSpace` (store and entity) and a 64-bit row key. One that was decoded before its store was opened
/// carries the names itself.
///
/// An identifier is sent to another isolation where a model cannot be:
///
/// ```swift
/// let id = trip.persistentModelID
/// let name = try await container.read { context in
///     (context.model(for: id) as? Trip)?.name
/// }
/// ```
public struct PersistentIdentifier: Hashable, Identifiable, Equatable, Comparable, Codable, Sendable {
    /// The opaque identity inside the store.
    public struct ID: Hashable, Equatable, Sendable {
        /// The space, by a reference that is not counted: spaces are never released.
        private let spaceReference: Unmanaged<IdentifierSpace>
        package let key: IdentifierKey

        package init(space: IdentifierSpace, key: IdentifierKey) {
            spaceReference = .passUnretained(space)
            self.key = key
        }

        fileprivate init(reference: Unmanaged<IdentifierSpace>, key: IdentifierKey) {
            spaceReference = reference
            self.key = key
        }

        /// The store and the entity; of foreign identifiers, one that stands for all of them.
        package var space: IdentifierSpace { spaceReference.takeUnretainedValue() }
        /// The space as something to compare and to look up, without counting references.
        package var spacePointer: UnsafeRawPointer { UnsafeRawPointer(spaceReference.toOpaque()) }

        /// True if both are equal.
        public static func == (lhs: ID, rhs: ID) -> Bool {
            if lhs.spaceReference.toOpaque() == rhs.spaceReference.toOpaque() { return lhs.key == rhs.key }
            guard lhs.isForeign || rhs.isForeign else { return false }
            return lhs.key.plain == rhs.key.plain && lhs.storeIdentifier == rhs.storeIdentifier
                && lhs.entityName == rhs.entityName
        }

        /// Hashes the values that equality compares.
        public func hash(into hasher: inout Hasher) {
            if case .foreign(let foreign) = key {
                foreign.hash(into: &hasher)
            } else {
                hasher.combine(spaceReference._withUnsafeGuaranteedRef { $0.nameHash })
                hasher.combine(key)
            }
        }

        /// True if the store and the entity are in the key, because they have no space.
        package var isForeign: Bool {
            if case .foreign = key { true } else { false }
        }

        package var entityName: String {
            if case .foreign(let foreign) = key { foreign.entityName } else { space.entityName }
        }

        package var storeIdentifier: String? {
            if case .foreign(let foreign) = key { foreign.storeIdentifier } else { space.storeIdentifier }
        }
    }

    /// The opaque identity inside the store.
    public let id: ID

    package init(space: IdentifierSpace, key: IdentifierKey) {
        id = ID(space: space, key: key)
    }

    /// The same as of a space and the key of a row, without counting a reference to the space.
    package init(reference: Unmanaged<IdentifierSpace>, row: Int64) {
        id = ID(reference: reference, key: .row(row))
    }

    /// The identifier of a row of a store with integer keys.
    package init(store: String, entity: String, row: Int64) {
        self.init(space: .named(store: store, entity: entity), key: .row(row))
    }

    /// The identifier of any store and entity, which leaves nothing behind where the process has not opened the store.
    package init(outside store: String?, entity: String, key: IdentifierKey) {
        let isOwn = SnapshotTypes.called?.isOpening(store, entity) ?? false
        let space: IdentifierSpace? =
            isOwn ? .named(store: store, entity: entity) : .known(store: store, entity: entity)
        if let space {
            id = ID(space: space, key: key)
        } else {
            id = ID(space: .foreign, key: .foreign(ForeignKey(store: store, entity: entity, key: key)))
        }
    }

    /// An identifier as it is in another container.
    package init(_ id: ID) { self.id = id }

    /// The entity of the model.
    public var entityName: String { id.entityName }

    /// The store that holds the model, or nil while the identifier is temporary.
    public var storeIdentifier: String? { id.storeIdentifier }

    /// True if the model has not been saved yet. Such an identifier must not be persisted.
    public var isTemporary: Bool {
        switch id.key {
        case .temporary: true
        case .row, .custom: false
        case .foreign(let foreign): if case .temporary = foreign.key { true } else { false }
        }
    }

    /// The 64-bit row key in the default store, or nil for temporary identifiers and identifiers of other stores.
    package var row: Int64? {
        if case .row(let row) = id.key.plain { row } else { nil }
    }

    /// The permanent identifier that a temporary one has become at its save; the identifier itself otherwise. An
    /// identifier from outside refers to its space as soon as there is one.
    package var resolved: PersistentIdentifier {
        switch id.key {
        case .row, .custom: return self
        case .temporary(let key): return key.permanent ?? self
        case .foreign: return interned
        }
    }

    /// The same identifier, which refers to its space if there is one by now.
    package var interned: PersistentIdentifier {
        guard case .foreign(let foreign) = id.key,
            let space = IdentifierSpace.known(store: foreign.storeIdentifier, entity: foreign.entityName)
        else { return self }
        return PersistentIdentifier(space: space, key: foreign.key)
    }

    /// Makes the permanent identifier of a row of a custom store.
    ///
    /// The key is compared by its description, so that an identifier decoded elsewhere equals the one it was made
    /// from.
    /// - Throws: ``DataStoreError/unsupportedFeature`` when the store identifier or the entity name is empty.
    public static func identifier<T>(
        for storeIdentifier: String,
        entityName: String,
        primaryKey: T
    ) throws -> PersistentIdentifier where T: Comparable & CustomStringConvertible & Codable & Hashable {
        guard !storeIdentifier.isEmpty, !entityName.isEmpty else { throw DataStoreError.unsupportedFeature }
        return PersistentIdentifier(
            outside: storeIdentifier,
            entity: entityName,
            key: IdentifierKey(parsing: primaryKey.description)
        )
    }

    /// True if both are equal.
    public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        lhs.id == rhs.id
    }

    /// True if the first comes before the second.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        let isOneSpace = lhs.id.spacePointer == rhs.id.spacePointer && !lhs.id.isForeign
        if isOneSpace { return lhs.id.key < rhs.id.key }
        let left = (lhs.storeIdentifier ?? "", lhs.entityName)
        let right = (rhs.storeIdentifier ?? "", rhs.entityName)
        return left == right ? lhs.id.key.plain < rhs.id.key.plain : left < right
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        id.hash(into: &hasher)
    }
}
