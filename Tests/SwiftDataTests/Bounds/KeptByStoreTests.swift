import Foundation
import ClientModels
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The memory that a store keeps beside its rows has a bound.
@Suite struct KeptByStoreTests {
    private let file: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext
    private let store: DefaultStore

    init() throws {
        file = try TemporaryFolder()
        container = try file.container(for: Kept.self, KeptShelf.self)
        context = ModelContext(container)
        for number in 0..<20 { context.insert(Kept(title: "\(number)", stock: number)) }
        try context.save()
        store = try #require(container.core.stores.first?.object as? DefaultStore)
    }

    #if os(Linux)
        /// The number of descriptors that the process has open for the file.
        private static func openFiles(_ path: String) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                // One that was open when the folder was read may be closed by now.
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
            }
        }

        @Test func manyReadersShareSixConnections() throws {
            let path = URL(fileURLWithPath: file.file.path).resolvingSymlinksInPath().path
            let most =
                try onThreads(24) { [store] _ in
                    try (0..<10).map { _ in
                        try store.connection.read { runner in
                            _ = try runner.integer("SELECT count(*) FROM ZKEPT")
                            Thread.sleep(forTimeInterval: 0.002)
                            return try Self.openFiles(path)
                        }
                    }.max() ?? 0
                }.max() ?? 0
            #expect(most > 1 && most <= 6)
        }
    #endif

    @Test func itHasOneDecoderForEachEntity() throws {
        for limit in 1...40 {
            var descriptor = FetchDescriptor<Kept>(sortBy: [SortDescriptor(\.title)])
            descriptor.fetchLimit = limit
            let reader = ModelContext(container)
            #expect(try reader.fetch(descriptor).count == min(limit, 20))
            _ = try reader.fetch(FetchDescriptor<KeptShelf>())
            _ = try reader.fetch(FetchDescriptor<KeptTag>())
        }
        let count = try store.counts.decoders
        #expect(count > 0 && count <= 3)
    }

    @Test func itKnowsOfTextColumnsOfTheSchemaOnly() throws {
        for number in 0..<40 {
            let text = "\(number)"
            let found = try context.fetchCount(
                FetchDescriptor<Kept>(predicate: #Predicate { $0.title < text }, sortBy: [SortDescriptor(\.title)])
            )
            #expect(found >= 0)
            // A string that is not composed is noted by its column.
            context.insert(Kept(title: "e\u{301} \(number)", stock: 0))
            try context.save()
            _ = try context.fetch(
                FetchDescriptor<Kept>(predicate: #Predicate { $0.title > text }, sortBy: [SortDescriptor(\.title)])
            )
        }
        let count = try store.counts.composedColumns
        // Of three classes, each has one column of text.
        #expect(count > 0 && count <= 3)
    }

    /// The triggers of Core Data's derived attributes call a function with each row that they have written.
    @Test func rowsThatTriggersHaveWrittenEndWithTheTransaction() throws {
        let entity = try file.sqlite3("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Kept'")
        for (event, row) in [("UPDATE OF ZSTOCK", "NEW"), ("DELETE", "OLD")] {
            _ = try file.sqlite3(
                """
                CREATE TRIGGER derived_\(row) AFTER \(event) ON ZKEPT BEGIN SELECT \
                NSCoreDataDATriggerUpdatedAffectedObjectValue('ZKEPT', \(entity), \(row).Z_PK, 'title', 1); END
                """
            )
        }
        let books = try context.fetch(FetchDescriptor<Kept>(sortBy: [SortDescriptor(\.stock)]))
        for book in books {
            book.stock += 100
            try context.save()
            let left = try store.counts.derivedRows
            #expect(left == 0)
        }
        // One that fails has noted its rows as well.
        _ = try file.sqlite3(
            "CREATE TRIGGER refuse AFTER UPDATE OF ZTITLE ON ZKEPT BEGIN SELECT RAISE(ABORT, 'no'); END"
        )
        (books[0].stock, books[1].title) = (1, "B")
        #expect(throws: StoreError.self) { try context.save() }
        context.rollback()
        #expect(try store.counts.derivedRows == 0)
        try context.delete(model: Kept.self, where: #Predicate { $0.stock > 0 })
        #expect(try file.sqlite3("SELECT count(*) FROM ZKEPT") == "0")
        #expect(try store.counts.derivedRows == 0)
    }

    @Test func ownTransactionsAreForgottenWithTheNextLook() throws {
        // Nothing tells the store of what others write, so that it looks where it is asked to.
        var configuration = ModelConfiguration(url: file.file)
        let schema = Schema([Kept.self, KeptShelf.self])
        configuration.schema = schema
        let quiet = try DefaultStore(configuration, settings: ConnectionSettings(watching: .off))
        let core = ContainerCore(
            schema: schema,
            migrationPlan: nil,
            stores: [TrustedStore(quiet)],
            configurations: [configuration]
        )
        let container = ModelContainer(core: core)
        core.adopt(container)
        let context = ModelContext(container)
        let book = try #require(try context.fetch(FetchDescriptor<Kept>()).first)
        for round in 0..<3 {
            _ = try file.sqlite3("UPDATE ZKEPT SET ZTITLE = 'round \(round)' WHERE Z_PK = 3")
            for stock in 0..<10 {
                book.stock = 100 + round * 10 + stock
                try context.save()
            }
            let count = try quiet.counts.ownTransactions
            #expect(count > 0 && count <= 10)
            quiet.receiveExternalCommits()
            #expect(try quiet.counts.ownTransactions == 0)
        }
    }
}
