import ArgumentParser
import SwiftDataSQLite

/// `openswiftdata check`
struct CheckCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Looks for damage: of the file, of references, counters, values, external files and the history.",
        discussion: """
            The store is only read. With --repair, a copy of it is repaired: what cannot be known, such as which of two \
            equal rows is the right one, is left as it is and listed again. Repairs are not written to the history.

            Where pages of the file are damaged, the copy is a new file with all that can be read, and what is lost is \
            listed. No copy is made where no row can be read.

              openswiftdata check STORE
              openswiftdata check STORE --repair mended.store

            Exit code: 0 where no problem is found, or nothing is lost and no problem left in the repaired copy; 1 \
            otherwise.
            """
    )

    @OptionGroup var arguments: StoreArguments

    @OptionGroup var progress: ProgressArguments

    @Option(help: ArgumentHelp("Write a repaired copy, with its folder of large values.", valueName: "output"))
    var repair: String?

    func execute(_ console: Console) throws {
        try StorePath.check(arguments.store)
        let bar = progress.bar("Checking", console)
        let connection = try StoreConnection.readOnlyFile(arguments.store)
        defer { try? connection.close() }
        let check: StoreCheck
        do {
            defer { bar.finish() }
            check = try StoreCheck(connection, path: arguments.store) { bar.show($0, $1) }
        }
        let repaired = try repair.map { output in
            defer { bar.finish() }
            return try StoreRepair(of: arguments.store, check.findings, to: output) { bar.show($0, $1) }
        }
        let report = CheckReport(check: check, repair: repaired, output: repair)
        if arguments.json {
            console.print(report.json(store: arguments.store))
        } else {
            for line in report.lines { console.print(line) }
        }
        if report.hasProblems { throw ExitCode.failure }
    }
}
