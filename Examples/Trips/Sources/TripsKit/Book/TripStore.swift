import JSONStore
import SwiftData

/// The store of the trips: the one line in which an app with a database and one with a JSON file differ.
public enum TripStore: Equatable, Sendable {
    /// The database in the user's data folder.
    case standard
    /// A database in a file.
    case database(URL)
    /// A JSON file.
    case json(URL)
    /// Nothing: the trips go with the program.
    case memory

    /// Reads what people write: `default`, `json`, or a path, of a JSON file where the name ends so.
    public init(_ text: String) {
        let file = URL(fileURLWithPath: text)
        switch text.lowercased() {
        case "default": self = .standard
        case "json": self = .json(ModelConfiguration().url.deletingPathExtension().appendingPathExtension("json"))
        default: self = file.pathExtension.lowercased() == "json" ? .json(file) : .database(file)
        }
    }

    /// The configuration for a container.
    public var configuration: any DataStoreConfiguration {
        switch self {
        case .standard: ModelConfiguration()
        case .database(let file): ModelConfiguration(url: file)
        case .json(let file): JSONStoreConfiguration(name: "trips", url: file)
        case .memory: ModelConfiguration(isStoredInMemoryOnly: true)
        }
    }

    /// Opens the store with all models of a trip planner; throws when it cannot be opened.
    public func open() throws -> ModelContainer {
        try ModelContainer(for: Trip.self, Place.self, configurations: configuration)
    }

    /// The file that the trips are in.
    public var file: URL? {
        switch self {
        case .standard: ModelConfiguration().url
        case .database(let file), .json(let file): file
        case .memory: nil
        }
    }
}
