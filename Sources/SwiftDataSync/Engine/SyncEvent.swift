public import SwiftDataCore
import SwiftDataSyncCore

/// A round of fetching or sending. Every event of the round carries it.
public struct SyncBatch: Hashable, Identifiable, Sendable {
    /// The reason for which a round runs.
    public enum Reason: Hashable, Sendable {
        /// The program has called ``SyncEngine/fetchChanges()`` or ``SyncEngine/sendChanges()``.
        case manual
        /// The engine runs it by itself: something was saved or has arrived, or an earlier round is tried again.
        case automatic
    }

    /// The number of the round, counted since the engine was made.
    public let id: Int
    /// The reason for the round.
    public let reason: Reason
}

/// The rows that a fetch has changed in the store.
public struct SyncedRows: Sendable {
    /// The models that are new.
    public internal(set) var inserted: [PersistentIdentifier] = []
    /// The models with other values.
    public internal(set) var updated: [PersistentIdentifier] = []
    /// The deleted models.
    public internal(set) var deleted: [PersistentIdentifier] = []

    /// True if nothing has changed.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// A row that has arrived and that the store cannot take now.
///
/// The row is not in the store, or keeps its former values, until its record changes, its large values have arrived or another
/// version of the app opens the store. Other rows are not held up by it, but for rows that require it.
public struct HeldRow: Sendable {
    /// The name of the class.
    public let entityName: String
    /// The reason and the remedy.
    public let error: SyncError
    let record: RecordID
}

/// Models with equal unique values that devices have made apart from each other, and that are one model now.
public struct JoinedRows: Sendable {
    /// The model that remains, with the later values of both.
    public let model: PersistentIdentifier
    /// The models of this store that are part of it now. They are deleted, and references to them now lead to the
    /// model. Empty where the rows of other devices were not in this store.
    public let joined: [PersistentIdentifier]
}

/// A change of the account or the zone that the transport serves.
public struct SyncAccountChange: Hashable, Sendable {
    /// The account that the store was synced with.
    public let previous: String?
    /// The account of the transport now.
    public let current: String?
}

/// A step of sync that a delegate receives.
public enum SyncEvent: Sendable {
    /// A round begins to fetch.
    case willFetchChanges(SyncBatch)
    /// Changes have been written to the store. A round may have several of these.
    case fetchedChanges(SyncBatch, SyncedRows)
    /// Models of this store have become one by their unique values.
    case joined(SyncBatch, [JoinedRows])
    /// Rows have arrived that the store cannot take now.
    case held(SyncBatch, [HeldRow])
    /// Values have arrived that are sealed by keys which this device does not have. They are kept.
    case sealed(SyncBatch, [SealedValues])
    /// Values have arrived that were not applied: another party has changed, moved or forged them, or they are not
    /// encrypted.
    case refused(SyncBatch, [RefusedValues])
    /// A round has fetched all that there is.
    case didFetchChanges(SyncBatch)
    /// A round begins to send.
    case willSendChanges(SyncBatch)
    /// The transport has taken change sets, in this number.
    case sentChanges(SyncBatch, Int)
    /// A round has sent all that there is.
    case didSendChanges(SyncBatch)
    /// The account has changed. The engine is paused until ``SyncEngine/resume()`` or ``SyncEngine/reset(_:)``.
    case accountChange(SyncBatch, SyncAccountChange)
    /// A round has failed. The engine tries again after a time at most where it runs by itself; nil where it does not.
    case failed(SyncBatch, any Error, retryAfter: Duration?)

    /// The round that the event is of.
    public var batch: SyncBatch {
        switch self {
        case .willFetchChanges(let batch), .fetchedChanges(let batch, _), .joined(let batch, _), .held(let batch, _),
            .sealed(let batch, _), .refused(let batch, _), .didFetchChanges(let batch), .willSendChanges(let batch),
            .sentChanges(let batch, _),
            .didSendChanges(let batch), .accountChange(let batch, _), .failed(let batch, _, _):
            batch
        }
    }
}

/// An object that receives the steps of an engine.
public protocol SyncEngineDelegate: AnyObject, Sendable {
    /// Handles an event. Events come one after the other, and the engine waits for the end of each call.
    ///
    /// The call is on no actor. The engine must not be asked to fetch, to send or to reset here, and by no task that is made here
    /// before the round has ended: it would wait for itself, and throws ``SyncError`` with code `busy`.
    func handleEvent(_ event: SyncEvent, syncEngine: SyncEngine) async
}
