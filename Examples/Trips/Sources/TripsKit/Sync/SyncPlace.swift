import SwiftData
import SwiftDataSync

/// The place through which devices sync.
public enum SyncPlace: Equatable, Sendable {
    /// A folder that the devices have in common.
    case folder(URL)
    /// A sync server.
    case server(SyncServer)

    /// Reads what people write as options; nil where neither a folder nor a server is named.
    ///
    /// - Throws: ``TripError/badSyncOptions(_:)`` where the words do not go together, ``TripError/notAServer``, and
    ///   ``TripError/builtWithoutHTTP`` for a server in a program without the package trait `HTTPSync`.
    public init?(
        folder: String?,
        server: String?,
        zone: String? = nil,
        tokenFile: String? = nil,
        certificates: String? = nil
    ) throws(TripError) {
        guard folder == nil || server == nil else {
            throw .badSyncOptions("A folder and a server to sync through exclude each other.")
        }
        guard server != nil || (zone == nil && tokenFile == nil && certificates == nil) else {
            throw .badSyncOptions("A zone, a file with a token, and certificates go with a server.")
        }
        if let server {
            let files = [tokenFile, certificates].map { $0.map { URL(fileURLWithPath: $0) } }
            self = .server(try SyncServer(server, zone: zone ?? "trips", tokenFile: files[0], certificates: files[1]))
            try SyncServer.check()
        } else if let folder {
            guard !folder.isEmpty else { throw .badSyncOptions("The folder to sync through needs a path.") }
            self = .folder(URL(fileURLWithPath: folder, isDirectory: true))
        } else {
            return nil
        }
    }

    /// The carrier of changes. Nothing is asked of the place.
    ///
    /// - Throws: ``TripError/builtWithoutHTTP`` for a server in a program without the package trait `HTTPSync`, and
    ///   ``TripError/syncFailed(_:)`` where what was named cannot be used.
    public func transport() throws(TripError) -> any SyncTransport {
        switch self {
        case .folder(let url): FolderTransport(url: url)
        case .server(let server): try server.transport()
        }
    }

    /// What a person is told of an error of the transport.
    func error(_ error: SyncTransportError) -> TripError {
        switch (error.code, self) {
        case (.accountChanged, _): .syncedElsewhere
        case (.unreachable, .server):
            .syncFailed(error.message + " What was changed here is kept, and the next sync sends it.")
        default: .syncFailed(error.message)
        }
    }
}
