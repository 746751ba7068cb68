import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A look at the file of a store before it is opened for writing: a file that is refused stays byte for byte as it was.
///
/// A pool of GRDB's writes to a file as it opens it, so that no error after that would be in time.
struct StoreLook {
    /// True if the file is mirrored to CloudKit; nil where it could not be looked at.
    private(set) var isMirrored: Bool?

    /// - Parameter judge: Throws where the file cannot be used, given a connection that reads it.
    /// - Throws: The errors of `judge`, and ``StoreError`` for a file that is no database.
    init(
        _ configuration: ModelConfiguration,
        _ settings: ConnectionSettings,
        _ judge: (StoreConnection) throws -> Void
    ) throws {
        do {
            try look(configuration, settings, judge)
        } catch let error as StoreError where error.code == .locked {
            // A process is making or writing it. The opening waits for that, or reports it.
            isMirrored = nil
        }
    }

    private mutating func look(
        _ configuration: ModelConfiguration,
        _ settings: ConnectionSettings,
        _ judge: (StoreConnection) throws -> Void
    ) throws {
        guard let connection = try Self.connection(configuration.url.path, settings) else {
            // There is nothing in an empty file that could be refused.
            isMirrored = FileFingerprint.size(configuration.url.path) == 0 ? false : nil
            return
        }
        defer { Self.close(connection) }
        let isMirrored = try MirroredStore.isOne(connection)
        self.isMirrored = isMirrored
        // One that is not written to has to meet less.
        if isMirrored, !configuration.allowsSavingMirroredStores { return }
        do {
            try judge(connection)
        } catch let error as StoreError where error.code == .cannotOpen {
            // Another process may have migrated the file between two reads.
            try judge(connection)
        }
    }

    /// Nil where there is nothing to look at, and where looking takes a copy that cannot be made.
    private static func connection(_ path: String, _ settings: ConnectionSettings) throws -> StoreConnection? {
        do {
            return try .lookedAt(path, settings: settings)
        } catch let error as StoreError where error.code == .cannotOpen && error.underlyingError is FileFailure {
            log.notice("The store at \(path) is opened without a check of its version: \(error.debugDescription)")
            return nil
        }
    }

    private static func close(_ connection: StoreConnection) {
        do { try connection.close() } catch {
            log.error("The version check of a store did not close its connection: \(error)")
        }
    }
}

extension StoreMigration {
    /// Checks if a file can be served, or migrated, as far as that shows without changing it.
    /// - Throws: The errors of opening it.
    func judge(_ connection: StoreConnection) throws {
        let path = connection.path ?? ""
        let migration = try named(by: connection)
        try connection.read { runner in
            guard let file = try FileModel.ifAny(runner, path: path) else { return }
            let steps = try migration.steps(file, runner)
            guard steps.isEmpty else { return try migration.checkMigrationIsRequested(file, steps) }
            _ = try StoreFile.existing(runner, migration.layout, path: path)
        }
    }
}
