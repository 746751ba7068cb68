import ArgumentParser
import Foundation
import LedgerKit

/// Makes a ledger and prints its report.
@main
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger",
        abstract: "Makes a ledger by a seed, and prints a report with the time of each answer."
    )

    @Option(help: "The number of entries.")
    var entries = 1_000_000

    @Option(help: "The seed of the entries.")
    var seed: UInt64 = 7

    @Option(help: "A folder for the store, which is removed at the end; a temporary one where it is left out.")
    var folder: String?

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL server instead of a file, such as “postgresql:///ledger”, with “#name” at its end where the tables "
                + "are in another schema than public. The ledger must be empty, and is emptied at the end.",
            valueName: "url"
        )
    )
    var store: String?

    func validate() throws {
        if store != nil && folder != nil { throw ValidationError("--store goes without --folder.") }
    }

    func run() throws {
        if let store {
            let ledger = try Ledger(.postgres(store))
            try ledger.checkIsEmpty()
            defer { ledger.container.deleteAllData() }
            try report(ledger)
        } else {
            try reportOnFile()
        }
    }

    private func reportOnFile() throws {
        let folder = URL(filePath: folder ?? NSTemporaryDirectory()).appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try report(Ledger(.file(folder.appending(path: "ledger.store"))))
    }

    private func report(_ ledger: Ledger) throws {
        var report = Report()
        report.print = { print($0) }
        try report.step("entries made") {
            try ledger.fill(count: entries, seed: seed)
            return "\(entries)"
        }
        try ledger.run(&report)
    }
}
