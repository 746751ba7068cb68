import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Transports that do not know a position any more.
@Suite(.timeLimit(.minutes(30))) struct ClientCursorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [SyncOrdering.causal, .total])
    func aForgottenPositionIsFetchedFromTheBeginningAndEditsStay(_ ordering: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: ordering)
        let forgets = Locked(false)
        let a = try ClientDevice(MemoryTransport(hub))
        let b = try ClientDevice(ForgetfulTransport(base: MemoryTransport(hub), forgets: forgets))
        try a.edit { context in
            context.insert(SyncHarbor("KIE", "Kiel"))
            context.insert(SyncHarbor("HAM", "Hamburg"))
        }
        try await syncUntilIdle(a, b)
        try a.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "KIE" }?.city = "Holtenau" }
        try await a.sync()
        try b.edit { context in
            try context.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "HAM" }?.city = "Altona"
            context.insert(SyncHarbor("BRE", "Bremen"))
        }
        forgets.withLock { $0 = true }
        b.log.clear()
        try await b.sync()
        #expect(!forgets.withLock { $0 })
        #expect(b.log.outline.allSatisfy { !$0.hasSuffix("failed") } && b.engine.state.lastError == nil)
        try await syncUntilIdle(a, b)
        for device in [a, b] {
            #expect(try device.harbors() == ["KIE": "Holtenau", "HAM": "Altona", "BRE": "Bremen"])
        }
    }

    /// A server has put the change sets of all devices into one, and its positions are others than before.
    @Test func aServerThatHasCompactedItsLogServesOldAndNewDevices() async throws {
        let (hub, compacted) = (MemoryHub(ordering: .total), MemoryHub(ordering: .total))
        let transport = MovedTransport(hub: Locked(hub))
        let (a, b) = (try ClientDevice(transport, file: folder.file), try ClientDevice(transport))
        for number in 1...4 {
            try a.edit { $0.insert(SyncHarbor("\(number)", "a")) }
            try await syncUntilIdle(a, b)
            try b.edit { try $0.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "\(number)" }?.city = "b" }
            try await syncUntilIdle(a, b)
        }
        var records: [RecordID: RecordState] = [:]
        for packet in hub.packets {
            for (id, part) in try packet.changes().records { records[id, default: RecordState()].merge(part) }
        }
        try compacted.send([SyncPacket(ChangeSet(device: DeviceNumber(99), sequence: 1, records: records))])
        transport.hub.withLock { $0 = compacted }
        try a.edit { context in
            try context.fetch(FetchDescriptor<SyncHarbor>()).first { $0.code == "1" }?.city = "last"
            for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code == "2" {
                context.delete(harbor)
            }
        }
        let c = try ClientDevice(transport)
        try await syncUntilIdle(a, b, c)
        for device in [a, b, c] { #expect(try device.harbors() == ["1": "last", "3": "b", "4": "b"]) }
        #expect(compacted.packets.count == 2)
    }

    @Test(arguments: [true, false])
    func aTransportThatTakesNoPositionIsAnErrorAndNoLoop(_ refusesTheBeginning: Bool) async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub))
        for number in 1...3 {
            try a.edit { context in
                for place in 0..<400 {
                    context.insert(SyncHarbor("\(number) \(place)", String(repeating: "x", count: 500)))
                }
            }
            try await a.sync()
        }
        let b = try ClientDevice(
            RefusingTransport(base: MemoryTransport(hub), refusesTheBeginning: refusesTheBeginning, calls: Locked(0))
        )
        let error = await #expect(throws: SyncTransportError.self) { try await b.engine.fetchChanges() }
        #expect(error?.code == .cursorInvalid)
        #expect((b.engine.state.lastError as? SyncTransportError)?.code == .cursorInvalid)
        #expect(b.log.outline.last == "1 failed" && b.engine.state.activity == .idle)
        // What was delivered before stays.
        #expect(try b.harbors().isEmpty == refusesTheBeginning)
        try b.edit { $0.insert(SyncHarbor("own")) }
        try await b.engine.sendChanges()
        try await a.sync()
        #expect(try a.harbors()["own"] != nil)
    }

    @Test(arguments: [true, false]) func pagesWithoutPacketsArePassed(_ hasPositions: Bool) async throws {
        let hub = MemoryHub()
        let a = try ClientDevice(MemoryTransport(hub))
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await a.sync()
        let transport = EmptyPageTransport(base: MemoryTransport(hub), hasPositions: hasPositions, calls: Locked(0))
        let b = try ClientDevice(transport)
        try await b.engine.fetchChanges()
        #expect(try b.harbors() == (hasPositions ? ["KIE": "Kiel"] : [:]))
        #expect(transport.calls.withLock { $0 } <= 5)
    }
}

/// A transport that answers with two pages without packets before each page with packets.
private struct EmptyPageTransport: WrappedTransport {
    let base: MemoryTransport
    /// False for pages that stay where they are.
    let hasPositions: Bool
    let calls: Locked<Int>

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        let count = calls.withLock { count in
            count += 1
            return count
        }
        if count > 20 { throw SyncTransportError(.refused, "The client asks without end.") }
        // The first byte of a position is the number of pages without packets before it.
        let (empty, rest) = (cursor?.bytes.first ?? 0, cursor.map { Data($0.bytes.dropFirst()) } ?? Data())
        if empty < 2 {
            let next = hasPositions ? empty + 1 : empty
            return SyncFetch(packets: [], cursor: SyncCursor(bytes: Data([next]) + rest), moreComing: true)
        }
        let found = try await base.fetch(
            after: rest.isEmpty ? nil : SyncCursor(bytes: rest),
            for: device,
            limit: limit
        )
        return SyncFetch(
            packets: found.packets,
            cursor: SyncCursor(bytes: Data([0]) + found.cursor.bytes),
            moreComing: found.moreComing
        )
    }
}

/// A transport that has forgotten its positions until it is asked for the beginning.
private struct ForgetfulTransport: WrappedTransport {
    let base: MemoryTransport
    let forgets: Locked<Bool>

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        if cursor == nil {
            forgets.withLock { $0 = false }
        } else if forgets.withLock({ $0 }) {
            throw SyncTransportError(.cursorInvalid, "A test")
        }
        return try await base.fetch(after: cursor, for: device, limit: limit)
    }
}

/// A transport to a hub that is replaced by another one.
private struct MovedTransport: WrappedTransport {
    let hub: Locked<MemoryHub>

    var base: MemoryTransport { MemoryTransport(hub.withLock { $0 }) }
}

/// A transport that takes none of the cursors that it gives.
private struct RefusingTransport: WrappedTransport {
    let base: MemoryTransport
    let refusesTheBeginning: Bool
    let calls: Locked<Int>

    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        let count = calls.withLock { count in
            count += 1
            return count
        }
        guard cursor == nil, !refusesTheBeginning else { throw SyncTransportError(.cursorInvalid, "A test") }
        if count > 10 { throw SyncTransportError(.refused, "The client asks without end.") }
        return try await base.fetch(after: nil, for: device, limit: limit)
    }
}
