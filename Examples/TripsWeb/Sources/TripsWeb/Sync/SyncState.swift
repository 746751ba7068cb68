import SwiftDataSync

/// The state of sync, as far as people can do something with it.
enum SyncState: Equatable, Sendable {
    /// Nothing has been fetched yet.
    case starting
    /// Everything was fetched and sent a moment ago.
    case synced
    /// The folder or the server is not there, for a reason. The engine tries again by itself.
    case offline(String)
    /// Something has to be done, for a reason.
    case stopped(String)

    init(_ state: SyncEngine.State) {
        switch state.lastError {
        case let error as SyncTransportError where error.isWorthRetrying: self = .offline(error.message)
        case let error as SyncTransportError: self = .stopped(error.message)
        case let error?: self = .stopped("\(error)")
        case nil: self = state.lastFetch == nil ? .starting : .synced
        }
    }
}

/// The line about sync on each page.
struct SyncView: Equatable, Sendable {
    let text: String
    /// The class of the line, for its colour.
    let kind: String

    init(_ state: SyncState) {
        switch state {
        case .starting: (text, kind) = ("Syncing", "busy")
        case .synced: (text, kind) = ("Synced", "live")
        case .offline: (text, kind) = ("Offline: changes are kept", "lost")
        case .stopped: (text, kind) = ("Sync has stopped", "lost")
        }
    }
}
