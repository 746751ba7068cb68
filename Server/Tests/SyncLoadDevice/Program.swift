import ArgumentParser
import Dispatch
import Foundation
import SwiftData
import SwiftDataSync

/// A device of `Tests/Rounds/load.py`, which measures how long edits and first fetches take.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "SyncLoadDevice",
        abstract: "Sends many rows, fetches them to an empty store, edits, or prints edits as they arrive.",
        subcommands: [Fill.self, Join.self, Edit.self, Watch.self]
    )
}

/// The store and the server of a device.
struct DeviceOptions: ParsableArguments {
    @Option(help: "The folder of the store.") var folder: String
    @Option(help: "The URL of the server.") var url: String
    @Option(help: "The zone.") var zone: String
    @Option(help: "The token.") var token: String

    func container() throws -> ModelContainer {
        let store = URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent("device.store")
        return try ModelContainer(for: LoadNote.self, configurations: ModelConfiguration(url: store))
    }

    /// An engine with the settings that a program has by default, but for `isAutomatic`.
    func engine(of container: ModelContainer, isAutomatic: Bool) throws -> SyncEngine {
        guard let server = URL(string: url) else { throw ValidationError("--url is a URL.") }
        let token = token
        var settings = SyncConfiguration()
        settings.isAutomatic = isAutomatic
        return try SyncEngine(
            container,
            transport: try HTTPTransport(url: server, zone: zone) { _ in token },
            configuration: settings
        )
    }
}

/// The monotonic clock of the system in nanoseconds, the same in all processes.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Prints a line at once: the output is a pipe.
func report(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}
