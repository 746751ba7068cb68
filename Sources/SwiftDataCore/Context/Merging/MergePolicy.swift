extension ModelContext {
    /// The treatment of a row that has changed between its reading and the save of its edits.
    ///
    /// An addition to Apple's API, in the terms of Core Data's merge policies.
    public enum MergePolicy: Hashable, Sendable {
        /// A save joins its edits with the row, property by property. The edit wins where both changed one property, and
        /// the value that loses is in ``ModelContext/conflicts``. This is Apple's behaviour, and the default.
        case mergeByProperty
        /// A save throws ``StoreError`` with code `conflict`, and writes nothing, where any row that it updates or deletes
        /// has changed since it was read.
        case error
    }

    /// The treatment of rows that another context or process has changed since this context read them.
    ///
    /// An addition to Apple's API. With ``MergePolicy/error``, ``save()`` throws ``StoreError`` with code `conflict`. The
    /// error names the entity, the row, and the properties that were changed elsewhere or, where these are not known, the
    /// edited ones. Every change stays pending. Call ``refresh(_:mergeChanges:)`` with the model and save again, or call
    /// ``rollback()``. An edit of a row that was deleted elsewhere is dropped, and the next save throws `conflict` once.
    ///
    /// The stores of this package compare the optimistic-lock counter of each row that a save writes. A custom store has
    /// none: a change is noticed there as soon as the context has received it.
    ///
    /// May be set at any time, in the isolation of the context; ``MergePolicy/mergeByProperty`` unless you set it.
    ///
    /// ```swift
    /// context.mergePolicy = .error
    /// ```
    public var mergePolicy: MergePolicy {
        get { unit.merging.policy }
        set { unit.merging.follow(newValue) }
    }

    /// Reads the newest row of a model from its store.
    ///
    /// An addition to Apple's API, as Core Data's `refresh(_:mergeChanges:)`. It resolves the conflicts of the model:
    /// the next save does not take the row for changed, unless it changes again. A model that was not saved yet stays as
    /// it is. To be called in the isolation of the context.
    ///
    /// ```swift
    /// do {
    ///     try context.save()
    /// } catch let error as StoreError where error.code == .conflict {
    ///     try context.refresh(trip)
    ///     try context.save()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - model: A model of this context.
    ///   - mergeChanges: True if the unsaved edits of the model stay, over the newest values. Otherwise they are
    ///     dropped, apart from two kinds that concern other rows: a deletion stays pending, and so do members of a
    ///     to-many relationship whose other side is to-one, which are edits of those members.
    /// - Throws: ``StoreError`` with code `missingRow` where the row has been deleted, with code `foreignContext` for a
    ///   model of another context, with code `saveInProgress` in the middle of a save, and the error of the store where
    ///   the row cannot be read. The model is as it was then, except that the context releases a model without a row.
    public func refresh<T: PersistentModel>(_ model: T, mergeChanges: Bool = true) throws {
        try unit.exclusively { try unit.refreshing.refresh(model, mergeChanges: mergeChanges) }
    }
}
