import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Packets that a device cannot read: damaged ones, and those of later versions.
@Suite(.timeLimit(.minutes(30))) struct ClientPacketTests {
    enum Problem: CaseIterable { case damaged, newer, misnamed }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func unreadable(_ problem: Problem, _ packet: SyncPacket) -> SyncPacket {
        switch problem {
        case .damaged:
            return SyncPacket(device: packet.device, sequence: packet.sequence, bytes: Array(packet.bytes.dropLast()))
        case .newer:
            // The map begins with its size, the key of the version and the version.
            var bytes = packet.bytes
            bytes[2] = 9
            return SyncPacket(device: packet.device, sequence: packet.sequence, bytes: bytes)
        case .misnamed:
            return SyncPacket(device: DeviceNumber(5), sequence: packet.sequence, bytes: packet.bytes)
        }
    }

    private func code(_ problem: Problem) -> SyncTransportError.Code {
        problem == .newer ? .versionTooNew : .packetDamaged
    }

    /// The packets of a device that has saved harbors one after the other.
    private func packets(_ codes: String...) async throws -> [SyncPacket] {
        let hub = MemoryHub()
        let device = try ClientDevice(MemoryTransport(hub))
        for code in codes {
            try device.edit { $0.insert(SyncHarbor(code)) }
            try await device.sync()
        }
        return hub.packets
    }

    @Test(arguments: Problem.allCases, [SyncOrdering.causal, .total])
    func anUnreadablePacketKeepsNoOtherFromArrivingAndIsTold(_ problem: Problem, _ order: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: order)
        let sent = try await packets("KIE", "HAM", "BRE")
        #expect(sent.count == 3 && sent[0].bytes[1] == 0 && sent[0].bytes[2] == 1)
        try hub.send([sent[0], unreadable(problem, sent[1]), sent[2]])
        let b = try ClientDevice(MemoryTransport(hub), file: folder.file)
        for round in 1...3 {
            let error = await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
            #expect(error?.code == code(problem))
            #expect(try b.harbors() == ["KIE": "", "BRE": ""])
            #expect(b.log.outline.filter { $0.hasSuffix("failed") }.count == round)
            #expect((b.engine.state.lastError as? SyncTransportError)?.code == code(problem))
            #expect(b.engine.state.activity == .idle && b.engine.state.unreadPackets == 1)
        }
        // The rest goes on.
        try b.edit { $0.insert(SyncHarbor("LUB")) }
        try await b.engine.sendChanges()
        let c = try ClientDevice(MemoryTransport(hub))
        await #expect(throws: SyncTransportError.self) { try await c.engine.fetchChanges() }
        #expect(try c.harbors() == ["KIE": "", "BRE": "", "LUB": ""])
    }

    @Test(arguments: [SyncOrdering.causal, .total])
    func anAppThatCanReadAPacketReadsItWithItsFirstRound(_ ordering: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: ordering)
        let sent = try await packets("KIE", "HAM", "BRE")
        try hub.send([sent[0], unreadable(.newer, sent[1]), sent[2]])
        do {
            let b = try ClientDevice(MemoryTransport(hub), file: folder.file)
            await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        }
        // The bytes of this version stand for an app that knows the later one.
        let hexadecimal = sent[1].bytes.map { String(format: "%02x", $0) }.joined()
        try folder.sqlite3("UPDATE OSD_SyncUnread SET bytes = x'\(hexadecimal)'")
        let b = try ClientDevice(MemoryTransport(hub), file: folder.file)
        #expect(b.engine.state.unreadPackets == 0)
        try await b.sync()
        #expect(try b.harbors() == ["KIE": "", "HAM": "", "BRE": ""])
        #expect(b.engine.state.lastError == nil && b.engine.state.unreadPackets == 0)
        #expect(try folder.sqlite3("SELECT count(*) FROM OSD_SyncUnread") == "0")
    }

    /// Rows become one for good by their unique values, which only a state without gaps may decide.
    @Test func nothingIsJoinedForGoodWhileAPacketIsUnread() async throws {
        let hub = MemoryHub(ordering: .total)
        let (sent, more) = (try await packets("KIE"), try await packets("HAM", "KIE"))
        try hub.send([sent[0], unreadable(.newer, more[0]), more[1]])
        let b = try ClientDevice(MemoryTransport(hub), file: folder.file)
        await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        try await b.engine.sendChanges()
        #expect(try b.harbors() == ["KIE": ""])
        #expect(hub.packets.count == 3)
    }

    @Test func aPacketThatWasFetchedAgainIsKeptOnceAndAResetForgetsIt() async throws {
        let hub = MemoryHub()
        let sent = try await packets("KIE")
        try hub.send([unreadable(.damaged, sent[0])])
        let repeats = MemoryTransport(hub) { call in if case .fetch = call { [.repeated] } else { [] } }
        let b = try ClientDevice(repeats, file: folder.file)
        await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        #expect(b.engine.state.unreadPackets == 1)
        try await b.engine.reset(.keepingRows)
        #expect(b.engine.state.unreadPackets == 0 && b.engine.state.lastError == nil)
        #expect(try folder.sqlite3("SELECT count(*) FROM sqlite_master WHERE name = 'OSD_SyncUnread'") == "0")
        await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        #expect(b.engine.state.unreadPackets == 1)
    }
}
