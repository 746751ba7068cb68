import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Calls on containers of each kind, and what becomes of them when the container is erased, closed or released.
@Suite struct AsyncContainerTests {
    private func memory() throws -> ModelContainer {
        let schema = Schema([ShopBook.self, ShopSale.self])
        return try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true)).patient()
    }

    @Test func aStoreInMemoryCountsExactly() async throws {
        let container = try memory()
        try await container.write { $0.insert(ShopBook(title: "A", stock: 0)) }
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        try await container.write { try $0.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1 }
                    } else {
                        _ = try await container.read { try $0.fetch(FetchDescriptor<ShopBook>()).map(\.stock) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await container.read { try $0.fetch(FetchDescriptor<ShopBook>()).map(\.stock) } == [30])
    }

    @Test func aWriteToSeveralStoresIsWhole() async throws {
        let folder = try TemporaryFolder()
        let schemas = (Schema([ShopBook.self]), Schema([ShopSale.self]))
        let container = try ModelContainer(
            for: Schema([ShopBook.self, ShopSale.self]),
            configurations: ModelConfiguration("books", schema: schemas.0, url: folder.file("books.store")),
            ModelConfiguration("sales", schema: schemas.1, url: folder.file("sales.store"))
        )
        try await container.write { context in
            context.insert(ShopBook(title: "A", stock: 1))
            context.insert(ShopSale(buyer: 1))
        }
        let error = await errorCode {
            try await container.write { context in
                context.insert(ShopBook(title: "B", stock: 1))
                context.insert(ShopSale(buyer: 2))
                throw CancellationError()
            }
        }
        #expect(error == "CancellationError")
        #expect(try folder.sqlite3("SELECT group_concat(ZTITLE) FROM ZSHOPBOOK", "books.store") == "A")
        #expect(try folder.sqlite3("SELECT group_concat(ZBUYER) FROM ZSHOPSALE", "sales.store") == "1")
    }

    @Test func aContainerThatIsOnlyReadRefusesAWrite() async throws {
        let folder = try TemporaryFolder()
        try await shopContainer(folder.file).patient().write { $0.insert(ShopBook(title: "A", stock: 1)) }
        let container = try folder.container(for: ShopBook.self, ShopSale.self, allowsSave: false).patient()
        #expect(await errorCode { try await container.write { _ in mustNotRun() } } == "readOnly")
        #expect(try await container.read { try $0.fetch(FetchDescriptor<ShopBook>()).map(\.title) } == ["A"])
    }

    @Test(arguments: StoreKind.allCases)
    func aCustomStoreCountsExactly(kind: StoreKind) async throws {
        let store = try CustomStore(kind)
        let container = try store.context().container.patient()
        try await container.write { $0.insert(Book(title: "A", pages: 0)) }
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await container.write { try $0.fetch(FetchDescriptor<Book>()).first?.pages += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await container.read { try $0.fetch(FetchDescriptor<Book>()).map(\.pages) } == [20])
        let error = await errorCode {
            try await container.write { context in
                try context.fetch(FetchDescriptor<Book>()).first?.pages = 0
                throw CancellationError()
            }
        }
        #expect(error == "CancellationError")
        #expect(try await container.read { try $0.fetch(FetchDescriptor<Book>()).map(\.pages) } == [20])
    }

    /// There is no lock that a save of another context obeys. It is a conflict, and not lost.
    @Test(arguments: StoreKind.allCases)
    func aSaveBesideAWriteToACustomStoreIsAConflict(kind: StoreKind) async throws {
        let store = try CustomStore(kind)
        let container = try store.context().container.patient()
        try await container.write { $0.insert(Book(title: "A", pages: 0)) }
        let error = await errorCode {
            try await container.write { context in
                let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
                let other = ModelContext(context.container)
                try other.fetch(FetchDescriptor<Book>()).first?.pages = 7
                try other.save()
                book.pages += 1
            }
        }
        #expect(error == "conflict")
        #expect(try await container.read { try $0.fetch(FetchDescriptor<Book>()).map(\.pages) } == [7])
    }

    /// Of stores of both kinds, those with a lock are locked.
    @Test func aCustomStoreBesideADefaultOneIsWrittenWithIt() async throws {
        let (rows, books) = (try TemporaryFolder(), try TemporaryFolder())
        let plain = PlainConfiguration<DefaultSnapshot>(file: rows.file, schema: Schema([Person.self]))
        let file = ModelConfiguration("books", schema: Schema([ShopBook.self]), url: books.file)
        let schema = Schema([Person.self, ShopBook.self])
        let container = try ModelContainer(for: schema, configurations: [plain, file]).patient()
        try await container.write { context in
            context.insert(Person(name: "P"))
            context.insert(ShopBook(title: "A", stock: 1))
        }
        try await container.write { context in
            let (_, status) = try ChildProcess.run(
                "sqlite3",
                [books.file.path, "UPDATE ZSHOPBOOK SET ZSTOCK = 100", "2>&1"]
            )
            #expect(status != 0)
            try context.fetch(FetchDescriptor<ShopBook>()).first?.stock += 1
            try context.fetch(FetchDescriptor<Person>()).first?.name = "Q"
        }
        #expect(try books.sqlite3("SELECT ZSTOCK FROM ZSHOPBOOK") == "2")
        #expect(try await container.read { try $0.fetch(FetchDescriptor<Person>()).map(\.name) } == ["Q"])
    }

    @Test func eraseBetweenCallsIsSeenByThem() async throws {
        let folder = try TemporaryFolder()
        let container = try shopContainer(folder.file).patient()
        try await withThrowingTaskGroup { group in
            for number in 0..<40 {
                group.addTask {
                    if number % 10 == 9 {
                        try container.erase()
                    } else {
                        try await container.write { $0.insert(ShopSale(buyer: number)) }
                        _ = try await container.read { try $0.fetch(FetchDescriptor<ShopSale>()).map(\.buyer) }
                    }
                }
            }
            try await group.waitForAll()
        }
        try container.erase()
        #expect(try await container.read { try $0.fetchCount(FetchDescriptor<ShopSale>()) } == 0)
        #expect(try folder.sqlite3("PRAGMA integrity_check") == "ok")
    }

    @Test func eraseInTheClosureOfAWriteIsRefused() async throws {
        let container = try memory()
        #expect(await errorCode { try await container.write { try $0.container.erase() } } == "locked")
    }

    @Test func aClosedStoreIsAnError() async throws {
        let folder = try TemporaryFolder()
        let container = try shopContainer(folder.file).patient()
        _ = try await container.read { try $0.fetchCount(FetchDescriptor<ShopSale>()) }
        try ModelContext(container).connection.close()
        let read = await errorCode { _ = try await container.read { try $0.fetchCount(FetchDescriptor<ShopSale>()) } }
        let write = await errorCode { try await container.write { $0.insert(ShopSale(buyer: 1)) } }
        #expect(read == "closed" && write == "closed")
    }

    /// Tests of other suites have containers, and threads, at the same time: the numbers of these threads are looked up.
    @Test func theThreadsEndWithTheContainer() async throws {
        var container: ModelContainer? = try memory()
        container?.contextLimits.contexts = 3
        let numbers = Locked<Set<String>>([])
        let note: @Sendable () -> Void = {
            let thread = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            if let number = thread?.split(separator: "/").last { numbers.withLock { _ = $0.insert(String(number)) } }
        }
        do {
            let held = try await [
                HeldCall(#require(container), note), HeldCall(#require(container), note),
                HeldCall(#require(container), note),
            ]
            for call in held { try await call.end() }
        }
        #expect(container?.core.contextPool.idleCount == 3)
        let mine = numbers.withLock { $0 }
        #expect(mine.count == 3 && mine.allSatisfy(isThread))
        weak let core = container?.core
        container = nil
        #expect(core == nil)
        let end = ContinuousClock.now + .seconds(3_600)
        while mine.contains(where: isThread) {
            try #require(ContinuousClock.now < end, "the threads are still there")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The last reference to a container may go with a call.
    @Test func aCallKeepsItsContainer() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<20 {
            let count = try await shopContainer(folder.file).patient().write { context in
                context.insert(ShopSale(buyer: 1))
                return try context.fetchCount(FetchDescriptor<ShopSale>())
            }
            #expect(count > 0)
        }
        #expect(try folder.sqlite3("SELECT count(*) FROM ZSHOPSALE") == "20")
    }
}
