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

    @Test func aTokenThatWasRevokedStaysRevoked() async throws {
        let place = try TestPlace()
        let lost = try await run(place, "users", "add", "anna", "--zone", "trips").dropFirst(4).prefix(16)
        let kept = try await run(place, "tokens", "add", "anna").dropFirst(4).prefix(16)
        let copy = place.folder.appendingPathComponent("copy").path
        _ = try await run(place, "backup", copy)
        _ = try await run(place, "tokens", "revoke", String(lost))
        let told = try await run(place, "restore", copy)
        #expect(told.contains("take back again") && !told.contains("valid again"))
        let tokens = try await run(place, "tokens", "list")
        #expect(tokens.contains("\(lost)  anna  revoked") && tokens.contains("\(kept)  anna  expires never"))
        // A store that cannot be read is replaced as well, and the administrator is told.
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: place.store))
        #expect(try await run(place, "restore", copy).contains("valid again"))
        #expect(try await run(place, "tokens", "list").contains("\(lost)  anna  expires never"))
    }

    @Test func aRestoreThatIsRefusedChangesNoAccount() async throws {
        let place = try TestPlace()
        _ = try await run(place, "users", "add", "anna", "--zone", "trips")
        let copy = place.folder.appendingPathComponent("copy").path
        _ = try await run(place, "backup", copy)
        let old = try await account(place)
        let server = try await ServerProcess.run(place)
        for folder in [copy, copy + "-missing", place.folder.path] {
            await #expect(throws: Command.Failure.self) { _ = try await run(place, "restore", folder) }
            #expect(!marker(place), "\(folder)")
        }
        _ = try await run(place, "zones", "list")
        #expect(try await account(place) == old)
        #expect(await server.end() == 0)
        #expect(try await run(place, "restore", copy).contains("new accounts"))
        #expect(try await account(place) != old && !marker(place))
    }
}
