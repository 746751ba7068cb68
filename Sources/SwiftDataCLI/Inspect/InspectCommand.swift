import ArgumentParser
import SwiftDataSQLite

/// `openswiftdata inspect`
struct InspectCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Describes a store: its entities, sizes, indices, history, versions and oddities.",
        discussion: "Nothing is written to the store or its folder, also where its -wal holds rows."
    )

    @OptionGroup var arguments: StoreArguments

    @Flag(help: "List the version hash of each entity.")
    var hashes = false

    func execute(_ console: Console) throws {
        let store = try OpenedStore(reading: arguments.store)
        let inspection = try StoreInspection(store)
        let report = InspectionReport(inspection, store.description)
        if arguments.json {
            console.print(report.json)
        } else {
            for line in report.lines(withHashes: hashes) { console.print(line) }
        }
    }
}
