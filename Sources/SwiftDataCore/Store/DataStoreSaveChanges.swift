/// The changes that a context asks a store to write, all of them or none.
public struct DataStoreSaveChangesRequest<SnapshotType>: Sendable where SnapshotType: DataStoreSnapshot {
    /// New rows, with temporary identifiers.
    public let inserted: [SnapshotType]
    /// Changed rows.
    public let updated: [SnapshotType]
    /// Rows to remove.
    public let deleted: [SnapshotType]
    /// The context that asks.
    public let editingState: EditingState
    /// The number of commits of other writers that the context has a notice of without their changes; nil for none.
    package let seenUndescribed: Int?

    package init(
        inserted: [SnapshotType],
        updated: [SnapshotType],
        deleted: [SnapshotType],
        editingState: EditingState,
        seenUndescribed: Int? = nil
    ) {
        self.seenUndescribed = seenUndescribed
        self.inserted = inserted
        self.updated = updated
        self.deleted = deleted
        self.editingState = editingState
    }
}

/// A store's answer to a save.
public final class DataStoreSaveChangesResult<T>: Sendable where T: DataStoreSnapshot {
    /// The permanent identifier of each temporary one.
    public let remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]
    /// The store that saved.
    public let storeIdentifier: String
    /// Rows that the context should refresh from.
    public let snapshotsToReregister: [PersistentIdentifier: T]
    /// The position in the history after the save.
    public let historyToken: (any HistoryToken)?
    /// The optimistic-lock counters of rows that the save has written, without updates whose counter was compared:
    /// their counters grow by one.
    package let locks: [PersistentIdentifier: Int64]

    /// Answers a save, with the position in the history.
    public init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:],
        historyToken: (any HistoryToken)?
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
        self.historyToken = historyToken
        locks = [:]
    }

    package init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier],
        snapshotsToReregister: [PersistentIdentifier: T],
        historyToken: (any HistoryToken)?,
        locks: [PersistentIdentifier: Int64]
    ) {
        self.storeIdentifier = storeIdentifier
        self.remappedIdentifiers = remappedIdentifiers
        self.snapshotsToReregister = snapshotsToReregister
        self.historyToken = historyToken
        self.locks = locks
    }

    /// Answers a save.
    public convenience init(
        for storeIdentifier: String,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier] = [:],
        snapshotsToReregister: [PersistentIdentifier: T] = [:]
    ) {
        self.init(
            for: storeIdentifier,
            remappedIdentifiers: remappedIdentifiers,
            snapshotsToReregister: snapshotsToReregister,
            historyToken: nil
        )
    }
}

extension DataStoreSaveChangesResult where T == DefaultSnapshot {
    /// Creates the result of a store of the library, whose new rows have the order of the request.
    package convenience init(
        for storeIdentifier: String,
        _ saved: StoreSaveResult,
        of request: DataStoreSaveChangesRequest<DefaultSnapshot>
    ) {
        self.init(
            for: storeIdentifier,
            remappedIdentifiers: Dictionary(
                zip(request.inserted.lazy.map(\.persistentIdentifier), saved.identifiers),
                uniquingKeysWith: { _, new in new }
            ),
            snapshotsToReregister: saved.reregistered,
            historyToken: saved.historyToken,
            locks: saved.locks
        )
    }
}
