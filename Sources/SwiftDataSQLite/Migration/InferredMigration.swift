import SwiftDataCore
package import SwiftDataSQL

/// A migration that follows from two models alone, done by SQL.
package struct InferredMigration: Sendable {
    /// The work that is left to the caller once the transaction has ended: files beside the store.
    struct Outcome: Sendable {
        /// The files to remove after a commit: nothing refers to them any more.
        var obsoleteFiles: [String] = []
        /// The files to remove if the transaction is rolled back.
        var writtenFiles: [String] = []
        /// The offsets that were added to the keys of rows.
        let offsets: KeyOffsets
    }

    package let mapping: ModelMapping

    /// - Parameters:
    ///   - leavesValuesToCode: True if a property that changes in a way that cannot be inferred begins as one that was
    ///     added.
    ///   - leavesRowsToCode: True if an attribute without a value is refused only where there are rows.
    /// - Throws: ``StoreError`` with code `migration`, naming entity and property before and after, for changes that
    ///   cannot be inferred or could lose a value: all of them.
    package init(
        from source: ModelOutline,
        to target: ModelOutline,
        leavesValuesToCode: Bool = false,
        leavesRowsToCode: Bool = false
    ) throws {
        mapping = try ModelMapping(
            from: StoreLayout(source),
            to: StoreLayout(target),
            leavesValuesToCode: leavesValuesToCode,
            leavesRowsToCode: leavesRowsToCode
        )
    }

    /// The steps of the migration, for people and for a dry run. Empty where the models are kept alike in a file.
    package var steps: [MigrationStep] { mapping.changes }

    /// Moves the rows of a store. The caller has begun a transaction, and ends it.
    /// - Parameter report: Is called now and then with the progress. An error that it throws ends the migration.
    /// - Throws: ``StoreError`` with code `migration` for rows that prevent the migration, before anything is written;
    ///   the caller rolls the transaction back.
    @discardableResult
    func run(
        _ runner: SQLRunner,
        _ external: ExternalStorage,
        report: (MigrationProgress) throws -> Void
    ) throws -> Outcome {
        try withoutActuallyEscaping(report) { report in
            let file = try MigrationFile(runner, mapping.source, path: runner.path)
            let run = MigrationRun(try MigrationPlan(mapping, file), runner, external, report: report)
            do {
                try run.run()
                try run.files.makeDurable()
            } catch {
                run.files.rollBack()
                throw error
            }
            return Outcome(
                obsoleteFiles: run.obsoleteFiles,
                writtenFiles: run.files.written,
                offsets: run.plan.offsets
            )
        }
    }
}

extension SQLRunner {
    /// The file, for messages.
    fileprivate var path: String {
        (try? strings("SELECT file FROM pragma_database_list WHERE name = 'main'"))?.first.flatMap {
            $0.isEmpty ? nil : $0
        }
            ?? "the store"
    }
}
