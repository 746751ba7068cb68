import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// Sending packets.
@Suite struct PushTests {
    @Test(arguments: TestPlace.Kind.all)
    func aPacketCountsOnceAndItsNumberIsTaken(kind: TestPlace.Kind) async throws {
        try await withServer(kind) { server in
            let packets = (1...3).map { testPacket($0) }
            for _ in 1...2 {
                let answer = try await server.push(packets)
                #expect(answer.status == .ok && answer.text == #"{"taken":3}"#)
            }
            #expect(try await server.all() == packets)
            let other = try await server.push([testPacket(2, size: 41)])
            #expect(other.status == .conflict && other.code == "sequence-taken")
            // What comes before it is taken, and the rest is sent again.
            let mixed = try await server.push([testPacket(3), testPacket(4), testPacket(1, size: 39), testPacket(5)])
            #expect(mixed.text == #"{"taken":2}"#)
            // One number twice in one message.
            let twice = try await server.push([testPacket(6), testPacket(6), testPacket(6, size: 1)])
            #expect(twice.text == #"{"taken":2}"#)
            let gap = SyncPacket(device: DeviceNumber(.max), sequence: .max, bytes: [])
            #expect(try await server.push([gap]).text == #"{"taken":1}"#)
            #expect(try await server.all() == packets + [testPacket(4), testPacket(6), gap])
            #expect(try await server.push([]).text == #"{"taken":0}"#)
        }
    }

    @Test func aDamagedMessageHasNoEffect() async throws {
        try await withServer { server in
            let message = SyncPacketMessage.encode([testPacket(1), testPacket(2)])
            for index in stride(from: 0, to: message.count, by: 7) {
                var changed = message
                changed[index] ^= 1
                let answer = try await server.send(.post, "/packets", body: changed)
                #expect(answer.status == .unprocessableContent && answer.code == "damaged", "byte \(index)")
            }
            for count in stride(from: 0, to: message.count, by: 9) {
                #expect(try await server.send(.post, "/packets", body: message.prefix(count)).code == "damaged")
            }
            #expect(try await server.all().isEmpty)
        }
    }

