import Foundation
import GRDB
import SwiftDataCore

/// The source of a store's database connections.
protocol ConnectionSource: Sendable {
    /// The connections to use now.
    func current() throws -> any DatabaseWriter
    /// True if everything that was read through connections since they were handed out is of one state of the file. The
    /// rows that were read, or the error of the read, can be used then. Otherwise ``current()`` returns other
    /// connections.
    func isWhole(_ database: any DatabaseWriter, _ error: (any Error)?) -> Bool
    /// Closes descriptors that the next read opens again.
    func releaseReaders()
    func close() throws
}

extension ConnectionSource {
    func isWhole(_ database: any DatabaseWriter, _ error: (any Error)?) -> Bool { true }
    func releaseReaders() {}
}

/// The same connections for as long as the store is open.
final class FixedConnection: ConnectionSource {
    private let database: any DatabaseWriter
    /// Nil for a store in memory, and after it was closed.
    private let mark: Locked<OpenFiles.Mark?>
    private let generation = ProcessGeneration.current

    /// - Parameter mark: Made before the file was opened.
    init(_ database: any DatabaseWriter, _ mark: OpenFiles.Mark?) {
        self.database = database
        self.mark = Locked(mark)
    }

    /// Closing would release locks of the parent, and may write: a child keeps the connections until it ends.
    deinit {
        guard generation != ProcessGeneration.current else { return }
        _ = Unmanaged.passRetained(database as AnyObject)
        if let mark = mark.withLock({ $0 }) { _ = Unmanaged.passRetained(mark) }
    }

    func current() -> any DatabaseWriter { database }

    func releaseReaders() { (database as? DatabasePool)?.invalidateReadOnlyConnections() }

    /// The readers are closed first: the last connection to close moves the `-wal` to the file, which read-only
    /// connections cannot do.
    func close() throws {
        releaseReaders()
        try database.close()
        mark.withLock { $0 = nil }
    }
}
