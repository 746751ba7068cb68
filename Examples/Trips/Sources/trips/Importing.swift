import ArgumentParser
import Foundation
import TripsKit

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Imports places from a time zone table.",
        discussion:
            "The format is that of \(Demo.systemZones.path). Invalid lines are reported and left out."
    )

    @OptionGroup var store: StoreOption
    @Argument(help: "The table.", completion: .file())
    var file: String

    func run() throws {
        let table = try ZoneTable(contentsOf: URL(fileURLWithPath: file))
        for line in table.badLines {
            FileHandle.standardError.write(Data("\(file): \(line)\n".utf8))
        }
        let result = try store.open().importPlaces(table)
        print(
            "\(result.added) added, \(result.changed) changed, \(result.unchanged) unchanged,",
            "\(table.badLines.count) lines left out"
        )
    }
}

struct RunDemo: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Runs every feature on a separate store, and prints each step.",
        discussion: "Without --store, the store is in the temporary folder. A second run opens the store of the first."
    )

    @OptionGroup var store: StoreOption
    @Option(help: "The time zone table to import.")
    var zones = Demo.systemZones.path

    func run() throws {
        let store = store.given ?? .database(Self.temporaryStore)
        if let folder = store.file?.deletingLastPathComponent() {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Demo(store, zones: URL(fileURLWithPath: zones)) { print($0) }.run()
    }

    private static var temporaryStore: URL {
        FileManager.default.temporaryDirectory
            .appendingPathComponent("trips-demo-\(NSUserName())", isDirectory: true)
            .appendingPathComponent("trips.store")
    }
}
