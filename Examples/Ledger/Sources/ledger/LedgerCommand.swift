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

    func run() throws {
        let folder = URL(filePath: folder ?? NSTemporaryDirectory()).appending(path: "ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = try Ledger(at: folder.appending(path: "ledger.store"))
        var report = Report()
        report.print = { print($0) }
        try report.step("entries made") {
            try ledger.fill(count: entries, seed: seed)
            return "\(entries)"
        }
        try ledger.run(&report)
    }
}
