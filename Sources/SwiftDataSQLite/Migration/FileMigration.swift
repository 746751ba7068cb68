package import Foundation
package import SwiftDataCore
package import SwiftDataSQL

/// The migration of a store's file to a model, without classes on either side: the file describes its model.
package struct FileMigration: Sendable {
    /// The model that the file has.
    package let source: ModelOutline
    /// The steps are the same as in ``InferredMigration``.
    package let inferred: InferredMigration
    private let path: String
    private let target: ModelOutline

    /// Computes the steps; nothing is written, neither to the file nor beside it.
    /// - Throws: ``StoreError`` with code `migration` for a change that cannot be inferred, or for a file that does not
    ///   describe its model; with another code for one that cannot be read.
    package init(_ file: URL, to target: ModelOutline) throws {
        path = file.path
        // The form of another file does not matter for this one.
        var target = target
        target.form = nil
        self.target = target
        let connection = try StoreConnection.readOnlyFile(file.path)
        defer { try? connection.close() }
        source = try connection.read { try Self.source($0, file.path, target) }
        inferred = try InferredMigration(from: source, to: target)
    }

    /// Migrates the file in one transaction.
    /// - Parameter report: Is called now and then with the progress.
    /// - Throws: ``StoreError``; the file is as it was then.
    package func run(report: @escaping @Sendable (MigrationProgress) -> Void = { _ in }) throws {
        let connection = try StoreConnection.file(path)
        defer { try? connection.close() }
        let folder = MigrationFolder(storePath: path, files: connection.files)
        let journal = ExternalJournal(folder)
        defer {
            if folder.exists { connection.writeIfFree { folder.remove($0) } }
        }
        try connection.write { runner in
            folder.remove(runner)
            // Another process may have migrated the file since.
            let source = try Self.source(runner, path, target)
            let name = "\(source.versionIdentifier) → \(target.versionIdentifier)"
            let run = StepRun(
                runner: runner,
                path: path,
                external: ExternalStorage(storePath: path, journal: journal, files: connection.files),
                folder: folder,
                configuration: nil
            )
            try RunningMigrations.run(StorePath.resolved(path)) {
                try withMigrationProgress(report) {
                    try run.perform(PlanStep(name, from: source, to: target), number: 1, of: 1)
                }
            }
            try run.checkResult(StoreLayout(target))
        }
        connection.shortenLog()
    }

    private static func source(_ runner: SQLRunner, _ path: String, _ target: ModelOutline) throws -> ModelOutline {
        guard let file = try FileModel.ifAny(runner, path: path) else {
            throw StoreError(.notADatabase, "\(path) has no tables")
        }
        return try file.outline(before: target)
    }
}
