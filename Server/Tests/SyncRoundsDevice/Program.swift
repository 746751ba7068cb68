import ArgumentParser
import Foundation
import SwiftData
import SwiftDataSync

/// A device of the rounds of `Tests/Rounds/rounds.py`, which kills it.
@main
struct Program: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "SyncRoundsDevice",
        abstract: "Edits a store at random and syncs it, or syncs it until nothing is left."
    )

    @Option(help: "The folder of the store and the journal.") var folder: String
    @Option(help: "The name of the device.") var name: String
    @Option(help: "The URL of the server.") var url: String
    @Option(help: "The zone.") var zone: String
    @Option(help: "The token.") var token: String
    @Option(help: "The seed of the edits.") var seed: UInt64
    @Option(help: "The number of edits; 0 to sync until nothing is left.") var steps: Int

    func run() async throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let store = ModelConfiguration(url: folder.appendingPathComponent("device.store"))
        let container = try ModelContainer(for: RoundNote.self, RoundLabel.self, configurations: store)
        guard let server = URL(string: url) else { throw ValidationError("--url is a URL.") }
        var transport = HTTPTransport.Configuration()
        transport.idleTimeout = .seconds(steps > 0 ? 5 : 60)
        // Parts and messages that several requests are needed for.
        transport.partBytes = 20_000
        transport.maximumMessageBytes = 1 << 20
        let token = token
        var settings = SyncConfiguration()
        settings.isAutomatic = false
        let engine = try SyncEngine(
            container,
            transport: try HTTPTransport(url: server, zone: zone, configuration: transport) { _ in token },
            configuration: settings
        )
        guard steps > 0 else {
            try await engine.fetchChanges()
            try await engine.sendChanges()
            try await engine.fetchChanges()
            print("held \(engine.state.heldRows)")
            return
        }
        var random = SeededGenerator(state: seed)
        let journal = try Journal(folder.appendingPathComponent("journal"))
        var work = DeviceWork(name, container, engine, journal)
        try await work.run(steps: steps, random: &random)
        print("failures \(work.failures)")
    }
}

/// SplitMix64, by Steele, Lea and Flood: the same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
