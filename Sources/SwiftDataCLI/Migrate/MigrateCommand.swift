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

            With --dry-run the store may be on a PostgreSQL server: postgresql://…#schema, with the PostgreSQL schema of \
            the tables behind the sign. The steps and the SQL are printed. The model may then be that of another store on \
            a server, with an address of the same form.
            """
    )

    @Argument(
        help: "The store: a file, or postgresql://…#schema. It is written, unless there is --output or --dry-run."
    )
    var store: String

    @Argument(help: "The model, or a store that has it.")
    var model: String

    @Option(help: "A version of the model, instead of the current one.")
    var version: String?

    @Option(help: ArgumentHelp("Migrate a copy, and leave the store as it is.", valueName: "copy"))
    var output: String?

    @Flag(help: "List the steps only, and of a store on a server the SQL.")
    var dryRun = false

    @Flag(help: "Print JSON for programs.")
    var json = false

    @OptionGroup var progress: ProgressArguments

    func validate() throws {
        if dryRun, output != nil { throw ValidationError("--dry-run writes no copy.") }
        if output != nil, ServerAddress(store) != nil {
            throw ValidationError("--output is for stores that are files.")
        }
    }

    func execute(_ console: Console) throws {
        if let address = ServerAddress(store) { return try execute(on: address, console) }
        try StorePath.check(store)
        if ServerAddress(model) != nil {
            throw ToolFailure("A file is migrated to the model of a file, and not to that of a server.", isUsage: true)
        }
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

    private func execute(on address: ServerAddress, _ console: Console) throws {
        guard dryRun else {
            throw ToolFailure(
                "The tool migrates no store on a server. Open the store with the new models, which migrates it in one "
                    + "transaction. --dry-run prints the SQL."
            )
        }
        try ServerMigration(store: address, model: model, version: version).printPlan(isJSON: json, console)
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
