extension ModelContext {
    /// In the `didMigrate` closure of a stage: the store as it was before the stage, in its old shape. Nil anywhere else.
    ///
    /// It is for reading: saving it throws. A model has the same ``PersistentIdentifier`` in both contexts, so that old and
    /// new can be put side by side. It ends with the closure.
    ///
    /// An addition to Apple's API.
    public var contextBeforeMigration: ModelContext? { past }
}
