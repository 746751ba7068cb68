import CSwiftRuntime
import Foundation
import SwiftDataCore
import Synchronization
import Testing

private typealias Words = (identity: UInt, implementation: UInt)

/// The executor that the runtime says runs the calling code. Not known on other processors.
private func currentExecutor() -> Words? {
    #if (arch(x86_64) || arch(arm64)) && !os(Windows)
        let executor = swift_task_getCurrentExecutor()
        return (UInt(bitPattern: executor.identity), executor.implementation)
    #else
        return nil
    #endif
}

private actor Lighthouse {
    func executor() -> (current: Words?, own: UnownedSerialExecutor) { (currentExecutor(), unownedExecutor) }

    nonisolated var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
}

/// An actor on the executor of another one.
private actor Guest {
    nonisolated let unownedExecutor: UnownedSerialExecutor

    init(_ executor: UnownedSerialExecutor) { unownedExecutor = executor }

    func current() -> Words? { currentExecutor() }
}

@MainActor private func executorOfTheMainActor() -> Words? { currentExecutor() }

/// Executors and threads: docs/decisions/0025-facts-of-the-runtime.md, X1 to X3.
@Suite struct ExecutorFactTests {
    @Test func anUnownedExecutorIsTheActorAndItsImplementation() async throws {
        let fact = RuntimeFact.executorWords.broken
        try #require(MemoryLayout<UnownedSerialExecutor>.size == MemoryLayout<Words>.size, fact)
        let lighthouse = Lighthouse()
        let own = await lighthouse.executor().own
        #expect(unsafeBitCast(own, to: Words.self).identity == lighthouse.address, fact)
        let words = unsafeBitCast(own, to: Words.self)
        let made = withUnsafeBytes(of: (lighthouse.address, words.implementation)) {
            $0.load(as: UnownedSerialExecutor.self)
        }
        // An actor that is given what was made of the words runs where the first one does.
        let found = await Guest(made).current()
        #expect(found.map { $0 == words } != false, fact)
        withExtendedLifetime(lighthouse) {}
    }

    @Test func theCurrentExecutorIsThatOfTheActor() async throws {
        let fact = RuntimeFact.currentExecutor.broken
        let (first, second) = (Lighthouse(), Lighthouse())
        let (one, other) = (await first.executor(), await second.executor())
        guard let onFirst = one.current, let onSecond = other.current else { return }
        #expect(onFirst == unsafeBitCast(one.own, to: Words.self), fact)
        #expect(onSecond == unsafeBitCast(other.own, to: Words.self) && onFirst != onSecond, fact)
        let main = unsafeBitCast(MainActor.sharedUnownedExecutor, to: Words.self)
        let onMain = await executorOfTheMainActor()
        #expect(onMain.map { $0 == main } == true, fact)
        // No actor isolates a thread of its own.
        let onThread = Mutex<UInt?>(nil)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                onThread.withLock { $0 = currentExecutor()?.identity }
                continuation.resume()
            }
        }
        #expect(onThread.withLock { $0 } == 0, fact)
    }

    @Test func aThreadHasOneNumberOfItsOwn() {
        let fact = RuntimeFact.threadNumber.broken
        let numbers = Locked<[[UInt]]>([])
        let (count, end) = (8, DispatchSemaphore(value: 0))
        let (reported, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        for _ in 0..<count {
            Thread.detachNewThread {
                numbers.withLock { $0.append([ThreadNumber.current, ThreadNumber.current]) }
                reported.signal()
                // No thread ends before each has told its number.
                end.wait()
                ended.signal()
            }
        }
        for _ in 0..<count { reported.wait() }
        for _ in 0..<count { end.signal() }
        for _ in 0..<count { ended.wait() }
        let found = numbers.withLock { $0 }
        #expect(found.allSatisfy { $0[0] == $0[1] && $0[0] != 0 }, fact)
        #expect(Set(found.map { $0[0] }).count == count, fact)
    }
}
