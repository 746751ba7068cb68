import Foundation

/// Identifies a model within a store, and before its first save within the process.
///
/// The value is small and holds no heap object of its own for the default store: an interned
/// ``IdentifierSpace`` (store and entity) and a 64-bit row key.
public struct PersistentIdentifier: Hashable, Identifiable, Equatable, Comparable, Codable, Sendable {
    /// The opaque identity inside the store.
    public struct ID: Hashable, Equatable, Sendable {
        /// Not counted: spaces are never released.
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

        package var space: IdentifierSpace { spaceReference.takeUnretainedValue() }
        /// The space as something to compare and to look up, without counting references.
        package var spacePointer: UnsafeRawPointer { UnsafeRawPointer(spaceReference.toOpaque()) }

        /// Whether both are equal.
        public static func == (lhs: ID, rhs: ID) -> Bool {
            lhs.spaceReference.toOpaque() == rhs.spaceReference.toOpaque() && lhs.key == rhs.key
        }

        /// Feeds what equality compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(spaceReference.toOpaque())
            hasher.combine(key)
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

    /// The entity of the model.
    public var entityName: String { id.space.entityName }

    /// The store that holds the model, or nil while the identifier is temporary.
    public var storeIdentifier: String? { id.space.storeIdentifier }

    /// Whether the model has not been saved yet. Such an identifier must not be persisted.
    public var isTemporary: Bool {
        if case .temporary = id.key { true } else { false }
    }

    /// The 64-bit row key in the default store, or nil for temporary identifiers and those of other stores.
    package var row: Int64? {
        if case .row(let row) = id.key { row } else { nil }
    }

    /// What a temporary identifier became at its save; the identifier itself otherwise.
    package var resolved: PersistentIdentifier {
        if case .temporary(let key) = id.key, let permanent = key.permanent { permanent } else { self }
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
            space: .named(store: storeIdentifier, entity: entityName),
            key: IdentifierKey(parsing: primaryKey.description)
        )
    }

    /// Whether both are equal.
    public static func == (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        lhs.id == rhs.id
    }

    /// Whether one comes before the other.
    public static func < (lhs: PersistentIdentifier, rhs: PersistentIdentifier) -> Bool {
        if lhs.id.space === rhs.id.space { return lhs.id.key < rhs.id.key }
        let left = (lhs.storeIdentifier ?? "", lhs.entityName)
        return left < (rhs.storeIdentifier ?? "", rhs.entityName)
    }

    /// Feeds what equality compares.
    public func hash(into hasher: inout Hasher) {
        id.hash(into: &hasher)
    }
}
