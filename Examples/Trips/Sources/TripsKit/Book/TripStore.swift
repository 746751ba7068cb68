import JSONStore
import SwiftData

/// The store of the trips: the one line in which apps with a database, a JSON file and a server differ.
public enum TripStore: Equatable, Sendable {
    /// The database in the user's data folder.
    case standard
    /// A database in a file.
    case database(URL)
    /// A JSON file.
    case json(URL)
    /// Tables of a PostgreSQL server, for a program that was built with the package trait `PostgreSQL`.
    case postgres(PostgresAddress)
    /// Nothing: the trips go with the program.
    case memory

    /// Reads what people write: `default`, `json`, the URL of a PostgreSQL server, or a path, of a JSON file where the name
    /// ends so.
    public init(_ text: String) {
        if let address = PostgresAddress(text) {
            self = .postgres(address)
            return
        }
        let file = URL(fileURLWithPath: text)
        switch text.lowercased() {
        case "default": self = .standard
        case "json": self = .json(ModelConfiguration().url.deletingPathExtension().appendingPathExtension("json"))
        default: self = file.pathExtension.lowercased() == "json" ? .json(file) : .database(file)
        }
    }

    /// Throws ``TripError/builtWithoutPostgres`` or ``TripError/notASchema`` for a store that no program of this build can
    /// open. Nothing is asked of a server.
    public func check() throws {
        if case .postgres(let address) = self { try address.check() }
    }

    /// The configuration for a container; throws what ``check()`` throws.
    public var configuration: any DataStoreConfiguration {
        get throws {
            switch self {
            case .standard: ModelConfiguration()
            case .database(let file): ModelConfiguration(url: file)
            case .json(let file): JSONStoreConfiguration(name: "trips", url: file)
            case .postgres(let address): try address.configuration()
            case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
            }
        }
    }

    /// Opens the store with all models of a trip planner; throws when it cannot be opened.
    public func open() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, Place.self, configurations: configuration)
    }

    /// The file that the trips are in; nil on a server and in memory.
    public var file: URL? {
        switch self {
        case .standard: ModelConfiguration().url
        case .database(let file), .json(let file): file
        case .postgres, .memory: nil
        }
    }

    /// The file beside a JSON file that keeps the state of its sync; nil where the store keeps it.
    public var syncState: URL? {
        if case .json(let file) = self { file.appendingPathExtension("sync") } else { nil }
    }

    /// The file whose name begins those of a program's notes about the store, such as what a person has read: the file of
    /// the trips, or, for a server, one in the user's data folder with the identifier of the store. Nil in memory.
    public func noteFile(_ container: ModelContainer) -> URL? {
        guard case .postgres = self else { return file }
        let identifier = container.storeIdentifier(forConfigurationNamed: PostgresAddress.configurationName)
        return identifier.map {
            ModelConfiguration().url.deletingLastPathComponent().appendingPathComponent("postgresql-\($0)")
        }
    }
}

extension TripStore: CustomStringConvertible {
    /// The path of the file, or the kind of store. No connection string, which may have a password.
    public var description: String {
        if case .postgres(let address) = self { return address.description }
        return file?.path ?? "memory"
    }
}
