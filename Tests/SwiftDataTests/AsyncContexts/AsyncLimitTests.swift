import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The limits of calls: how many run at once, how long they wait, and how long they take.
@Suite struct AsyncLimitTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        (store, container) = try shopWithOneBook()
    }

    @Test func theDefaultsAreThoseOfTheDocumentation() throws {
        let limits = try shopContainer(store.file("other.store")).contextLimits
        #expect(limits == ModelContainer.ContextLimits(contexts: 4, wait: .seconds(10), total: .seconds(60)))
    }

    @Test func noMoreThanTheLimitRunAtOnce() async throws {
        container.contextLimits.contexts = 3
        let running = Locked((now: 0, most: 0))
        try await withThrowingTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { [container] in
                    try await container.read { _ in
                        running.withLock { running in
                            running.now += 1
                            running.most = max(running.most, running.now)
                        }
                        Thread.sleep(forTimeInterval: 0.002)
                        running.withLock { $0.now -= 1 }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(running.withLock { $0 } == (0, 3))
    }

    /// An actor that calls, and that other work blocks.
    private actor Caller {
        func read(_ container: ModelContainer) async throws { try await container.read { _ in } }
        func block(_ work: @Sendable () -> Void) { work() }
    }

    @Test func aPlaceIsUsedWhileTheActorOfTheCallerIsBusy() async throws {
        container.contextLimits.contexts = 1
        let held = await HeldCall(container)
        let caller = Caller()
        let waiting = Task { [container] in try await caller.read(container) }
        try await container.waitForWaiting(1)
        let free = DispatchSemaphore(value: 0)
        let (began, announcement) = AsyncStream.makeStream(of: Void.self)
        let blocking = Task {
            await caller.block {
                announcement.finish()
                #expect(free.wait(timeout: .now() + 3_600) == .success)
            }
        }
        for await _ in began {}
        try await held.end()
        // The call of the busy actor has the place first, and gives it back.
        let code = await errorCode { try await container.read(waitLimit: .seconds(60)) { _ in } }
        #expect(code == nil)
        free.signal()
        await blocking.value
        try await waiting.value
    }

    @Test func waitingCallsRunInTheirOrder() async throws {
        container.contextLimits.contexts = 1
        let held = await HeldCall(container)
        let order = Locked<[Int]>([])
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<12 {
            tasks.append(
                Task { [container] in
                    if number.isMultiple(of: 3) {
                        try await container.write { _ in order.withLock { $0.append(number) } }
                    } else {
                        try await container.read { _ in order.withLock { $0.append(number) } }
                    }
                }
            )
            try await container.waitForWaiting(number + 1)
        }
        try await held.end()
        for task in tasks { try await task.value }
        #expect(order.withLock { $0 } == Array(0..<12))
    }

    /// Writers wait for each other without a place, so that readers always have some.
    @Test func readsAreNotKeptBackByWaitingWrites() async throws {
        container.contextLimits.contexts = 2
        let held = await HeldCall(container, writes: true)
        let writes = (0..<5).map { _ in
            Task { [container] in
                try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1 }
            }
        }
        try await container.waitForWaiting(5)
        #expect(try await container.read { try $0.fetchCount(FetchDescriptor<ShopBook>()) } == 1)
        try await held.end()
        for write in writes { try await write.value }
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "10")
    }

    @Test func aCallWithoutAPlaceInTimeIsTurnedAway() async throws {
        container.contextLimits = ModelContainer.ContextLimits(contexts: 1, wait: .milliseconds(30), total: nil)
        let held = await HeldCall(container)
        #expect(await errorCode { try await container.read { _ in mustNotRun() } } == "busy")
        #expect(await errorCode { try await container.write(waitLimit: .zero) { _ in } } == "busy")
        // The whole time is over before the wait is.
        let error = await errorCode {
            try await container.read(waitLimit: .seconds(3_600), totalLimit: .milliseconds(30)) { _ in
                mustNotRun()
            }
        }
        #expect(error == "timedOut")
        #expect(container.core.contextPool.waitingCount == 0)
        try await held.end()
        #expect(try await container.read(waitLimit: .zero) { _ in 3 } == 3)
    }

    @Test func aStatementThatTakesTooLongIsInterrupted() async throws {
        let error = await errorCode {
            try await container.read(totalLimit: .milliseconds(50)) { try $0.runEndlessStatement() }
        }
        #expect(error == "timedOut")
        #expect(try await container.read { try $0.fetchCount(FetchDescriptor<ShopBook>()) } == 1)
    }

    @Test func aClosureThatTakesTooLongHasNoResult() async throws {
        let read = await errorCode {
            try await container.read(totalLimit: .milliseconds(20)) { _ in Thread.sleep(forTimeInterval: 0.05) }
        }
        let write = await errorCode {
            try await container.write(totalLimit: .milliseconds(20)) { context in
                try context.fetch(FetchDescriptor<ShopBook>()).first?.stock = 0
                Thread.sleep(forTimeInterval: 0.05)
            }
        }
        // Also where the closure keeps the error of a fetch to itself.
        let swallowed = await errorCode {
            try await container.read(totalLimit: .milliseconds(20)) { context in
                Thread.sleep(forTimeInterval: 0.05)
                #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<ShopBook>()) }
            }
        }
        #expect([read, write, swallowed] == ["timedOut", "timedOut", "timedOut"])
        #expect(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "5")
    }

    @Test func theLimitMayBeChangedMeanwhile() async throws {
        container.contextLimits.contexts = 3
        let held = [await HeldCall(container), await HeldCall(container), await HeldCall(container)]
        let waiting = Task { [container] in try await container.read { _ in 7 } }
        try await container.waitForWaiting(1)
        container.contextLimits.contexts = 4
        #expect(try await waiting.value == 7)
        container.contextLimits.contexts = 1
        #expect(await errorCode { try await container.read(waitLimit: .milliseconds(10)) { _ in } } == "busy")
        for call in held { try await call.end() }
        #expect(try await container.read { _ in 8 } == 8)
        #expect(container.core.contextPool.idleCount == 1)
    }

    @Test func callsOfAnEndlessWaitAreNoOverflow() async throws {
        let long = Duration.seconds(Int64.max)
        #expect(try await container.read(waitLimit: long, totalLimit: long) { _ in 1 } == 1)
        #expect(try await container.read(waitLimit: .zero - long) { _ in 2 } == 2)
    }
}
