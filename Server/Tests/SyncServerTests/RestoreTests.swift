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
        let reported = try await run(place, "restore", copy)
        #expect(reported.contains("revoke again") && !reported.contains("valid again"))
        let tokens = try await run(place, "tokens", "list")
        #expect(tokens.contains("\(lost)  anna  revoked") && tokens.contains("\(kept)  anna  expires never"))
        // A store that cannot be read is replaced as well, and the administrator is told.
        try Data("damaged".utf8).write(to: URL(fileURLWithPath: place.store))
        #expect(try await run(place, "restore", copy).contains("valid again"))
        #expect(try await run(place, "tokens", "list").contains("\(lost)  anna  expires never"))
    }

    /// Leaves a restore that has died before its end. Returns the public half of a token that was revoked since the backup.
    private func restoreThatDies(_ place: TestPlace) async throws -> String {
        let token = try await run(place, "users", "add", "anna", "--zone", "trips").dropFirst(4).prefix(16)
        let copy = place.folder.appendingPathComponent("copy")
        _ = try await run(place, "backup", copy.path)
        _ = try await run(place, "tokens", "revoke", String(token))
        let pauses = PausePoints()
        pauses.set(.restored) { throw Failure() }
        await #expect(throws: Failure.self) {
            try await Store.restore(from: copy, to: StoreAddress(place.store), keeping: nil, pauses: pauses)
        }
        return String(token)
    }

    /// Without the list of revoked tokens the store would let them in again.
    @Test func aDamagedListOfRevokedTokensKeepsTheStoreClosed() async throws {
        let place = try TestPlace()
        let token = try await restoreThatDies(place)
        let file = URL(fileURLWithPath: place.store + "-restoring")
        let whole = try Data(contentsOf: file)
        let middle = whole.count / 2
        var changed = whole
        changed[middle] ^= 1
        for damaged in [changed, whole.prefix(middle), whole.dropLast(), Data(count: whole.count), Data()] {
            try damaged.write(to: file)
            for command in [["zones", "list"], ["restore", place.folder.appendingPathComponent("copy").path]] {
                let failure = await #expect(throws: Command.Failure.self) {
                    try await Command.run(Command.sync, command, environment: ["OPENSWIFTDATA_SYNC_STORE": place.store])
                }
                let reported = failure?.output ?? ""
                #expect(
                    reported.contains("-restoring is damaged") && reported.contains("tokens revoke"),
                    "\(command): \(reported)"
                )
            }
            #expect(marker(place))
        }
        try whole.write(to: file)
        #expect(try await run(place, "tokens", "list").contains("\(token)  anna  revoked"))
        #expect(!marker(place))
    }

    /// A restore that has died after its files were in place, and another one that has died while it wrote its list.
    @Test func aListThatWasCutOffLeavesTheOneBefore() async throws {
        let place = try TestPlace()
        let token = try await restoreThatDies(place)
        let next = URL(fileURLWithPath: place.store + "-restoring-new")
        try Data("cut".utf8).write(to: next)
        #expect(try await run(place, "tokens", "list").contains("\(token)  anna  revoked"))
        #expect(!marker(place))
        // What was cut off is in the way of no other restore.
        let copy = place.folder.appendingPathComponent("copy").path
        #expect(try await run(place, "restore", copy).contains("new accounts"))
        #expect(!FileManager.default.fileExists(atPath: next.path) && !marker(place))
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
