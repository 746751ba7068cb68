/// The change of one model in a transaction.
public enum HistoryChange: Sendable {
    /// The model was inserted.
    case insert(any HistoryInsert)
    /// The model was changed.
    case update(any HistoryUpdate)
    /// The model was deleted.
    case delete(any HistoryDelete)

    /// The identifier of the model.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let insert): insert.changedPersistentIdentifier
        case .update(let update): update.changedPersistentIdentifier
        case .delete(let delete): delete.changedPersistentIdentifier
        }
    }
}

/// The insertion of a model.
public protocol HistoryInsert<Model>: Sendable {
    /// The class of the model.
    associatedtype Model: PersistentModel
    /// The type of ``transactionIdentifier``.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The type of ``changeIdentifier``.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

    /// Identifies the change among the changes of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is a part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A change of a model's properties.
public protocol HistoryUpdate<Model>: Sendable {
    /// The class of the model.
    associatedtype Model: PersistentModel
    /// The type of ``transactionIdentifier``.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The type of ``changeIdentifier``.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// A property that changed.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// Identifies the change among the changes of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is a part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier of the model.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The properties that changed, relationships included.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// The deletion of a model.
public protocol HistoryDelete<Model>: Sendable {
    /// The class of the model.
    associatedtype Model: PersistentModel
    /// The type of ``transactionIdentifier``.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// The type of ``changeIdentifier``.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable

    /// Identifies the change among the changes of its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The transaction that the change is a part of.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The identifier that the model had.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The values that were kept: the values of attributes with `.preserveValueOnDeletion`.
    var tombstone: HistoryTombstone<Model> { get }
}