    @Test func gzipIsReadUpToTheLimitAndOtherEncodingsAreRefused() async throws {
        try await withServer { server in
            let packet = SyncPacket(device: DeviceNumber(1), sequence: 1, bytes: [UInt8](repeating: 7, count: 100_000))
            let small = try #require(SyncPacketMessage.compress(SyncPacketMessage.encode([packet])))
            let gzip: HTTPFields = [.contentEncoding: "gzip"]
            #expect(try await server.send(.post, "/packets", headers: gzip, body: small).text == #"{"taken":1}"#)
            #expect(
                try await server.send(.post, "/packets", headers: [.contentEncoding: "br"], body: small).code
                    == "encoding-unsupported"
            )
            #expect(try await server.send(.post, "/packets", headers: gzip, body: small.dropLast(5)).status.code >= 413)
            // A bomb of 64 MiB, and one that says to be small.
            let bomb = try #require(SyncPacketMessage.compress(Data(count: 64 << 20)))
            #expect(bomb.count < 100_000)
            #expect(try await server.send(.post, "/packets", headers: gzip, body: bomb).code == "too-large")
            #expect(
                try await server.send(.post, "/packets", headers: gzip, body: bomb.dropLast(4) + [1, 0, 0, 0]).code
                    == "damaged"
            )
            #expect(try await server.all() == [packet])
            let answer = try await server.send(.get, "/packets", headers: [.acceptEncoding: "gzip, deflate"])
            #expect(answer.headers[.contentEncoding] == "gzip" && answer.data.count < 2_000)
            #expect(try SyncPacketMessage.expand(answer.data, limit: 1 << 20) == SyncPacketMessage.encode([packet]))
            #expect(
                try await server.send(.get, "/packets", headers: [.acceptEncoding: "gzip;q=0"]).headers[
                    .contentEncoding
                ] == nil
            )
        }
    }

    @Test func aBodyThatIsTooLargeIsRefused() async throws {
        try await withServer { server in
            let limit = server.service.settings.messageBytes
            let fits = SyncPacket(
                device: DeviceNumber(1),
                sequence: 1,
                bytes: [UInt8](repeating: 1, count: limit - 56 - 24)
            )
            #expect(try await server.push([fits]).text == #"{"taken":1}"#)
            let large = SyncPacket(
                device: DeviceNumber(1),
                sequence: 2,
                bytes: [UInt8](repeating: 2, count: limit - 56 - 23)
            )
            let answer = try await server.push([large])
            #expect(answer.status == .contentTooLarge && answer.code == "too-large")
            // The size that a client promises is not believed either way.
            let raw = try RawConnection(port: try #require(server.client.port))
            raw.send("POST /v1/zones/trips/packets HTTP/1.1\r\nHost: a\r\nOSD-Sync-Versions: 1\r\n")
            raw.send("Authorization: Bearer \(server.token)\r\nContent-Length: 99999999999\r\n\r\n")
            #expect(await raw.read(until: "\r\n").contains(" 413 "))
            #expect(try await server.pull("?limit=1").packets == [fits])
        }
    }

    @Test func noMorePacketsThanALimitAreTakenAtOnce() async throws {
        try await withServer {
            $0.packetsPerPush = 3
        } _: { server in
            let packets = (1...5).map { testPacket($0) }
            #expect(try await server.push(packets).text == #"{"taken":3}"#)
            // The client sends the rest again.
            try await server.transport().send(packets + [testPacket(6)])
            #expect(try await server.all().count == 6)
        }
    }

    @Test func aZoneHasAQuota() async throws {
        try await withServer {
            $0.zoneBytes = 3 * 464
        } _: { server in
            // Each packet takes 40 bytes, 24 more in a message, and 400 in the store.
            let packets = (1...4).map { testPacket($0) }
            #expect(try await server.push(packets).text == #"{"taken":3}"#)
            let full = try await server.push([testPacket(4)])
            #expect(full.status.code == 507 && full.code == "storage-full")
            // What is there still counts as taken.
            #expect(try await server.push([testPacket(1)]).text == #"{"taken":1}"#)
            let value = Data("x".utf8)
            let put = try await server.send(.put, "/values/\(hexadecimal(BlobReference(of: value).hash))", body: value)
            #expect(put.status.code == 507)
            try await server.store.setQuota(464 * 4, of: try #require(ZonePath("anna/trips")))
            #expect(try await server.push([testPacket(4)]).text == #"{"taken":1}"#)
        }
    }

    @Test func aPushIsAnsweredAfterItsCommit() async throws {
        try await withServer { server in
            struct Failure: Error {}
            server.store.pauses.set(.pushing) { throw Failure() }
            #expect(try await server.push([testPacket(1)]).status == .internalServerError)
            // As long as nothing is committed, nothing is answered.
            let sqlite = try #require(Command.find("sqlite3"))
            let (isReached, isReleased, answered) = (Shared(false), Shared(false), Shared(0))
            server.store.pauses.set(.pushing) {
                isReached.change { $0 = true }
                _ = try await eventually { isReleased.value }
            }
            let push = Task {
                let status = try await server.push([testPacket(1)]).status.code
                answered.change { $0 = status }
            }
            #expect(try await eventually { isReached.value })
            try await Task.sleep(for: .milliseconds(200))
            #expect(answered.value == 0)
            isReleased.change { $0 = true }
            try await push.value
            // What was answered is there for others at once.
            let rows = try await Command.run(sqlite, [server.place.store, "SELECT count(*) FROM ZPACKETBODY"])
            #expect(answered.value == 200 && rows == "1\n")
        }
    }

    @Test func rowsCountAsWell() async throws {
        let clock = TestClock()
        try await withServer(.sqlite, { $0.zoneBytes = 10 * 424 }, now: { clock.now }) { server in
            // Packets without bytes.
            let packets = (UInt64(1)...20).map { testPacket($0, size: 0) }
            #expect(try await server.push(packets).text == #"{"taken":10}"#)
            #expect(try await server.push([packets[10]]).code == "storage-full")
            // Merged packets take less, and not nothing: ten of them, and the ten of the snapshot.
            clock.advance(1)
            var settings = CompactionSettings()
            settings.age = 0
            #expect(try await Compactor(server.store, settings).compact(1, least: 1)?.merged == 10)
            let zone = try #require(ZonePath("anna/trips"))
            try await server.store.setQuota(10 * 200 + 10 * 424 + 423, of: zone)
            #expect(try await server.push([packets[10]]).code == "storage-full")
            try await server.store.setQuota(10 * 200 + 10 * 424 + 424, of: zone)
            #expect(try await server.push(packets).text == #"{"taken":11}"#)
        }
    }

    @Test(arguments: TestPlace.Kind.all)
    func theHistoryKnowsWhoHasPushedWhat(kind: TestPlace.Kind) async throws {
        try await withServer(kind) { server in
            let bert = try await server.store.addUser("bert", zone: nil)
            try await server.store.share(try #require(ZonePath("anna/trips")), with: "bert", as: "trips", role: .write)
            _ = try await server.push([testPacket(1), testPacket(2)])
            _ = try await server.push([testPacket(1, device: 255)], token: bert)
            let entries = try await server.store.audit(limit: 2)
            #expect(entries.map(\.author) == ["bert", "anna"])
            #expect(entries[0].changes == ["zone 1: device ff, 1 packets 1 to 1, 40 bytes"])
            #expect(entries[1].changes == ["zone 1: device 1, 2 packets 1 to 2, 80 bytes"])
        }
    }
}
