import ArgumentParser
import Foundation
import SwiftDataCore
import SwiftDataModelSource
import SwiftDataSQL
import SwiftDataSQLite

/// `openswiftdata migrate`
struct MigrateCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Moves the rows of a store to another version of its model.",
        discussion: """
            This writes the store, in one transaction, or with --output a copy of it. What has to be done is worked out \
            from the model in the file and the other one, as SwiftData does without a migration plan; what cannot be, \
            or could lose a value, is an error, and nothing is written then. --dry-run lists the steps and writes nothing.

            The other model is a .xcdatamodeld, a .xcdatamodel, a .momd, a .mom, or the one of another store. Apple's \
            frameworks do not know the version hashes that the migrated store has.
            """
    )

    @Argument(help: "The store. It is written, unless there is --output or --dry-run.")
    var store: String

    @Argument(help: "The model, or a store that has it.")
    var model: String

    @Option(help: "A version of the model, instead of the current one.")
    var version: String?

    @Option(help: ArgumentHelp("Migrate a copy, and leave the store as it is.", valueName: "copy"))
    var output: String?

    @Flag(help: "List the steps only.")
    var dryRun = false

    @Flag(help: "Print JSON for programs.")
    var json = false

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
        if dryRun, output != nil { throw ValidationError("--dry-run writes no copy.") }
    }

    func execute(_ console: Console) throws {
        try StorePath.check(store)
        var source = try ModelSource.read(URL(fileURLWithPath: model))
        if let version { try source.select(version: version) }
        guard let target = source.current?.model else { throw ToolFailure("The model has no versions.") }
        // Errors are reported before anything is copied.
        let migration = try FileMigration(URL(fileURLWithPath: store), to: target)
        let steps = migration.inferred.steps
        var migrated: String?
        if !dryRun {
            migrated = output ?? store
            try run(migration, target, console)
        }
        if json {
            console.print(
                .members([
                    "store": .string(store), "from": .string(migration.source.versionIdentifier),
                    "to": .string(target.versionIdentifier), "steps": .strings(steps.map(\.description)),
                    "migrated": .text(migrated),
                ])
            )
            return
        }
        for step in steps { console.print("- \(TextTable.printable(step.description))") }
        if steps.isEmpty { console.print("The tables are those of the model already.") }
        if let migrated { console.print("\(TextTable.printable(migrated)) is migrated.") }
    }

    private func run(_ migration: FileMigration, _ target: ModelOutline, _ console: Console) throws {
        let bar = progress.bar("Migrating", console)
        defer { bar.finish() }
        guard let output else { return try migration.run { bar.show($0.fractionCompleted, $0.entityName ?? "") } }
        let copied = try StoreCopy.copy(store, to: output)
        do {
            let migration = try FileMigration(URL(fileURLWithPath: output), to: target)
            try migration.run { bar.show($0.fractionCompleted, $0.entityName ?? "") }
        } catch {
            StoreCopy.remove(output, copied: copied)
            throw error
        }
    }
}
