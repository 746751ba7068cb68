public import SwiftDataCore

// Spellings of the first betas, which code from 2023 still has: a configuration without its label, and the types as an
// array. A form with one configuration stands beside the one with more, since only it gets a fix-it.

extension ModelContainer {
    /// Opens the store of a schema.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(for givenSchema: Schema, _ configuration: ModelConfiguration) throws {
        try self.init(for: givenSchema, configurations: [configuration])
    }

    /// Opens the stores of a schema.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(
        for givenSchema: Schema,
        _ first: ModelConfiguration,
        _ second: ModelConfiguration,
        _ others: ModelConfiguration...
    ) throws {
        try self.init(for: givenSchema, configurations: [first, second] + others)
    }

    /// Opens the store of a model class.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(for type: any PersistentModel.Type, _ configuration: ModelConfiguration) throws {
        try self.init(for: Schema([type]), configurations: [configuration])
    }

    /// Opens the stores of a model class.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(
        for type: any PersistentModel.Type,
        _ first: ModelConfiguration,
        _ second: ModelConfiguration,
        _ others: ModelConfiguration...
    ) throws {
        try self.init(for: Schema([type]), configurations: [first, second] + others)
    }
}

extension ModelContainer {
    /// Opens the stores of some model classes.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(
        *,
        deprecated,
        message: "List the types without brackets: ModelContainer(for: A.self, B.self, configurations: …)"
    )
    public convenience init(
        for types: [any PersistentModel.Type],
        _ configurations: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), configurations: configurations)
    }

    /// Opens the stores of some model classes.
    ///
    /// - Throws: ``SwiftDataError`` for configurations that cannot be used together, ``StoreError`` where a store
    ///   cannot be opened.
    @available(
        *,
        deprecated,
        message: "List the types without brackets: ModelContainer(for: A.self, B.self, configurations: …)"
    )
    public convenience init(
        for types: [any PersistentModel.Type],
        configurations configuration: ModelConfiguration,
        _ others: ModelConfiguration...
    ) throws {
        try self.init(for: Schema(types), configurations: [configuration] + others)
    }
}
