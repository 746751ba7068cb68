import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Performs the steps of a store's migration inside of one transaction.
struct StepRun {
    let runner: SQLRunner
    let path: String
    let external: ExternalStorage
    let folder: MigrationFolder
    /// The configuration of the store that closures get contexts of; nil where there are none.
    let configuration: ModelConfiguration?

    /// - Throws: The obstacle, with the name of the step; the error of a closure of the step is the underlying error.
    func perform(_ step: PlanStep, number: Int, of count: Int) throws {
        try PlanStep.naming(step.name) {
            let past = try step.code.flatMap { code in
                try code.didMigrate.map { _ in
                    try PastStore(self, code.source, step.inferred.mapping.source, number: number)
                }
            }
            defer { past?.remove() }
            if let code = step.code, let closure = code.willMigrate {
                try StageContext(self, code.source).run("willMigrate", closure, past: nil)
            }
            let handler = MigrationReporting.current?.report
            let outcome = try step.inferred.run(runner, external) { progress in
                handler?(
                    MigrationProgress(
                        entityName: progress.entityName,
                        completedRowCount: progress.completedRowCount,
                        totalRowCount: progress.totalRowCount,
                        stepNumber: number,
                        stepCount: count
                    )
                )
            }
            // Listed in the journal, like the files that were written: files that no row refers to at the end are
            // removed then, after a commit or without one.
            try external.willRemove(outcome.obsoleteFiles)
            try record(step.target)
            if let code = step.code, let closure = code.didMigrate {
                let mapping = step.inferred.mapping
                let successors = Successors(runner: runner, mapping: mapping, offsets: outcome.offsets)
                try StageContext(self, code.target).run("didMigrate", closure, past: past, successors)
                try RequiredLinks(runner: runner, mapping: mapping).check()
            }
        }
    }

    /// Records in the file which model it has now.
    private func record(_ model: ModelOutline) throws {
        var file = try FileModel(runner, path: path)
        guard
            !file.isWrittenByLibrary || !file.isVersion(model) || file.version != model.version
                || !file.isExactly(model)
        else {
            return
        }
        try file.adopt(model, runner)
    }

    /// The tables that a schema needs must be there now.
    func checkResult(_ layout: StoreLayout) throws {
        let file = try FileModel(runner, path: path)
        try StoreFileCheck(layout: layout, tables: file.tables, path: path).check(runner)
    }
}
