import ArgumentParser
import SwiftDataSQLite

/// `openswiftdata salvage`
struct SalvageCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "salvage",
        abstract: "Makes a new store of all that can be read of a damaged one.",
        discussion: """
            The store is only read. Every row and value that can be read goes to a new file, with the files of large \
            values; references that lead nowhere are then cleared as by check --repair. What could not be read is listed.

              openswiftdata salvage STORE mended.store

            Exit code: 0 where nothing is lost and no problem is left in the new store; 1 otherwise.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The new store.", completion: .file())
    var output: String

    @OptionGroup var progress: ProgressArguments

    func execute(_ console: Console) throws {
        try StorePath.check(arguments.store)
        let bar = progress.bar("Reading", console)
        let repair: StoreRepair
        do {
            defer { bar.finish() }
            repair = try StoreRepair(of: arguments.store, [], to: output, salvages: true) { bar.show($0, $1) }
        }
        if arguments.json {
            console.print(
                .members([
                    "store": .string(arguments.store),
                    "output": .string(output),
                    "rowCount": .integer(Int64(repair.salvagedRowCount)),
                    "done": .strings(repair.done),
                    "lost": .strings(repair.lost),
                    "remaining": .array(repair.remaining.map(CheckReport.json)),
                ])
            )
        } else {
            for line in lines(repair) { console.print(line) }
        }
        let hasProblems = repair.remaining.contains { $0.severity == .problem }
        if hasProblems || !repair.lost.isEmpty { throw ExitCode.failure }
    }

    private func lines(_ repair: StoreRepair) -> [String] {
        var lines = ["\(TextTable.printable(output)) has \(Plural.text(repair.salvagedRowCount, "row")) of models."]
        lines += repair.done.map { "- \($0)" }
        lines += ["", "Lost:"]
        lines += repair.lost.isEmpty ? ["Nothing."] : repair.lost.map { "- \(TextTable.printable($0))" }
        lines += ["", "Remaining problems:"] + CheckReport.list(repair.remaining, ifNone: "No problems were found.")
        return lines
    }
}
