import ArgumentParser
import Foundation
import TripsKit

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Syncs the trips with those of other devices, through a folder.",
        discussion: """
            The folder is any that the devices have in common: on a network drive, on a USB stick, or one that a file sync \
            carries. It must exist. What is new in the folder is fetched, and then what is new in the store is sent. While the \
            folder is not there, trips can be changed as ever, and the next sync sends it.
            """
    )

    @OptionGroup var store: StoreOption
    @Option(help: "The folder.", completion: .directory)
    var folder: String
    @Flag(help: "Send nothing.")
    var fetchOnly = false
    @Flag(help: "Fetch nothing.")
    var sendOnly = false

    func validate() throws {
        if folder.isEmpty { throw ValidationError("--folder needs a path.") }
        if fetchOnly && sendOnly { throw ValidationError("--fetch-only and --send-only exclude each other.") }
    }

    func run() async throws {
        let store = store.given ?? .standard
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        let sync = TripSync(try store.open(), folder: folder, state: store.syncState)
        do {
            try await sync.run(fetchOnly ? .fetchOnly : sendOnly ? .sendOnly : .both)
        } catch {
            for line in await sync.result.lines { print(line) }
            throw error
        }
        for line in await sync.result.lines { print(line) }
    }
}
