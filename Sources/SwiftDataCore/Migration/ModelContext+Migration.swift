extension ModelContext {
    /// The store before the stage, in its old shape, in the `didMigrate` closure of a stage. Nil anywhere else.
    ///
    /// It is for reading: saving it throws. The migrated form of one of its models is found by
    /// ``migratedModel(of:as:)``. It ends with the closure.
    ///
    /// An addition to Apple's API.
    public var contextBeforeMigration: ModelContext? { past }

    /// Returns the migrated form of a model of ``contextBeforeMigration``, in the `didMigrate` closure of a stage.
    ///
    /// It follows entities that were renamed, and rows that got another key because their table was joined with other
    /// tables.
    ///
    /// An addition to Apple's API.
    /// - Parameters:
    ///   - model: A model of ``contextBeforeMigration``.
    ///   - type: The class that it has now, or one above it.
    /// - Returns: Nil where the model or its entity no longer exists, where it is of another class, and outside of the
    ///   closure.
    /// - Throws: ``StoreError`` when the store cannot be read.
    public func migratedModel<T>(of model: any PersistentModel, as type: T.Type = T.self) throws -> T?
    where T: PersistentModel {
        guard let past, let successor, model.modelContext == past,
            let identifier = try successor(model.persistentModelID),
            let migrated = unit.lookup.model(for: identifier), !migrated.isDeleted
        else { return nil }
        return migrated as? T
    }
}
