import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A call of `read` or `write` that stays in its closure until it is let go.
final class HeldCall: Sendable {
    private let free = DispatchSemaphore(value: 0)
    let task: Task<Void, any Error>

    /// Begins a call, and returns when it is in its closure.
    /// - Parameter work: What the closure does first.
    init(_ container: ModelContainer, writes: Bool = false, _ work: @escaping @Sendable () -> Void = {}) async {
        let (began, announcement) = AsyncStream.makeStream(of: Void.self)
        let free = free
        let body: @Sendable (ModelContext) throws -> Void = { _ in
            work()
            announcement.finish()
            #expect(free.wait(timeout: .now() + 3_600) == .success)
        }
        task = Task {
            if writes {
                try await container.write(body)
            } else {
                try await container.read(body)
            }
        }
        for await _ in began {}
    }

    /// Lets the closure end.
    func letGo() { free.signal() }

    /// Lets the closure end, and waits for the end of the call.
    func end() async throws {
        letGo()
        try await task.value
    }
}

/// A shop with five copies of the book "A", in a folder of its own.
func shopWithOneBook() throws -> (TemporaryFolder, ModelContainer) {
    let store = try TemporaryFolder()
    let container = try shopContainer(store.file).patient()
    let context = ModelContext(container)
    context.insert(ShopBook(title: "A", stock: 5))
    try context.save()
    return (store, container)
}

extension ModelContainer {
    /// This container, with limits that a busy machine does not reach: all tests share a few threads.
    func patient() -> ModelContainer {
        contextLimits = ContextLimits(wait: .seconds(3_600), total: nil)
        return self
    }

    /// Waits until calls wait for a place, or fails after an hour.
    func waitForWaiting(_ count: Int) async throws {
        let end = ContinuousClock.now + .seconds(3_600)
        while core.contextPool.waitingCount != count {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}

extension ModelContext {
    /// The connections of the first store.
    var connection: StoreConnection {
        get throws { try #require(container.core.stores.first as? TrustedStore<DefaultStore>).store.connection }
    }

    /// Runs a statement that has no end.
    func runEndlessStatement() throws {
        let sql = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        _ = try connection.readOnce { try $0.integer(sql) }
    }
}

/// The body of a closure that is not called.
func mustNotRun() { Issue.record("The closure has run.") }

/// The code of the error of some work; nil where it succeeds.
func errorCode(_ work: () async throws -> Void) async -> String? {
    do {
        try await work()
        return nil
    } catch let error as StoreError {
        return error.code.description
    } catch {
        return "\(type(of: error))"
    }
}

/// True if this process has a thread with a number.
///
/// A listing of the threads may leave one out where others begin and end meanwhile.
func isThread(_ number: String) -> Bool { FileManager.default.fileExists(atPath: "/proc/self/task/\(number)") }
