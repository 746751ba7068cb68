import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

/// The columns that hold only composed strings (NFC), so that an index over their bytes is in Swift's order.
///
/// A column is scanned once. From then on the store's own saves report when they write a string that is not composed,
/// and commits of other connections, or of other programs, show in the data version of the connection that writes: they
/// invalidate the cached answers.
///
/// A read asks before it takes its snapshot and again when it has it: an answer from before that still holds for the
/// same version of the data holds for the snapshot in between. Saves and reads meet at `writing`: a save holds it from
/// before its transaction until after the commit, a read only while it looks at the version, and does not wait for it.
final class ComposedColumns: Sendable {
    private let writing = NSLock()
    /// The time that a write waits for another write of the process, in seconds. It is the same as for another process.
    private let patience: TimeInterval
    private let writes = Locked(0)
    private let known = Locked(Knowledge())

    private struct Knowledge {
        /// The connections that the knowledge comes from; a store that is read only may open other ones.
        weak var database: (any DatabaseWriter)?
        var version: Int64?
        var isComposed: [TextColumn: Bool] = [:]
        /// True if a read has asked about a column before.
        var isWanted = false

        func isOf(_ version: Int64, _ database: any DatabaseWriter) -> Bool {
            self.version == version && self.database === database
        }
    }

    init(patience: TimeInterval) { self.patience = patience }

    /// Runs a closure that may change rows.
    /// - Throws: ``StoreError`` with code `locked`; see ``beginWriting()``.
    func write<Result>(_ body: () throws -> Result) throws -> Result {
        try beginWriting()
        defer { endWriting(mayHaveWritten: true) }
        return try body()
    }

    /// Keeps other writers from changing rows until ``endWriting(mayHaveWritten:)``, which the same thread calls.
    /// - Throws: ``StoreError`` with code `locked` where another context of the process writes, or waits for another
    ///   process that does, for longer than the time allowed.
    func beginWriting() throws {
        if let call = ContextCall.current { return try beginWriting(for: call) }
        if writing.lock(before: Date(timeIntervalSinceNow: patience)) { return }
        throw lockedError("\(patience) s")
    }

    /// Begins writing for a call of `write`, which may have to stop meanwhile.
    private func beginWriting(for call: ContextCall) throws {
        repeat {
            try call.check()
            if writing.lock(before: Date(timeIntervalSinceNow: Self.lockStep)) { return }
        } while ContinuousClock.now < call.waitEnd
        throw lockedError("the time that the call waits")
    }

    /// The time after which a waiting call checks if it has to stop, in seconds.
    private static let lockStep = 0.02

    private func lockedError(_ time: String) -> StoreError {
        StoreError(
            .locked,
            "another context of this process wrote, or waited for another program that did, for longer than \(time). Nothing "
                + "was written; try again."
        )
    }

    func endWriting(mayHaveWritten: Bool) {
        if mayHaveWritten { writes.withLock { $0 += 1 } }
        writing.unlock()
    }

    /// Runs work that must not happen between the steps of a thread that holds the write lock.
    /// - Throws: ``StoreError`` with code `locked`; see ``beginWriting()``.
    func betweenWrites<Result>(_ body: () throws -> Result) throws -> Result {
        try beginWriting()
        defer { endWriting(mayHaveWritten: false) }
        return try body()
    }

    /// The number of times that rows may have been changed.
    var writeCount: Int { writes.withLock { $0 } }

    /// The number of columns with a known state, for tests.
    var count: Int { known.withLock { $0.isComposed.count } }

    /// True if a save must note which strings it writes.
    var isWanted: Bool { known.withLock { $0.isWanted } }

    /// A save is about to write a string that is not composed. To be called in its transaction.
    func note(_ column: TextColumn) {
        known.withLock { $0.isComposed[column] = false }
    }

    /// Finds out about columns that nothing is known of. To be called before the transaction that reads.
    /// - Returns: The version of the data, if all strings of the columns are composed in it.
    func prepare(
        _ columns: Set<TextColumn>,
        _ database: any DatabaseWriter,
        _ runner: (Database) throws -> SQLRunner
    ) -> Int64? {
        guard let version = currentVersion(database) else { return nil }
        let unknown = known.withLock { known in columns.filter { known.isComposed[$0] == nil } }
        for column in unknown {
            // The statement that asked will report the problem of the file.
            let isComposed = try? database.read { reader in
                try reader.stoppable { try Self.isComposed(column, runner(reader)) }
            }
            guard let isComposed else { return nil }
            known.withLock { known in
                // A save in between has the last word, and so has a commit of another process.
                guard known.isOf(version, database), known.isComposed[column] == nil else { return }
                known.isComposed[column] = isComposed
            }
        }
        return areComposed(columns, version, database) ? version : nil
    }

    /// True if the finding of ``prepare(_:_:_:)`` holds in the snapshot that a transaction has taken since.
    func holds(_ columns: Set<TextColumn>, _ version: Int64, _ database: any DatabaseWriter) -> Bool {
        currentVersion(database) == version && areComposed(columns, version, database)
    }

    private func areComposed(_ columns: Set<TextColumn>, _ version: Int64, _ database: any DatabaseWriter) -> Bool {
        known.withLock { known in
            known.isOf(version, database) && columns.allSatisfy { known.isComposed[$0] == true }
        }
    }

    /// The version of the data as commits of other processes change it; nil while a save is under way. Answers for
    /// another version are dropped.
    private func currentVersion(_ database: any DatabaseWriter) -> Int64? {
        guard writing.try() else { return nil }
        defer { writing.unlock() }
        // A database in memory has one connection.
        let version =
            database is DatabasePool
            ? try? database.writeWithoutTransaction { try Int64.fetchOne($0, sql: "PRAGMA data_version") } : 0
        guard let version else { return nil }
        known.withLock { known in
            known.isWanted = true
            guard !known.isOf(version, database) else { return }
            known.database = database
            known.version = version
            known.isComposed = [:]
        }
        return version
    }

    /// Matches strings with scalars that composing may concern.
    private static let pattern: String = {
        let ranges = CanonicalForms.inertRanges.map { range in
            [range.lowerBound, range.upperBound].compactMap { Unicode.Scalar($0) }.map { String($0) }
        }
        return "*[^\(ranges.map { $0.joined(separator: "-") }.joined())]*"
    }()

    private static func isComposed(_ column: TextColumn, _ runner: SQLRunner) throws -> Bool {
        let name = SQLIdentifier.quoted(column.column)
        // GLOB stops at NUL. In another encoding than UTF-8, bytes would have another order.
        let sql = """
            SELECT (SELECT encoding FROM pragma_encoding) <> 'UTF-8' OR EXISTS (SELECT 1 FROM \
            \(SQLIdentifier.quoted(column.table)) WHERE (\(name) GLOB ? OR instr(\(name), char(0)) > 0) \
            AND NOT \(SQLFunctions.isComposed)(\(name)))
            """
        return try runner.integer(sql) { $0.text(pattern) } == 0
    }
}
