import Foundation
import SwiftData
import SwiftDataSync
import SwiftDataSyncCore
import SyncServer
import Testing

/// The real program in processes of its own, with the real client.
@Suite struct ProcessTests {
    @Test(arguments: TestPlace.Kind.all)
    func theServerKeepsThePromisesOfTransports(kind: TestPlace.Kind) async throws {
        let place = try TestPlace(kind)
        let token = try await place.open().addUser("anna", zone: "trips")
        let server = try await ServerProcess.run(place, ["--requests-per-second", "100000"])
        try await checkTransport { try server.transport(token) }
        // Small parts, no gzip.
        try await checkTransport {
            try server.transport(token) {
                $0.compressionThreshold = .max
                $0.maximumMessageBytes = 2 << 20
                $0.partBytes = 300_000
            }
        }
        #expect(await server.end() == 0)
        #expect(try !server.logged.contains(token) && !server.logged.contains(token.suffix(64)))
        #expect(try server.logged.contains("POST packets 200"))
    }

    @Test(arguments: TestPlace.Kind.all)
    func whatWasAcknowledgedIsThereAfterAKill(kind: TestPlace.Kind) async throws {
        let place = try TestPlace(kind)
        let token = try await place.open().addUser("anna", zone: "trips")
        let server = try await ServerProcess.run(place, ["--requests-per-second", "100000"])
        let acknowledged = Shared<[SyncPacket]>([])
        let isEnding = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for device in UInt64(1)...3 {
                group.addTask {
                    let transport = try server.transport(token)
                    var sequence = UInt64(1)
                    while !isEnding.value {
                        let packets = [
                            testPacket(sequence, device: device), testPacket(sequence + 1, size: 5_000, device: device),
                        ]
                        do { try await transport.send(packets) } catch is SyncTransportError { continue }
                        acknowledged.change { $0 += packets }
                        sequence += 2
                    }
                }
            }
            for _ in 1...3 {
                // A kill after nothing would show nothing, and a busy machine takes its time.
                let enough = acknowledged.value.count + 8
                for _ in 1...300 {
                    try await Task.sleep(for: .milliseconds(400))
                    if acknowledged.value.count >= enough { break }
                }
                await server.stop()
                try await server.start()
                // All that was acknowledged before the kill is there, once.
                let before = acknowledged.value
                let found = try await fetchAll(server.transport(token))
                #expect(Set(before).isSubset(of: Set(found)), "\(before.count) acknowledged, \(found.count) found")
                #expect(Set(found.map(\.key)).count == found.count)
            }
            isEnding.change { $0 = true }
            try await group.waitForAll()
        }
        let (sent, found) = (acknowledged.value, try await fetchAll(server.transport(token)))
        #expect(sent.count > 20)
        #expect(Set(sent) == Set(found) && sent.count == found.count)
        // The packets of a device are in its order.
        for device in UInt64(1)...3 {
            let sequences = found.filter { $0.device == DeviceNumber(device) }.map(\.sequence)
            #expect(sequences == sequences.sorted())
        }
        if kind == .sqlite, let sqlite = Command.find("sqlite3") {
            let text = try await Command.run(
                sqlite,
                [place.store, "PRAGMA integrity_check; SELECT count(*), min(ZPOSITION), max(ZPOSITION) FROM ZPACKET"]
            )
            #expect(text == "ok\n\(found.count)|1|\(found.count)\n")
        }
    }

    @Test(arguments: TestPlace.Kind.all)
    func readersOfTwoServersMissNoPacket(kind: TestPlace.Kind) async throws {
        let place = try TestPlace(kind)
        let token = try await place.open().addUser("anna", zone: "trips")
        let servers = [
            try await ServerProcess.run(place, ["--requests-per-second", "100000"]),
            try await ServerProcess.run(place, ["--requests-per-second", "100000"]),
        ]
        let (writers, count) = (UInt64(6), UInt64(12))
        let isDone = Shared(false)
        try await withThrowingTaskGroup(of: [SyncPacket].self) { group in
            for device in 1...writers {
                group.addTask {
                    let transport = try servers[Int(device % 2)].transport(token)
                    for sequence in 1...count { try await transport.send([testPacket(sequence, device: device)]) }
                    return []
                }
            }
            for reader in 0..<2 {
                group.addTask {
                    // Along one line of cursors, from both servers by turns, while packets are sent.
                    var (found, cursor, turn, isLast) = ([SyncPacket](), nil as SyncCursor?, reader, false)
                    while true {
                        let ends = isDone.value
                        let fetched = try await servers[turn % 2].transport(token)
                            .fetch(after: cursor, for: DeviceNumber(99), limit: 300)
                        found += fetched.packets
                        cursor = fetched.cursor
                        turn += 1
                        if !fetched.moreComing {
                            if isLast { return found }
                            isLast = ends
                        }
                    }
                }
            }
            for _ in 1...writers { _ = try await group.next() }
            isDone.change { $0 = true }
            let orders = try await [#require(group.next()), #require(group.next())]
            let wanted = (1...writers).flatMap { device in (1...count).map { testPacket($0, device: device) } }
            for order in orders {
                #expect(order.count == wanted.count && Set(order) == Set(wanted))
            }
            #expect(orders[0] == orders[1])
        }
    }

    @Test func aStreamTellsOfAPushToAnotherServer() async throws {
        let place = try TestPlace()
        let token = try await place.open().addUser("anna", zone: "trips")
        let servers = [try await ServerProcess.run(place), try await ServerProcess.run(place)]
        let notices = try servers[0].transport(token).notices()
        let reported = Shared(0)
        let listening = Task { for await _ in notices { reported.change { $0 += 1 } } }
        #expect(try await eventually { reported.value > 0 })
        let before = reported.value
        try await servers[1].transport(token).send([testPacket(1)])
        #expect(try await eventually { reported.value > before })
        listening.cancel()
    }

    @Test func storesBecomeEqualOverTheServer() async throws {
        let place = try TestPlace()
        let token = try await place.open().addUser("anna", zone: "trips")
        let server = try await ServerProcess.run(place, ["--requests-per-second", "100000"])
        let (a, b) = (try TestDevice(server.transport(token)), try TestDevice(server.transport(token)))
        let chart = testBytes(200_000)
        try a.edit { context in
            let pier = Pier("one", 1)
            pier.chart = chart
            context.insert(pier)
            for number in 2...30 { context.insert(Pier("pier \(number)", number)) }
        }
        try b.edit { $0.insert(Pier("b", 7)) }
        try await syncUntilIdle(a, b)
        try b.edit { try $0.fetch(FetchDescriptor<Pier>()).first { $0.name == "one" }?.length = 77 }
        try await syncUntilIdle(a, b)
        #expect(try a.piers() == b.piers())
        #expect(try a.piers().count == 31 && a.piers()["one"] == 77)
        #expect(try b.chart("one") == chart)
    }
}

/// All packets from the start.
func fetchAll(_ transport: HTTPTransport, for device: UInt64 = 99) async throws -> [SyncPacket] {
    var (packets, cursor) = ([SyncPacket](), nil as SyncCursor?)
    while true {
        let fetched = try await transport.fetch(after: cursor, for: DeviceNumber(device), limit: 1 << 20)
        packets += fetched.packets
        cursor = fetched.cursor
        if !fetched.moreComing { return packets }
    }
}

extension SyncPacket {
    var key: [UInt64] { [device.rawValue, sequence] }
}
