public import SwiftDataCore

// The container's initialisers stand here, above the default store, because a container that is given no
// configuration opens one.

extension ModelContainer {
    /// Opens the stores of some model classes, and of the classes that they lead to.
    ///
    /// Without a configuration it is one file in the user's data folder; see `ModelConfiguration`.
    ///
    /// ```swift
    /// let container = try ModelContainer(for: Trip.self, migrationPlan: TripPlan.self)
    /// ```
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` naming file and
    ///   cause when a store cannot be opened.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(opening: Schema(forTypes), migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    ///
    /// ```swift
    /// let container = try ModelContainer(
    ///     for: Schema([Trip.self, Book.self]),
    ///     configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    /// )
    /// ```
    ///
    /// - Throws: The errors of the initializer for model classes.
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: ModelConfiguration...
    ) throws {
        try self.init(opening: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens the stores of a schema.
    /// - Throws: The errors of the initializer for model classes.
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
        configurations: [ModelConfiguration]
    ) throws {
        try self.init(opening: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    /// Opens stores of any kind for some model classes, and for the classes that they lead to.
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, and the errors of the stores.
    public convenience init(
        for forTypes: any PersistentModel.Type...,
        configurations: any DataStoreConfiguration...
    ) throws {
        try self.init(opening: Schema(forTypes), migrationPlan: nil, configurations: configurations)
    }

    /// Opens stores of any kind for a schema.
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, and the errors of the stores.
    public convenience init(for givenSchema: Schema, configurations: [any DataStoreConfiguration]) throws {
        try self.init(opening: givenSchema, migrationPlan: nil, configurations: configurations)
    }

    /// Opens stores of any kind for a schema; each gets the migration plan.
    ///
    /// An addition to Apple's API, which has no way to give a plan to a custom store.
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, and the errors of the stores.
    @_disfavoredOverload
    public convenience init(
        for givenSchema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations: [any DataStoreConfiguration]
    ) throws {
        try self.init(opening: givenSchema, migrationPlan: migrationPlan, configurations: configurations)
    }

    private convenience init(
        opening schema: Schema,
        migrationPlan: (any SchemaMigrationPlan.Type)?,
        configurations: [any DataStoreConfiguration]
    ) throws {
        let opening = try ContainerOpening(schema: schema, configurations: configurations)
        let core = ContainerCore(
            schema: schema,
            migrationPlan: migrationPlan,
            stores: try opening.open(migrationPlan: migrationPlan),
            configurations: Set(opening.configurations.compactMap { $0 as? ModelConfiguration })
        )
        self.init(core: core)
        core.adopt(self)
    }
}
