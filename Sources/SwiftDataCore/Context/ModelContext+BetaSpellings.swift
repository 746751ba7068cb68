// Spellings of the first betas, which code from 2023 still has.
// Disfavored, so that `models.forEach(context.insert)` means the form of today.

extension ModelContext {
    /// Inserts a model.
    @available(*, deprecated, renamed: "insert(_:)")
    @_disfavoredOverload
    public func insert<T>(object model: T) where T: PersistentModel {
        insert(model)
    }

    /// Marks a model for deletion.
    @available(*, deprecated, renamed: "delete(_:)")
    @_disfavoredOverload
    public func delete<T>(object model: T) where T: PersistentModel {
        delete(model)
    }
}
