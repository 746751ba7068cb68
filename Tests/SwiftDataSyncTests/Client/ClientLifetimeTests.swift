import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSync
import SwiftDataSyncCore
import TestSupport
import Testing

/// Engines that are paused, reset, cancelled and left alone at any moment: nothing is lost, nothing hangs, and the state is right.
@Suite(.timeLimit(.minutes(30))) struct ClientLifetimeTests {
    private let hub = MemoryHub()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isQuiet(_ device: ClientDevice) -> Bool {
        let state = device.engine.state
        return state.activity == .idle && state.lastError == nil && state.pendingChangeSets == 0 && state.heldRows == 0
    }

    // MARK: Pauses

    @Test func aPauseDuringASendLetsItEndAndShowsAtOnce() async throws {
        let gate = Gate()
        let a = try ClientDevice(GatedTransport(base: MemoryTransport(hub), sendGate: gate))
        try a.edit { $0.insert(SyncHarbor("KIE")) }
        let sending = Task { try await a.engine.sendChanges() }
        await gate.arrival()
        #expect(a.engine.state.activity == .sending)
        a.engine.pause()
        #expect(a.engine.state.activity == .paused)
        await gate.open()
        try await sending.value
        #expect(hub.packets.count == 1 && a.engine.state.activity == .paused)
        #expect(a.engine.state.pendingChangeSets == 0 && a.engine.state.lastSend != nil)
        try a.edit { $0.insert(SyncHarbor("HAM")) }
        let error = await #expect(throws: SyncError.self) { try await a.engine.sendChanges() }
        #expect(error?.code == .paused && a.engine.state.activity == .paused && hub.packets.count == 1)
        a.engine.resume()
        #expect(a.engine.state.activity == .idle)
        try await a.engine.sendChanges()
        #expect(hub.packets.count == 2 && isQuiet(a))
    }

    @Test func anEngineThatIsResumedDuringARoundShowsTheRound() async throws {
        let gate = Gate()
        let a = try ClientDevice(GatedTransport(base: MemoryTransport(hub), fetchGate: gate))
        let fetching = Task { try await a.engine.fetchChanges() }
        await gate.arrival()
        a.engine.pause()
        a.engine.resume()
        #expect(a.engine.state.activity == .fetching)
        await gate.open()
        try await fetching.value
        #expect(a.engine.state.activity == .idle)
    }

    @Test func anEngineThatWaitsShowsARoundOfTheProgramAndWaitsAgain() async throws {
        let (gate, fails) = (Gate(), Locked(true))
        await gate.open()
        let faulty = MemoryTransport(hub) { call in
            guard case .send = call, fails.withLock({ $0 }) else { return [] }
            return [.failBefore(SyncTransportError(.unreachable, "A test"))]
        }
        let a = try ClientDevice(GatedTransport(base: faulty, fetchGate: gate)) { configuration in
            automatic(&configuration)
            configuration.firstRetryDelay = .seconds(1_000)
            configuration.longestRetryDelay = .seconds(1_000)
        }
        try a.edit { $0.insert(SyncHarbor("KIE")) }
        #expect(try await eventually { a.engine.state.activity == .waiting })
        await gate.close()
        let fetching = Task { try await a.engine.fetchChanges() }
        await gate.arrival()
        #expect(a.engine.state.activity == .fetching)
        await gate.open()
        try await fetching.value
        #expect(a.engine.state.activity == .waiting && a.engine.state.lastError != nil)
        #expect(a.engine.state.pendingChangeSets == 1)
        a.engine.pause()
        #expect(a.engine.state.activity == .paused)
        fails.withLock { $0 = false }
        a.engine.resume()
        #expect(try await eventually { isQuiet(a) && hub.packets.count == 1 })
    }

    // MARK: Resets

    @Test(arguments: [SyncEngine.Reset.keepingRows, .deletingRows])
    func aResetDuringARoundWaitsForIt(_ rows: SyncEngine.Reset) async throws {
        let gate = Gate()
        let b = try ClientDevice(MemoryTransport(hub))
        try b.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await b.sync()
        let a = try ClientDevice(GatedTransport(base: MemoryTransport(hub), fetchGate: gate), file: folder.file)
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        let fetching = Task { try await a.engine.fetchChanges() }
        await gate.arrival()
        let reset = Task { try await a.engine.reset(rows) }
        try await Task.sleep(for: .milliseconds(100))
        #expect(a.engine.state.activity == .fetching)
        await gate.open()
        try await fetching.value
        try await reset.value
        #expect(a.engine.state.activity == .idle && a.engine.state.lastError == nil)
        try await syncUntilIdle(a, b)
        let expected = rows == .keepingRows ? ["KIE": "Kiel", "HAM": "Hamburg"] : ["KIE": "Kiel"]
        for device in [a, b] { #expect(try device.harbors() == expected) }
        #expect(isQuiet(a) && isQuiet(b))
    }

    enum Interruption: CaseIterable { case reset, erasure }

    @Test(arguments: Interruption.allCases)
    func aRoundWhoseTablesGoFailsAndTheNextOneJoinsAnew(_ interruption: Interruption) async throws {
        let gate = Gate()
        let b = try ClientDevice(MemoryTransport(hub))
        try b.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        try await b.sync()
        let a = try ClientDevice(GatedTransport(base: MemoryTransport(hub), fetchGate: gate), file: folder.file)
        let other = try ClientDevice(a.container, MemoryTransport(hub))
        try await other.sync()
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await other.sync()
        let fetching = Task { try await a.engine.fetchChanges() }
        await gate.arrival()
        switch interruption {
        case .reset: try await other.engine.reset(.keepingRows)
        case .erasure: try a.container.erase()
        }
        await gate.open()
        let error = await #expect(throws: SyncError.self) { try await fetching.value }
        #expect(error?.code == .interrupted)
        #expect(a.engine.state.activity == .idle && (a.engine.state.lastError as? SyncError)?.code == .interrupted)
        try await syncUntilIdle(a, b)
        for device in [a, b] { #expect(try device.harbors() == ["KIE": "Kiel", "HAM": "Hamburg"]) }
        #expect(isQuiet(a))
    }

    @Test func anAutomaticEngineJoinsAnewByItselfAfterAnErasure() async throws {
        let (a, b) = (
            try ClientDevice(MemoryTransport(hub), file: folder.file, automatic), try ClientDevice(MemoryTransport(hub))
        )
        try a.edit { $0.insert(SyncHarbor("KIE", "Kiel")) }
        #expect(
            try await eventually {
                try await b.sync(); return try b.harbors().count == 1
            }
        )
        try a.container.erase()
        #expect(try await eventually { try a.harbors() == ["KIE": "Kiel"] })
        try a.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        #expect(
            try await eventually {
                try await b.sync(); return try b.harbors().count == 2
            }
        )
        #expect(try await eventually { isQuiet(a) })
    }

    // MARK: Cancellation

    @Test func tasksThatAreCancelledWhileTheyWaitForTheirTurnEnd() async throws {
        let gate = Gate()
        let a = try ClientDevice(GatedTransport(base: MemoryTransport(hub), sendGate: gate))
        try a.edit { $0.insert(SyncHarbor("KIE")) }
        let first = Task { try await a.engine.sendChanges() }
        await gate.arrival()
        let others = (0..<4).map { _ in Task { try await a.engine.fetchChanges() } }
        try await Task.sleep(for: .milliseconds(50))
        for task in [others[0], others[2]] { task.cancel() }
        for task in [others[0], others[2]] {
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(a.engine.state.activity == .sending)
        await gate.open()
        try await first.value
        for task in [others[1], others[3]] { try await task.value }
        #expect(isQuiet(a) && hub.packets.count == 1)
    }

    @Test(arguments: 0..<8)
    func aTaskThatIsCancelledAtAnyPointLosesNothing(_ number: Int) async throws {
        let (points, task) = (Locked(0), Locked<Task<Void, any Error>?>(nil))
        let b = try ClientDevice(MemoryTransport(hub))
        try b.edit { context in
            for number in 0..<300 { context.insert(SyncHarbor("b\(number)", String(repeating: "x", count: 900))) }
        }
        try await b.sync()
        let a = try ClientDevice(MemoryTransport(hub)) { configuration in
            configuration.environment = SyncEnvironment(point: { _ in
                let isDue = points.withLock { count in
                    count += 1
                    return count == number * 3 + 1
                }
                if isDue { task.withLock { $0?.cancel() } }
            })
        }
        try a.edit { context in
            for number in 0..<120 {
                let harbor = SyncHarbor("a\(number)")
                harbor.chart = Data(repeating: UInt8(number), count: 200)
                context.insert(harbor)
            }
        }
        task.withLock { $0 = Task { try await a.sync() } }
        do { try await task.withLock { $0 }?.value } catch is CancellationError {}
        #expect(a.engine.state.activity == .idle)
        try await syncUntilIdle(a, b)
        #expect(try b.harbors().count == 420 && a.harbors() == b.harbors())
        #expect(isQuiet(a) && isQuiet(b))
    }

    // MARK: Containers

    @Test func anEngineGoesOnAfterItsContainerHasGone() async throws {
        var device: ClientDevice? = try ClientDevice(MemoryTransport(hub), file: folder.file, automatic)
        let engine = try #require(device?.engine)
        weak let container = device?.container
        device = nil
        #expect(container == nil)
        let schema = Schema(clientModels)
        let later = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, url: folder.file)]
        )
        let context = ModelContext(later)
        context.insert(SyncHarbor("KIE", "Kiel"))
        try context.save()
        let b = try ClientDevice(MemoryTransport(hub))
        #expect(
            try await eventually {
                try await b.sync(); return try b.harbors() == ["KIE": "Kiel"]
            }
        )
        try b.edit { $0.insert(SyncHarbor("HAM", "Hamburg")) }
        try await b.sync()
        #expect(
            try await eventually { try ModelContext(later).fetchCount(FetchDescriptor<SyncHarbor>()) == 2 }
        )
        #expect(try await eventually { engine.state.activity == .idle && engine.state.lastError == nil })
    }

    /// A container has one engine for each store. A second one is superfluous, and harms nothing.
    @Test(arguments: [true, false], [SyncOrdering.causal, .total])
    func twoEnginesOfOneStoreLoseNothing(_ isAutomatic: Bool, _ ordering: SyncOrdering) async throws {
        let hub = MemoryHub(ordering: ordering)
        func configure(_ configuration: inout SyncConfiguration) { if isAutomatic { automatic(&configuration) } }
        let one = try ClientDevice(MemoryTransport(hub), file: folder.file, configure)
        let two = try ClientDevice(one.container, MemoryTransport(hub), configure)
        let b = try ClientDevice(MemoryTransport(hub))
        for round in 1...6 {
            try one.edit { $0.insert(SyncHarbor("a\(round)", "a")) }
            try b.edit { context in
                context.insert(SyncHarbor("b\(round)", "b"))
                for harbor in try context.fetch(FetchDescriptor<SyncHarbor>()) where harbor.code.hasPrefix("a") {
                    harbor.city = "both"
                }
            }
            try await b.sync()
            if !isAutomatic {
                async let first: Void = one.sync()
                async let second: Void = two.sync()
                _ = try await (first, second)
            }
        }
        if isAutomatic {
            #expect(
                try await eventually {
                    try await b.sync()
                    return try b.harbors().count == 12 && one.harbors() == b.harbors()
                }
            )
        } else {
            try await syncUntilIdle(one, two, b)
        }
        #expect(try b.harbors().count == 12 && one.harbors() == b.harbors())
        // The last edits were of the rows that had arrived by the fifth round.
        if !isAutomatic { #expect(try b.harbors().values.filter { $0 == "both" }.count == 4) }
        #expect(try await eventually { isQuiet(one) && isQuiet(two) })
        // One device, with each sequence once.
        #expect(Set(hub.packets.map(\.device)).count == 2)
    }
}

/// A gate that a transport waits at.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrivals: [CheckedContinuation<Void, Never>] = []

    /// Waits until the gate is open.
    func pass() async {
        guard !isOpen else { return }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for arrival in arrivals { arrival.resume() }
            arrivals = []
        }
    }

    /// Waits until somebody waits at the gate.
    func arrival() async {
        guard waiting.isEmpty else { return }
        await withCheckedContinuation { arrivals.append($0) }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    func close() { isOpen = false }
}

/// A transport whose calls wait at gates.
private struct GatedTransport: WrappedTransport {
    let base: MemoryTransport
    var sendGate: Gate?
    var fetchGate: Gate?

    func send(_ packets: [SyncPacket]) async throws {
        await sendGate?.pass()
        try await base.send(packets)
    }
    func fetch(after cursor: SyncCursor?, for device: DeviceNumber, limit: Int) async throws -> SyncFetch {
        await fetchGate?.pass()
        return try await base.fetch(after: cursor, for: device, limit: limit)
    }
}
