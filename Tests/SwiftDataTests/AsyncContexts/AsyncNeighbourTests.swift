import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Contexts, actors and containers beside the context of a call.
@Suite struct AsyncNeighbourTests {
    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        (store, container) = try shopWithOneBook()
    }

    /// The save of another context is whole, and the call can be stopped after it.
    @Test func theSaveOfAnotherContextDoesNotEndTheTimeToStop() async throws {
        let task = Task { [container] in
            try await container.read { _ in
                let other = ModelContext(container)
                other.insert(ShopSale(buyer: 1))
                try other.save()
                while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
                other.insert(ShopSale(buyer: 2))
                try other.save()
            }
        }
        while try store.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "0" { try await Task.sleep(for: .milliseconds(2)) }
        task.cancel()
        #expect(await errorCode { try await task.value } == "CancellationError")
        #expect(try store.sqlite3("SELECT group_concat(ZBUYER) FROM ZSHOPSALE") == "1,2")
    }

    /// A context that saves by itself loses nothing where it ends in a call that has been cancelled.
    @Test func aContextThatEndsInACancelledCallSaves() async throws {
        let (began, announcement) = AsyncStream.makeStream(of: Void.self)
        let task = Task { [container] in
            try await container.read { _ in
                announcement.finish()
                let other = ModelContext(container)
                other.autosaveEnabled = true
                other.insert(ShopSale(buyer: 3))
                while !Task.isCancelled { Thread.sleep(forTimeInterval: 0.001) }
            }
        }
        for await _ in began {}
        task.cancel()
        _ = await task.result
        #expect(try store.sqlite3("SELECT group_concat(ZBUYER) FROM ZSHOPSALE") == "3")
    }

    /// An executor is `Sendable`, and leaves the closure: what it serves must not be the context of the call.
    @Test func anExecutorOfACallHasAContextOfItsOwn() async throws {
        for writes in [false, true] {
            let body: @Sendable (ModelContext) throws -> (DefaultSerialModelExecutor, Bool) = { context in
                let executor = DefaultSerialModelExecutor(modelContext: context)
                return (executor, executor.modelContext === context)
            }
            let (executor, isShared) = writes ? try await container.write(body) : try await container.read(body)
            #expect(!isShared && executor.modelContext.container == container)
        }
        let context = ModelContext(container)
        #expect(DefaultSerialModelExecutor(modelContext: context).modelContext === context)
    }

    @Test func oneLimitIsSetWithoutTheOthers() throws {
        func change(_ contexts: inout Int) {
            container.contextLimits.wait = .seconds(7)
            contexts = 2
        }
        change(&container.contextLimits.contexts)
        #expect(container.contextLimits == ModelContainer.ContextLimits(contexts: 2, wait: .seconds(7), total: nil))
    }

    /// A block for a run loop that never runs would stay for as long as the thread.
    @Test func anUndoManagerInACallLeavesNothingInTheRunLoop() async throws {
        let levels = try await container.read { _ in
            let (manager, target) = (UndoManager(), Target())
            manager.registerUndo(withTarget: target) { $0.isUndone = true }
            let before = manager.groupingLevel
            _ = RunLoop.current.run(mode: .default, before: Date())
            let after = manager.groupingLevel
            manager.undo()
            return [before, after, target.isUndone ? 1 : 0]
        }
        #expect(levels == [1, 1, 1])
    }

    private final class Target {
        var isUndone = false
    }

    /// Containers that name two stores in different orders take the locks in one order.
    @Test func containersWithStoresInOtherOrdersDoNotWaitForOneAnother() async throws {
        let folder = try TemporaryFolder()
        let books = ModelConfiguration("books", schema: Schema([ShopBook.self]), url: folder.file("books.store"))
        let sales = ModelConfiguration("sales", schema: Schema([ShopSale.self]), url: folder.file("sales.store"))
        let schema = Schema([ShopBook.self, ShopSale.self])
        let containers = [
            try ModelContainer(for: schema, configurations: [books, sales]).patient(),
            try ModelContainer(for: schema, configurations: [sales, books]).patient(),
        ]
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    try await containers[number % 2].write { context in
                        context.insert(ShopBook(title: "B", stock: number))
                        context.insert(ShopSale(buyer: number))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try folder.sqlite3("SELECT count(*) FROM ZSHOPBOOK", "books.store") == "60")
        #expect(try folder.sqlite3("SELECT count(*) FROM ZSHOPSALE", "sales.store") == "60")
    }
}
