public import Foundation

extension ModelConfiguration {
    /// The default store, or one in memory, for all models of the container.
    ///
    /// ```swift
    /// let inMemory = ModelConfiguration(isStoredInMemoryOnly: true)
    /// let container = try ModelContainer(for: Trip.self, configurations: inMemory)
    /// ```
    public init(isStoredInMemoryOnly: Bool = false) {
        self.init(nil, isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// The default store, or one in memory, for some of the container's models and the models that they refer to.
    ///
    /// ```swift
    /// let cache = ModelConfiguration(for: Book.self, isStoredInMemoryOnly: true)
    /// ```
    public init(for forTypes: any PersistentModel.Type..., isStoredInMemoryOnly: Bool = false) {
        self.init(nil, schema: Schema(forTypes), isStoredInMemoryOnly: isStoredInMemoryOnly)
    }

    /// A store whose location follows from its name and its group.
    ///
    /// ```swift
    /// let archive = ModelConfiguration("Archive", allowsSave: false)
    /// ```
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        isStoredInMemoryOnly: Bool = false,
        allowsSave: Bool = true,
        groupContainer: ModelConfiguration.GroupContainer = .automatic,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .automatic
    ) {
        self.init(
            name: name ?? "default",
            schema: schema,
            location: isStoredInMemoryOnly ? .memory : .derived,
            allowsSave: allowsSave,
            groupContainer: groupContainer,
            cloudKitDatabase: cloudKitDatabase
        )
    }

    /// A store at a location of your choice.
    ///
    /// ```swift
    /// let configuration = ModelConfiguration(url: folder.appending(path: "trips.store"))
    /// let container = try ModelContainer(for: Trip.self, configurations: configuration)
    /// ```
    public init(
        _ name: String? = nil,
        schema: Schema? = nil,
        url: URL,
        allowsSave: Bool = true,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .automatic
    ) {
        self.init(
            name: name ?? url.deletingPathExtension().lastPathComponent,
            schema: schema,
            location: .file(url),
            allowsSave: allowsSave,
            groupContainer: .none,
            cloudKitDatabase: cloudKitDatabase
        )
    }

    /// The spelling of the first betas.
    @available(*, deprecated, renamed: "init(isStoredInMemoryOnly:)")
    public init(inMemory: Bool) {
        self.init(isStoredInMemoryOnly: inMemory)
    }
}
