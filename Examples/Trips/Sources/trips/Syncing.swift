import ArgumentParser
import Foundation
import TripsKit

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Syncs the trips with those of other devices, through a folder or a server.",
        discussion: """
            A folder is any that the devices have in common: on a network drive, on a USB stick, or one that a file sync \
            carries. It must exist. A server is openswiftdata-sync, or another one that speaks its protocol. What is new there \
            is fetched, and then what is new in the store is sent. While the folder or the server is not there, trips can be \
            changed as ever, and the next sync sends it.

            The token for the server is in a file, or in the variable \(SyncServer.tokenVariable) of the environment. No option \
            has it: everybody who lists the processes of a machine sees their options.
            """
    )

    @OptionGroup var store: StoreOption
    @OptionGroup var place: PlaceOptions
    @Flag(help: "Send nothing.")
    var fetchOnly = false
    @Flag(help: "Fetch nothing.")
    var sendOnly = false

    func validate() throws {
        if fetchOnly && sendOnly { throw ValidationError("--fetch-only and --send-only exclude each other.") }
    }

    func run() async throws {
        let store = store.given ?? .standard
        let sync = TripSync(try store.open(), through: try place.read(), state: store.syncState)
        do {
            try await sync.run(fetchOnly ? .fetchOnly : sendOnly ? .sendOnly : .both)
        } catch {
            for line in await sync.result.lines { print(line) }
            throw error
        }
        for line in await sync.result.lines { print(line) }
    }
}

/// The options that name what to sync through.
struct PlaceOptions: ParsableArguments {
    @Option(help: "The folder.", completion: .directory)
    var folder: String?
    @Option(help: ArgumentHelp("The server, such as https://sync.example.org.", valueName: "URL"))
    var server: String?
    @Option(help: "The name that these trips have at the server (trips).")
    var zone: String?
    @Option(help: ArgumentHelp("A file with the token for the server.", valueName: "file"), completion: .file())
    var tokenFile: String?
    @Option(
        help: ArgumentHelp(
            "A file in PEM with certificates that are trusted beside those of the system, as for a server at home.",
            valueName: "file"
        ),
        completion: .file()
    )
    var certificates: String?

    func validate() throws { _ = try read() }

    /// The place that is named.
    func read() throws -> SyncPlace {
        do {
            let place = try SyncPlace(
                folder: folder,
                server: server,
                zone: zone,
                tokenFile: tokenFile,
                certificates: certificates
            )
            if let place { return place }
        } catch let error { throw ValidationError(error.description) }
        throw ValidationError("Name what to sync through by --folder or by --server.")
    }
}
