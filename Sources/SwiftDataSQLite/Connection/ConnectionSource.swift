import Foundation
import GRDB
import SwiftDataCore

/// Where a store's database connections come from.
protocol ConnectionSource: Sendable {
    /// The connections to use now.
    func current() throws -> any DatabaseWriter
    func close() throws
}

/// The same connections for as long as the store is open.
final class FixedConnection: ConnectionSource {
    private let database: any DatabaseWriter
    private let mark: OpenFiles.Mark?

    init(_ database: any DatabaseWriter, path: String?) {
        self.database = database
        mark = path.map { OpenFiles.Mark($0) }
    }

    func current() -> any DatabaseWriter { database }

    /// The readers go first: the last connection to close moves what is in the `-wal` to the file, which those that
    /// only read cannot.
    func close() throws {
        (database as? DatabasePool)?.invalidateReadOnlyConnections()
        try database.close()
    }
}

/// The files that this process has open with locks.
///
/// The locks of a process on a file go when it closes the file anywhere, so a file that is in here must not be opened
/// and closed besides SQLite.
enum OpenFiles {
    private static let counts = Locked<[String: Int]>([:])

    /// Says that a file is open, for as long as the mark lives.
    final class Mark: Sendable {
        private let path: String

        init(_ path: String) {
            self.path = canonical(path)
            counts.withLock { [path = self.path] in $0[path, default: 0] += 1 }
        }

        deinit {
            counts.withLock { [path] counts in
                guard let count = counts[path] else { return }
                counts[path] = count > 1 ? count - 1 : nil
            }
        }
    }

    static func contains(_ path: String) -> Bool {
        counts.withLock { $0[canonical(path)] != nil }
    }

    private static func canonical(_ path: String) -> String { StorePath.resolved(path) }
}
