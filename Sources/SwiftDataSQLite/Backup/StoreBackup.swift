import Foundation
import GRDB
import SwiftDataCore

/// Copies one store, as it is at one moment, while other processes write: see docs/decisions/0024.
package struct StoreBackup {
    private let source: StoreConnection
    private let external: ExternalStorage
    private let blocksWriters: Bool
    private let keepsDamaged: Bool
    private let files: any FileCalls
    private let permissions: FilePermissions

    /// The number of moments that are tried before other connections have to wait.
    private static let attemptsWithoutBlocking = 5
    private static let mostAttempts = 100

    /// - Parameters:
    ///   - blocksWriters: True if the write lock may be taken where other processes replace large values faster than
    ///     they can be copied. Further connections read then.
    ///   - keepsDamaged: True if a damaged store is copied as it is, with everything in its folder of large values. The
    ///     connection then keeps other processes out.
    package init(
        _ source: StoreConnection,
        _ external: ExternalStorage,
        blocksWriters: Bool,
        keepsDamaged: Bool = false
    ) {
        self.keepsDamaged = keepsDamaged
        self.source = source
        self.external = external
        self.blocksWriters = blocksWriters && !source.isReadOnly && source.path != nil
        files = external.files
        permissions = external.permissions
    }

    /// Makes a file with all rows, and a folder of large values beside it.
    /// - Parameters:
    ///   - path: There must be nothing. Where the copy fails, parts of it are left.
    ///   - report: Is called with the number of copied bytes and the number of all bytes. If it throws, the copy ends.
    /// - Returns: The names of files that the rows name and that the store has lost.
    @discardableResult
    package func copy(to path: String, _ report: (Int64, Int64) throws -> Void) throws -> [String] {
        let place = path as NSString
        let folder = "\(place.deletingLastPathComponent)/.\(Self.stem(path))_SUPPORT/_EXTERNAL_DATA"
        var copies = CopiedFiles(from: external, to: folder, permissions, files)
        try files.write(Data(), to: path, permissions)
        var missing: Set<String> = []
        for attempt in 1...Self.mostAttempts {
            let isComplete = try moment(isAlone: attempt > Self.attemptsWithoutBlocking) { runner in
                try copyMoment(runner, &copies, &missing, path, report)
            }
            guard isComplete else { continue }
            try files.syncFile(path)
            let lost = missing.sorted()
            if !lost.isEmpty {
                log.notice("\(lost.count) files of large values are missing in the store, and in its copy at \(path)")
            }
            return lost
        }
        throw StoreError(
            .locked,
            "Other writers replace the large values of the store faster than they are copied. Make the backup when less is "
                + "written, or from a container that may write."
        )
    }

    /// The name of a file without its last extension.
    private static func stem(_ path: String) -> String {
        URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    private func moment<Result>(isAlone: Bool, _ body: (SQLRunner) throws -> Result) throws -> Result {
        // A transaction of reads that has met damage cannot be ended; the connection keeps other processes out in any
        // case.
        if keepsDamaged { return try source.readOnce(body) }
        guard isAlone, blocksWriters else { return try source.read(body) }
        // No process commits meanwhile, and only a process that has committed removes files.
        return try source.write { _ in try source.read(body) }
    }

    /// Copies the content of the store at one moment. May be called again where the file is read again.
    /// - Parameter missing: The files that were not there at earlier moments. A file that a later moment still names
    ///   was lost before: a file is removed after the commit that removes its name.
    /// - Returns: True if it is complete.
    private func copyMoment(
        _ runner: SQLRunner,
        _ copies: inout CopiedFiles,
        _ missing: inout Set<String>,
        _ path: String,
        _ report: (Int64, Int64) throws -> Void
    ) throws -> Bool {
        let pages = (try runner.integer("PRAGMA page_count") ?? 0) * (try runner.integer("PRAGMA page_size") ?? 0)
        let names = try names(runner)
        missing.formIntersection(names)
        try copies.keepOnly(names)
        let wanted = names.subtracting(missing).filter { !copies.contains($0) }.sorted()
        let sizes = try wanted.reduce(Int64(0)) { $0 + Int64(try external.size(of: $1) ?? 0) }
        let total = pages + copies.size + sizes
        try report(copies.size, total)
        var isComplete = true
        for name in wanted {
            let before = copies.size
            if try copies.add(name, { try report(before + $0, total) }) { continue }
            missing.insert(name)
            isComplete = false
        }
        guard isComplete else { return false }
        let size = copies.size
        try copyPages(runner, to: path) { part in try report(size + Int64(Double(pages) * part), total) }
        try report(total, total)
        return true
    }

    private func names(_ runner: SQLRunner) throws -> Set<String> {
        guard external.folder != nil, let path = source.path else { return [] }
        do {
            return try NamedFiles.names(runner, path: path)
        } catch let error as DatabaseError {
            let failure = SQLiteFailure(error).storeError(path: path)
            guard keepsDamaged, failure.isDamage else { throw failure }
            return Set(try external.names().filter { UUID(uuidString: $0) != nil })
        }
    }

    /// Copies all rows, without the files of large values.
    func copyRows(to path: String, _ report: (Double) throws -> Void) throws {
        try source.read { try copyPages($0, to: path, report) }
    }

    // MARK: Pages

    /// The number of pages that are copied between two reports.
    static let pagesAtOnce: CInt = 512

    /// - Parameter report: Is called with the part that has been copied.
    private func copyPages(_ runner: SQLRunner, to path: String, _ report: (Double) throws -> Void) throws {
        var configuration = Configuration()
        configuration.label = "OpenSwiftData backup"
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            try queue.writeWithoutTransaction { target in
                // It is synced as a whole, before any process knows its name.
                try target.execute(sql: "PRAGMA synchronous = OFF")
                try Self.copyPages(runner.database, to: target, report)
                // A client of side tables must not take the copy for the store.
                do { try IncarnationTable.clear(SQLRunner(target)) } catch {
                    guard keepsDamaged else { throw error }
                    log.notice("The copy at \(path) keeps the identity of the store: \(error)")
                }
                // One file that can be opened by itself, also where nothing may be written beside it.
                let mode = try String.fetchOne(target, sql: "PRAGMA journal_mode = DELETE")
                guard mode == "delete" else {
                    throw StoreError(.sql, "The copy at \(path) has journal mode \(mode ?? "unknown").")
                }
            }
            try queue.close()
        } catch let error as DatabaseError {
            let isSource = [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
            throw SQLiteFailure(error).storeError(path: isSource ? source.path : path)
        }
    }

    static func copyPages(_ source: Database, to target: Database, _ report: (Double) throws -> Void) throws {
        // GRDB's closure escapes by its type alone.
        try withoutActuallyEscaping(report) { report in
            try source.backup(to: target, pagesPerStep: pagesAtOnce) { progress in
                // An error at the end would be dropped.
                guard !progress.isCompleted else { return }
                try report(Double(progress.completedPageCount) / Double(max(1, progress.totalPageCount)))
            }
        }
    }
}
