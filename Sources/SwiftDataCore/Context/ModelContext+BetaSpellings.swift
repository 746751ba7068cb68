// Spellings of the first betas, which code from 2023 still has.

extension ModelContext {
    /// Inserts a model.
    @available(*, deprecated, renamed: "insert(_:)")
    public func insert<T>(object model: T) where T: PersistentModel {
        insert(model)
    }

    /// Marks a model for deletion.
    @available(*, deprecated, renamed: "delete(_:)")
    public func delete<T>(object model: T) where T: PersistentModel {
        delete(model)
    }
}
