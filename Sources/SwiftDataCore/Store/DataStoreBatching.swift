public import Foundation

/// A store that can delete many rows without loading them.
public protocol DataStoreBatching: DataStore {
    /// Deletes the rows that the request describes, following their delete rules.
    ///
    /// - Throws: An error of the store where it cannot delete them.
    func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel
}

/// A deletion of every row that matches a predicate.
public struct DataStoreBatchDeleteRequest<T>: Sendable where T: PersistentModel {
    /// The context that asks.
    public let editingState: EditingState
    /// The condition, or nil for every row.
    public let predicate: Predicate<T>?
    /// True if rows of subclasses are deleted too.
    public let includeSubclasses: Bool

    package init(editingState: EditingState, predicate: Predicate<T>?, includeSubclasses: Bool) {
        self.editingState = editingState
        self.predicate = predicate
        self.includeSubclasses = includeSubclasses
    }
}
