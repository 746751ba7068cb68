/// The insertion of a model in a ``DefaultStore``.
public struct DefaultHistoryInsert<Model>: HistoryInsert where Model: PersistentModel {
    /// The type of ``transactionIdentifier``.
    public typealias TransactionIdentifier = Int64
    /// The type of ``changeIdentifier``.
    public typealias ChangeIdentifier = Int64

    /// The number of the change in its store.
    public let changeIdentifier: ChangeIdentifier
    /// The number of the transaction that the change is a part of.
    public let transactionIdentifier: TransactionIdentifier
    /// The identifier of the model.
    public let changedPersistentIdentifier: PersistentIdentifier

    package init(_ change: Int64, of transaction: Int64, _ model: PersistentIdentifier) {
        changeIdentifier = change
        transactionIdentifier = transaction
        changedPersistentIdentifier = model
    }

    /// True if both are the same change of the same store.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

/// A change of a model's properties in a ``DefaultStore``.
///
/// `@unchecked Sendable` without a lock: it is immutable, and the key paths lead to stored properties, which capture
/// nothing.
public struct DefaultHistoryUpdate<Model>: HistoryUpdate, @unchecked Sendable where Model: PersistentModel {
    /// The type of ``transactionIdentifier``.
    public typealias TransactionIdentifier = Int64
    /// The type of ``changeIdentifier``.
    public typealias ChangeIdentifier = Int64
    /// A property that changed.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The number of the change in its store.
    public let changeIdentifier: ChangeIdentifier
    /// The number of the transaction that the change is a part of.
    public let transactionIdentifier: TransactionIdentifier
    /// The identifier of the model.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The properties that changed, relationships included.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    package init(
        _ change: Int64,
        of transaction: Int64,
        _ model: PersistentIdentifier,
        updated: [any PartialKeyPath<Model> & Sendable]
    ) {
        changeIdentifier = change
        transactionIdentifier = transaction
        changedPersistentIdentifier = model
        updatedAttributes = updated
    }

    /// True if both are the same change of the same store.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

/// The deletion of a model from a ``DefaultStore``.
public struct DefaultHistoryDelete<Model>: HistoryDelete where Model: PersistentModel {
    /// The type of ``transactionIdentifier``.
    public typealias TransactionIdentifier = Int64
    /// The type of ``changeIdentifier``.
    public typealias ChangeIdentifier = Int64

    /// The number of the change in its store.
    public let changeIdentifier: ChangeIdentifier
    /// The number of the transaction that the change is a part of.
    public let transactionIdentifier: TransactionIdentifier
    /// The identifier that the model had.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The values that were kept: the values of attributes with `.preserveValueOnDeletion`.
    public let tombstone: HistoryTombstone<Model>

    package init(
        _ change: Int64,
        of transaction: Int64,
        _ model: PersistentIdentifier,
        tombstone: HistoryTombstone<Model>
    ) {
        changeIdentifier = change
        transactionIdentifier = transaction
        changedPersistentIdentifier = model
        self.tombstone = tombstone
    }

    /// True if both are the same change of the same store.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.changeIdentifier == rhs.changeIdentifier
            && lhs.changedPersistentIdentifier == rhs.changedPersistentIdentifier
    }

    /// Hashes the values that equality compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
