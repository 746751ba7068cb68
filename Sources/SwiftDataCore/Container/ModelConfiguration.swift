public import Foundation

/// A type that describes where the models of a schema are stored, and how the store may be used.
///
/// The location is computed when the configuration is made; nothing is created before a container opens it.
///
/// ```swift
/// let trips = ModelConfiguration("Trips", schema: Schema([Trip.self]))
/// let books = ModelConfiguration("Books", schema: Schema([Book.self]), allowsSave: false)
/// let container = try ModelContainer(for: Trip.self, Book.self, configurations: trips, books)
/// ```
public struct ModelConfiguration: Identifiable, Sendable {
    /// The type of ``id``.
    public typealias ID = URL

    /// The name of the configuration, and the stem of the file's name where no location was given.
    public let name: String
    /// The models that the store holds, or nil for all of the container's.
    public var schema: Schema?
    /// The file of the store; `/dev/null` for a store in memory.
    public let url: URL
    /// True if the store may be written.
    public let allowsSave: Bool
    /// True if the store is in memory, with nothing written to disk.
    public let isStoredInMemoryOnly: Bool
    /// The group whose folder holds the store, as it was given.
    public let groupContainer: GroupContainer
    /// The identifier of that group, if one was named.
    public let groupAppContainerIdentifier: String?
    /// The CloudKit database to mirror, as it was given.
    ///
    /// Differs from Apple's: nothing is mirrored; a named database makes the store log a notice when it opens.
    public let cloudKitDatabase: CloudKitDatabase
    /// The identifier of the CloudKit container, if one was named.
    public let cloudKitContainerIdentifier: String?

    /// True if a store that Apple's frameworks mirror to CloudKit may be written.
    ///
    /// An addition to Apple's API. Such a store has the tables of the mirroring, `ANSCK…`, and is opened as with
    /// `allowsSave: false` unless this is true. Then each save is in the history, which the mirroring works from; the
    /// tables themselves are left alone.
    public var allowsSavingMirroredStores = false

    /// True if a store that Apple's frameworks made may be migrated without a plan.
    ///
    /// An addition to Apple's API. Such a store is opened as it is where it has everything that the models need. Where
    /// something would have to change, it is migrated if the container has a migration plan or this is true; otherwise
    /// opening it throws a ``StoreError`` with code `migration`. Apple's frameworks refuse a store that was migrated, unless
    /// they can migrate it themselves.
    public var migratesAppleStores = false

    /// The time for which opening the store waits for a migration of it by another process, or on another thread, in
    /// seconds.
    ///
    /// An addition to Apple's API. After a second the log names the lock that is waited for; after this time, opening
    /// throws a ``StoreError`` with code `locked`.
    public var migrationWait: TimeInterval = 600

    /// The maximum size of the `-wal` beside the store's file after a save, in bytes.
    ///
    /// An addition to Apple's API. A `-wal` that is longer is moved into the file by the save, and cut off. A reader of
    /// an old state, in whatever process, keeps that from happening: the `-wal` grows until the reader ends, and one of
    /// the next two saves cuts it. A small limit makes saves slower.
    public var writeAheadLogLimit = 33_554_432

    /// The functions, orders and settings of the store's connections.
    ///
    /// An addition to Apple's API, for the default store.
    public var connectionSetup = StoreConnectionSetup()

    /// True if the caller chose the file, so that the name need not be a file name.
    package let hasExplicitLocation: Bool

    package init(
        name: String,
        schema: Schema?,
        location: ModelConfigurationLocation,
        allowsSave: Bool,
        groupContainer: GroupContainer,
        cloudKitDatabase: CloudKitDatabase
    ) {
        self.name = name
        self.schema = schema
        self.allowsSave = allowsSave
        self.groupContainer = groupContainer
        self.cloudKitDatabase = cloudKitDatabase
        groupAppContainerIdentifier = groupContainer.identifier
        cloudKitContainerIdentifier = cloudKitDatabase.identifier
        switch location {
        case .memory:
            url = URL(fileURLWithPath: "/dev/null")
            isStoredInMemoryOnly = true
            hasExplicitLocation = false
        case .derived:
            url = ModelConfigurationLocation.derivedURL(name: name, group: groupContainer.identifier)
            isStoredInMemoryOnly = false
            hasExplicitLocation = false
        case .file(let file):
            url = file
            isStoredInMemoryOnly = false
            hasExplicitLocation = true
        }
    }

    /// The location of the store.
    public var id: URL { url }
}

extension ModelConfiguration: Hashable {
    /// True if both describe the same store of the same models, used the same way.
    public static func == (lhs: ModelConfiguration, rhs: ModelConfiguration) -> Bool {
        lhs.name == rhs.name && lhs.url == rhs.url && lhs.allowsSave == rhs.allowsSave
            && lhs.isStoredInMemoryOnly == rhs.isStoredInMemoryOnly
            && lhs.groupAppContainerIdentifier == rhs.groupAppContainerIdentifier
            && lhs.cloudKitDatabase.isSame(as: rhs.cloudKitDatabase) && lhs.schema == rhs.schema
            && lhs.allowsSavingMirroredStores == rhs.allowsSavingMirroredStores
            && lhs.migratesAppleStores == rhs.migratesAppleStores && lhs.migrationWait == rhs.migrationWait
            && lhs.writeAheadLogLimit == rhs.writeAheadLogLimit && lhs.connectionSetup == rhs.connectionSetup
    }

    /// Hashes the location and the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(url)
        hasher.combine(name)
    }
}

extension ModelConfiguration: CustomDebugStringConvertible {
    /// The name, the location and how the store may be used.
    public var debugDescription: String {
        let place = isStoredInMemoryOnly ? "in memory" : url.isFileURL ? url.path : url.absoluteString
        let models = schema.map { $0.entities.map(\.name).sorted().joined(separator: ", ") } ?? "all"
        return "ModelConfiguration(name: \(name), location: \(place), models: \(models), allowsSave: \(allowsSave))"
    }
}
