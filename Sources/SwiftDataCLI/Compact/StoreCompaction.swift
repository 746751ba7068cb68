import SwiftDataSQLite

/// Gives space that is not used back to the file system.
package struct StoreCompaction: Sendable {
    package struct Sizes: Sendable, Equatable {
        /// Nil where the file cannot be looked at.
        package let file: Int64?
        /// Nil where the file exists and cannot be examined.
        package let writeAheadLog: Int64?
        package let freePages: Int64
    }

    package let before: Sizes
    package let after: Sizes
    /// True if the whole file was rewritten.
    package let isRewritten: Bool

    /// - Parameter full: True to rewrite the whole file, in order, also where free pages can be cut off.
    /// - Throws: ``StoreError``, such as `locked` where another process is writing.
    package init(of path: String, full: Bool) throws {
        let log = StoreInspection.size(path + "-wal")
        let size = StoreInspection.size(path)
        // A file that is no store of ours or Core Data's is not touched.
        let reader = try OpenedStore(reading: path)
        try reader.connection.close()
        let connection = try StoreConnection.singleFile(path)
        defer { try? connection.close() }
        let (free, rewrites) = try connection.writeWithoutTransaction(mayCommit: false) { runner in
            let mode = try runner.integer("PRAGMA auto_vacuum") ?? 0
            return (try runner.integer("PRAGMA freelist_count") ?? 0, full || mode != Self.incremental)
        }
        before = Sizes(file: size, writeAheadLog: log, freePages: free)
        isRewritten = rewrites
        let left = try connection.writeWithoutTransaction { runner in
            try runner.run(rewrites ? "VACUUM" : "PRAGMA incremental_vacuum")
            try runner.run("PRAGMA wal_checkpoint(TRUNCATE)")
            return try runner.integer("PRAGMA freelist_count") ?? 0
        }
        try connection.close()
        after = Sizes(
            file: StoreInspection.size(path),
            writeAheadLog: StoreInspection.size(path + "-wal"),
            freePages: left
        )
    }

    private static let incremental: Int64 = 2
}
