public import Foundation

/// The settings of an engine.
public struct SyncConfiguration: Sendable {
    /// The merge policies of models and properties.
    public var policies = SyncPolicies()
    /// True if the engine fetches and sends by itself: after saves, when something arrives, and again after failures.
    public var isAutomatic = true
    /// The name of the model configuration whose store is synced; nil for the only store of the container.
    public var configurationName: String?
    /// The file in which the engine keeps the state of sync of a custom store, which has no place for it: an SQLite file that
    /// the engine makes. It belongs to one store, and is to be copied, restored and deleted together with it. The default
    /// store keeps the state in its own file, and does not use this one.
    public var stateURL: URL?
    /// The number of bytes from which on a value of type `Data` travels apart from its record, once for all records that have
    /// it.
    public var largeValueSize = 65_536
    /// The time for which the engine waits after a save, so that several saves are sent together. Changes of other
    /// devices are fetched at once, and the changes that have been saved until then are sent with them.
    public var sendDelay: Duration = .milliseconds(200)
    /// The time after which an automatic engine fetches where the transport has signalled nothing.
    public var fetchInterval: Duration = .seconds(60)
    /// The waiting time after the first failure. It doubles with each failure up to ``longestRetryDelay``. A signal of the transport
    /// shortens the waiting time after a later failure to this one, and ``SyncEngine/resume()`` ends it.
    public var firstRetryDelay: Duration = .seconds(1)
    /// The greatest waiting time after a failure.
    public var longestRetryDelay: Duration = .seconds(300)

    /// The keys by which values are sealed before they leave the device; nil sends them in the open. A store that has been synced
    /// with keys is not synced without, and one that has been synced in the open needs ``SyncEngine/reset(_:)`` or a new account
    /// before it is synced with keys. See `docs/sync-encryption.md`.
    public var sealing: (any SyncSealing)?
    /// True if values that other devices have sent in the open are taken, for the time in which some devices have no keys yet. A
    /// server can make up such values. Without keys, values in the open are always taken.
    public var acceptsOpenValues = false

    package var environment = SyncEnvironment()
    /// The number of records that one transaction computes and writes when the view is computed again.
    package var rebuildLimit = 500
    var selections: [SyncSelection] = []

    /// Creates the default settings.
    public init() {}
}
