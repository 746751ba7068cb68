public import SwiftDataCore

// Spellings of the first betas, which code from 2023 still has: a configuration without its label.

extension ModelContainer {
    /// Opens the stores of a schema.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(
        for givenSchema: Schema,
        _ configuration: ModelConfiguration,
        _ others: ModelConfiguration...
    ) throws {
        try self.init(for: givenSchema, configurations: [configuration] + others)
    }

    /// Opens the stores of a model class.
    @available(*, deprecated, renamed: "init(for:configurations:)")
    public convenience init(
        for type: any PersistentModel.Type,
        _ configuration: ModelConfiguration,
        _ others: ModelConfiguration...
    ) throws {
        try self.init(for: Schema([type]), configurations: [configuration] + others)
    }

    /// Opens the stores of some model classes.
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
}
