import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// The command line, as an administrator uses it, beside a server that runs.
@Suite struct CommandTests {
    private func run(_ place: TestPlace, _ arguments: String...) async throws -> String {
        try await Command.run(Command.sync, arguments, environment: ["OPENSWIFTDATA_SYNC_STORE": place.store])
    }

    private func failure(_ place: TestPlace, _ arguments: String...) async -> String {
        do {
            try await Command.run(Command.sync, arguments, environment: ["OPENSWIFTDATA_SYNC_STORE": place.store])
            return ""
        } catch { return (error as? Command.Failure)?.output ?? "" }
    }

    @Test func aTokenIsPrintedOnceAndNowhereElse() async throws {
        let place = try TestPlace()
        let token = try await run(place, "users", "add", "anna", "--zone", "trips").trimmingCharacters(in: .newlines)
        #expect(token.hasPrefix("osd_") && token.count == 85)
        let second = try await run(place, "tokens", "add", "anna", "--label", "phone", "--days", "3")
            .trimmingCharacters(
                in: .newlines
            )
        #expect(second != token)
        let list = try await run(place, "tokens", "list")
        #expect(list.split(separator: "\n").count == 2 && list.contains("anna  expires never  first token"))
        #expect(list.contains("phone"))
        let server = try await ServerProcess.run(place)
        for text in [token, second] { _ = try await server.transport(text).account() }
        try await server.transport(token).send([testPacket(1)])
        let audit = try await run(place, "audit")
        let identifier = String(second.dropFirst(4).prefix(16))
        #expect(try await run(place, "tokens", "revoke", identifier) == "")
        let refused = await #expect(throws: SyncTransportError.self) {
            _ = try await server.transport(second).account()
        }
        #expect(refused?.code == .refused)
        #expect(try await run(place, "tokens", "list").contains("\(identifier)  anna  revoked"))
        #expect(await server.end() == 0)
        // The secret is in no output and in no byte of the store; the name is.
        let files = try FileManager.default.contentsOfDirectory(at: place.folder, includingPropertiesForKeys: nil)
        var bytes = Data(list.utf8) + Data(audit.utf8)
        for file in files where (try? file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true {
            bytes += try Data(contentsOf: file)
        }
        for text in [token, second] {
            let digits = Array(text.suffix(64))
            #expect(bytes.range(of: Data(text.suffix(64).utf8)) == nil)
            // Nor the bits themselves.
            let raw = stride(from: 0, to: 64, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
            #expect(raw.count == 32 && bytes.range(of: Data(raw)) == nil)
            #expect(bytes.range(of: Data(text.dropFirst(4).prefix(16).utf8)) != nil)
        }
    }

    @Test func zonesAreSharedLimitedAndRemoved() async throws {
        let place = try TestPlace()
        let anna = try await run(place, "users", "add", "anna", "--zone", "trips").trimmingCharacters(in: .newlines)
        let bert = try await run(place, "users", "add", "bert", "--zone", "trips").trimmingCharacters(in: .newlines)
        #expect(try await run(place, "zones", "share", "anna/trips", "bert", "--role", "read", "--as", "annas") == "")
        #expect(try await run(place, "zones", "list").contains("1  anna/trips (owner), bert/annas (read)  0 devices"))
        let server = try await ServerProcess.run(place)
        try await server.transport(anna).send([testPacket(1)])
        #expect(try await fetchAll(server.transport(bert, zone: "annas")) == [testPacket(1)])
        let refused = await #expect(throws: SyncTransportError.self) {
            try await server.transport(bert, zone: "annas").send([testPacket(2)])
        }
        #expect(refused?.code == .refused)
        #expect(try await run(place, "zones", "quota", "anna/trips", "70") == "")
        let full = await #expect(throws: SyncTransportError.self) {
            try await server.transport(anna).send([testPacket(2)])
        }
        #expect(full?.code == .storageFull)
        #expect(try await run(place, "sizes").contains("1  anna/trips  log 64  snapshot 0  values 0  quota 70"))
        #expect(
            try await run(place, "zones", "compact", "--days", "0")
                == "1  1 packets merged into 1, 64 bytes into 64\n2  nothing to merge\n"
        )
        #expect(await failure(place, "users", "remove", "anna").contains("Remove them first"))
        #expect(try await run(place, "zones", "remove", "anna/trips") == "")
        let gone = await #expect(throws: SyncTransportError.self) {
            try await server.transport(bert, zone: "annas").account()
        }
        #expect(gone?.code == .refused)
        #expect(try await run(place, "users", "remove", "anna") == "")
        #expect(try await run(place, "users", "list") == "bert\n")
        if let sqlite = Command.find("sqlite3") {
            let left = try await Command.run(
                sqlite,
                [
                    place.store,
                    "SELECT (SELECT count(*) FROM ZPACKET), (SELECT count(*) FROM ZPACKETBODY), count(*) FROM ZACCESSTOKEN",
                ]
            )
            #expect(left == "0|0|1\n")
        }
    }

    @Test(arguments: [
        ["users", "list"], ["users", "remove", "anna"], ["tokens", "list"], ["zones", "list"], ["zones", "renew"],
        ["zones", "compact"], ["sizes"], ["audit"], ["backup"],
    ])
    func aStoreIsNotMadeByAskingForIt(command: [String]) async throws {
        let place = try TestPlace()
        let copy = place.folder.appendingPathComponent("copy").path
        let said = await #expect(throws: Command.Failure.self) {
            try await Command.run(
                Command.sync,
                command + (command == ["backup"] ? [copy] : []),
                environment: ["OPENSWIFTDATA_SYNC_STORE": place.store]
            )
        }
        #expect(said?.output.contains("There is no store") == true, "\(said?.output ?? "")")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder.path).isEmpty)
    }

    @Test func whatIsWrongIsSaid() async throws {
        let place = try TestPlace()
        _ = try await run(place, "users", "add", "anna")
        #expect(await failure(place, "users", "add", "anna").contains("There is a user of this name already."))
        #expect(await failure(place, "users", "add", "a b").contains("1 to 128 letters"))
        #expect(await failure(place, "tokens", "add", "bert").contains("There is no user of this name."))
        #expect(await failure(place, "zones", "share", "anna/x", "anna").contains("There is no zone “anna/x”."))
        #expect(await failure(place, "zones", "add", "anna").contains("invalid"))
        #expect(await failure(place, "zones", "share", "anna/x", "anna", "--role", "owner").contains("read or write"))
        #expect(await failure(place, "serve", "--message-bytes", "100").contains("16 MiB"))
        #expect(await failure(place, "serve", "--admin-host", "0.0.0.0", "--admin-port", "0").contains("ADMIN_TOKEN"))
        #expect(await failure(place, "users", "list", "--store", "postgresql://x:geheim@/y#1;").contains("PostgreSQL"))
        #expect(await !failure(place, "users", "list", "--store", "postgresql://x:geheim@/y#1;").contains("geheim"))
    }

    @Test func aBackupIsPutBackUnderNewAccounts() async throws {
        let place = try TestPlace()
        let token = try await run(place, "users", "add", "anna", "--zone", "trips").trimmingCharacters(in: .newlines)
        let server = try await ServerProcess.run(place)
        let transport = try server.transport(token)
        let value = testBytes(300_000)
        try await transport.send([testPacket(1)])
        try await transport.upload(BlobReference(of: value), value)
        let account = try await transport.account()
        let copy = place.folder.appendingPathComponent("copy").path
        #expect(try await run(place, "backup", copy).contains("The backup is in"))
        #expect(await failure(place, "backup", copy) != "")
        try await transport.send([testPacket(2)])
        // Nothing is put back while a server runs.
        #expect(await failure(place, "restore", copy) != "")
        #expect(try await fetchAll(transport).count == 2)
        await server.stop()
        #expect(try await run(place, "restore", copy).contains("new accounts"))
        try await server.start()
        // The client notices that acknowledged packets may be missing.
        let changed = await #expect(throws: SyncTransportError.self) { try await transport.send([testPacket(3)]) }
        #expect(changed?.code == .accountChanged)
        let anew = try server.transport(token)
        #expect(try await anew.account() != account)
        #expect(try await fetchAll(anew) == [testPacket(1)])
        #expect(try await anew.download(BlobReference(of: value)) == value)
    }
}
