import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// `ModelContainer.read` and `ModelContainer.write`: values out, exact changes in.
@Suite struct AsyncContextTests {
    private struct Refused: Error {}

    private let store: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        (store, container) = try shopWithOneBook()
    }

    private static let authors =
        "SELECT s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS"

    private func stock() throws -> String { try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") }

    @Test func aReadReturnsValues() async throws {
        let titles = try await container.read { context in
            try context.fetch(FetchDescriptor<ShopBook>()).map { "\($0.title) \($0.stock)" }
        }
        #expect(titles == ["A 5"])
    }

    @Test func aWriteSavesAndReturnsItsResult() async throws {
        let left = try await container.write { context in
            context.author = "clerk"
            let book = try #require(try context.fetch(FetchDescriptor<ShopBook>()).first)
            book.stock -= 1
            context.insert(ShopSale(buyer: 7))
            return book.stock
        }
        #expect(left == 4)
        #expect(try stock() == "4")
        #expect(try store.sqlite3("SELECT ZBUYER FROM ZSHOPSALE") == "7")
        #expect(try store.sqlite3(Self.authors) == "clerk")
    }

    @Test func aWriteThatThrowsLeavesNothing() async throws {
        await #expect(throws: Refused.self) {
            try await container.write { context in
                try context.fetch(FetchDescriptor<ShopBook>()).first?.stock = 0
                context.insert(ShopSale(buyer: 1))
                try context.delete(model: ShopBook.self)
                try context.save()
                throw Refused()
            }
        }
        #expect(try stock() == "5")
        #expect(try store.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "0")
        // Nothing of it is left in the next call, which may run on the same thread.
        let state = try await container.write { context in
            [context.hasChanges, context.autosaveEnabled, context.undoManager != nil, context.author != nil]
        }
        #expect(state == [false, false, false, false])
    }

    @Test func aSaveThatIsRefusedLeavesNothing() async throws {
        let (folder, schema) = (try TemporaryFolder(), Schema([Tag.self, Book.self, Author.self]))
        let tags = try ModelContainer(for: schema, configurations: ModelConfiguration(url: folder.file)).patient()
        try await tags.write { $0.insert(Book(title: "x")) }
        // The trigger stands for whatever the database refuses.
        try folder.sqlite3("CREATE TRIGGER no BEFORE INSERT ON ZTAG BEGIN SELECT RAISE(ABORT, 'no'); END")
        let error = await #expect(throws: StoreError.self) {
            try await tags.write { context in
                context.insert(Book(title: "y"))
                context.insert(Tag(name: "t"))
            }
        }
        #expect(error?.code == .constraint)
        #expect(try folder.sqlite3("SELECT count(*) FROM ZBOOK") == "1")
        #expect(try folder.sqlite3("SELECT count(*) FROM ZTAG") == "0")
    }

    @Test func aReadSavesNothing() async throws {
        let codes = try await container.read { context in
            let book = try #require(try context.fetch(FetchDescriptor<ShopBook>()).first)
            book.stock = 0
            context.insert(ShopSale(buyer: 1))
            context.autosaveEnabled = true
            func errorCode(_ work: () throws -> Void) -> String {
                do { try work() } catch { return (error as? StoreError)?.code.description ?? "\(error)" }
                return "none"
            }
            return [
                errorCode { try context.save() },
                errorCode { try context.transaction {} },
                errorCode { try context.transaction(isolated: true) {} },
                errorCode { try context.delete(model: ShopBook.self) },
                errorCode { try context.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) },
            ]
        }
        #expect(codes == Array(repeating: "readOnly", count: 5))
        #expect(try stock() == "5")
        #expect(try store.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "0")
        #expect(try store.sqlite3("SELECT count(*) FROM ATRANSACTION") == "1")
    }

    @Test func aWriteReadsTheNewestRowsAndHoldsTheLock() async throws {
        // Neither told nor counted.
        _ = try store.sqlite3("UPDATE ZSHOPBOOK SET ZSTOCK = 3")
        let seen = try await container.write { [store] context in
            let before = try #require(try context.fetch(FetchDescriptor<ShopBook>()).first)
            // Another program cannot write now, and can read.
            let (_, status) = try ChildProcess.run(
                "sqlite3",
                [store.path("test.store"), "UPDATE ZSHOPBOOK SET ZSTOCK = 100", "2>&1"]
            )
            #expect(status != 0)
            #expect(try store.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "3")
            before.stock -= 1
            return before.stock
        }
        #expect(seen == 2)
        #expect(try stock() == "2")
    }

    @Test func incrementsOfManyTasksAreExact() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<100 {
                group.addTask { [container] in
                    try await container.write { context in
                        try context.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try stock() == "105")
    }

    @Test func theClosureRunsOnAThreadOfItsOwnInTheTaskOfTheCaller() async throws {
        @MainActor func seen() async throws -> [String] {
            try await TaskValue.$number.withValue(7) {
                try await container.read { _ in
                    ["\(Thread.isMainThread)", "\(TaskValue.number)", Thread.current.name ?? "no name"]
                }
            }
        }
        #expect(try await seen() == ["false", "7", ContextThread.name])
    }

    private enum TaskValue {
        @TaskLocal static var number = 0
    }

    /// A query in the closure has no context of the wrong isolation, whatever the caller has set.
    @Test @MainActor func otherContextsSeeAWrite() async throws {
        let book = try #require(try container.mainContext.fetch(FetchDescriptor<ShopBook>()).first)
        try await container.withCurrent {
            try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock = 1 }
        }
        container.mainContext.processPendingChanges()
        #expect(book.stock == 1)
    }

    @Test func aCallKeepsNoModelOfAFormerOne() async throws {
        for _ in 0..<8 {
            let units = try await container.read { context in
                _ = try context.fetch(FetchDescriptor<ShopBook>()).map(\.stock)
                return UnitReference(context.unit)
            }
            #expect(units.isGone)
        }
        #expect(container.core.contextPool.idleCount == 1)
    }

    /// `@unchecked Sendable`: a weak reference, which is only compared with nil.
    private final class UnitReference: @unchecked Sendable {
        private weak var unit: UnitOfWork?
        init(_ unit: UnitOfWork) { self.unit = unit }
        var isGone: Bool { unit == nil }
    }
}
