import Foundation
import SwiftDataSync
import SyncServer
import Testing

/// Backups that are put back, also by a process that dies.
@Suite struct RestoreTests {
    private struct Failure: Error {}

    private func run(_ place: TestPlace, _ arguments: String...) async throws -> String {
        try await Command.run(Command.sync, arguments, environment: ["OPENSWIFTDATA_SYNC_STORE": place.store])
    }

    private func account(_ place: TestPlace) async throws -> String {
        let sqlite = try #require(Command.find("sqlite3"))
        return try await Command.run(sqlite, [place.store, "SELECT ZACCOUNT FROM ZSYNCZONE"])
    }

    private func marker(_ place: TestPlace) -> Bool {
        FileManager.default.fileExists(atPath: place.store + "-restoring")
    }

    @Test func aRestoreThatDiesIsEndedBeforeTheStoreIsServed() async throws {
        let place = try TestPlace()
        _ = try await run(place, "users", "add", "anna", "--zone", "trips")
        let copy = place.folder.appendingPathComponent("copy")
        _ = try await run(place, "backup", copy.path)
        let old = try await account(place)
        let pauses = PausePoints()
        pauses.set(.restored) { throw Failure() }
        let address = StoreAddress(place.store)
        await #expect(throws: Failure.self) {
            try await Store.restore(from: copy, to: address, keeping: nil, pauses: pauses)
        }
        // The files are those of the backup, and so is the account.
        #expect(try await account(place) == old)
        #expect(marker(place))
        _ = try await run(place, "zones", "list")
        let renewed = try await account(place)
        #expect(renewed != old && !marker(place))
        // Once is enough.
        _ = try await run(place, "zones", "list")
        #expect(try await account(place) == renewed)
    }

    @Test func aRestoreThatIsRefusedChangesNoAccount() async throws {
        let place = try TestPlace()
        _ = try await run(place, "users", "add", "anna", "--zone", "trips")
        let copy = place.folder.appendingPathComponent("copy").path
        _ = try await run(place, "backup", copy)
        let old = try await account(place)
        let server = try await ServerProcess.run(place)
        await #expect(throws: Command.Failure.self) { _ = try await run(place, "restore", copy) }
        #expect(!marker(place))
        _ = try await run(place, "zones", "list")
        #expect(try await account(place) == old)
        #expect(await server.end() == 0)
        #expect(try await run(place, "restore", copy).contains("new accounts"))
        #expect(try await account(place) != old && !marker(place))
    }
}
