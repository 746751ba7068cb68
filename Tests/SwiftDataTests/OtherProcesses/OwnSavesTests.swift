import ClientModels
import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// The reaction of a store to its own saves, and to other containers of its process.
@MainActor @Suite struct OwnSavesTests {
    private let store: NeighbourStore
    private let container: ModelContainer

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2")
        container = try store.container()
    }

    @Test func anotherContainerOfTheProcessIsSomebodyElse() async throws {
        let entry = try container.mainContext.entries([1])[0]
        let (mine, theirs) = (Notices(of: container), try store.container())
        let others = Notices(of: theirs)
        let context = ModelContext(theirs)
        try context.entries([1])[0].seen = 4
        try context.save()
        #expect(try await waiting { entry.seen == 4 })
        #expect(mine.all.map(\.updated) == [[entry.persistentModelID]])
        #expect(others.all.isEmpty)
    }

    @Test func ownSavesAreNotPostedAndReadNothing() async throws {
        let notices = Notices(of: container)
        let recorder = StatementRecorder(container)
        let context = ModelContext(container)
        let entry = try context.entries([1])[0]
        for seen in 1...20 {
            entry.seen = seen
            let saved = try recorder.statements { try context.save() }
            #expect(saved.allSatisfy { !$0.hasPrefix("SELECT t.Z_PK, coalesce(s.ZNAME") })
            recorder.reset()
            try await Task.sleep(for: .milliseconds(seen))
            #expect(recorder.statements.isEmpty)
        }
        // Now that it has had every opportunity, somebody else's commit is the first to be told.
        try store.neighbour("edit", "2")
        #expect(try await waiting { !notices.all.isEmpty })
        let second = try context.entries([2])[0].persistentModelID
        #expect(notices.all.map(\.updated) == [[second]])
    }

    @Test func savesOfBothInTurnsAreToldApart() async throws {
        let notices = Notices(of: container)
        let context = ModelContext(container)
        let (first, second) = (try context.entries([1])[0], try context.entries([2])[0])
        for round in 1...5 {
            first.seen = round
            try context.save()
            try store.neighbour("edit", "2")
            first.writer = "\(round)"
            try context.save()
        }
        #expect(try await waiting { notices.all.count == 5 })
        #expect(notices.all.allSatisfy { $0.updated == [second.persistentModelID] && !$0.everything })
        let numbers = notices.all.compactMap { ($0.tokens.values.first as? DefaultHistoryToken)?.id }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 5)
        // Nothing wakes a context that belongs to no actor: it receives what others have done when it is used.
        #expect(try await waiting { try context.entries([2])[0] === second && second.seen == 5 })
    }

    @Test func theNumberOfASaveThatFailedIsSomebodyElses() async throws {
        let notices = Notices(of: container)
        let connection = try connection(of: container)
        #expect(throws: (any Error).self) {
            try connection.write { runner in
                try runner.run("UPDATE ZLEDGER SET ZTITLE = 'mine'")
                runner.known?.willCommit(transaction: 3)
                throw CocoaError(.userCancelled)
            }
        }
        // The next transaction of the file gets the number.
        #expect(try store.temporary.sqlite3("SELECT max(Z_PK) FROM ATRANSACTION") == "2")
        try store.neighbour("edit", "1")
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.everything) == [false])
    }

    @Test func aBatchDeletionIsTheContainersOwn() async throws {
        let notices = Notices(of: container)
        let context = ModelContext(container)
        try context.delete(model: LedgerEntry.self, where: #Predicate { $0.number == 1 })
        try store.neighbour("edit", "2")
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.map(\.updated.count) == [1] && notices.all[0].deleted.isEmpty)
    }

    @Test func aCustomStoreThatHeardOfAChangePostsItToo() async throws {
        let library = try HostileLibrary()
        let notices = Notices(of: library.container)
        let author = try #require(try ModelContext(library.container).all(Author.self).first)
        try #require(library.configuration.shelf.store).rowsDidChange(
            updated: [author.persistentModelID],
            deleted: []
        )
        try #require(library.configuration.shelf.store).rowsDidChange()
        #expect(notices.all.map(\.updated) == [[author.persistentModelID], []])
        #expect(notices.all.map(\.everything) == [false, true])
    }

    private func connection(of container: ModelContainer) throws -> StoreConnection {
        try #require(container.core.stores[0] as? TrustedStore<DefaultStore>).store.connection
    }
}
