import ClientModels
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// Commits of another process that uses SwiftData.
@MainActor @Suite struct NoticingTests {
    private let store: NeighbourStore
    private let container: ModelContainer
    private let ledger: Ledger
    private var context: ModelContext { container.mainContext }

    init() throws {
        store = try NeighbourStore()
        try store.neighbour("add", "1", "2", "3")
        container = try store.container()
        ledger = try #require(try container.mainContext.fetch(FetchDescriptor<Ledger>()).first)
    }

    @Test func anEditIsShownByTheRegisteredObjectAndPostedWithItsIdentifier() async throws {
        let entry = try context.entries([2])[0]
        let notices = Notices(of: container)
        try store.neighbour("edit", "2")
        #expect(try await waiting { entry.seen == 1 })
        #expect(try await waiting { !notices.all.isEmpty })
        let notice = try #require(notices.all.first)
        #expect(notices.all.count == 1)
        #expect(notice.updated == [entry.persistentModelID])
        #expect(notice.inserted.isEmpty && notice.deleted.isEmpty && !notice.everything)
    }

    @Test func theTokenOfANoticeIsTheLastTransactionOfTheHistory() async throws {
        let notices = Notices(of: container)
        try store.neighbour("edit", "2")
        #expect(try await waiting { !notices.all.isEmpty })
        let token = try #require(notices.all.first?.tokens.values.first as? DefaultHistoryToken)
        let last = try store.temporary.sqlite3("SELECT max(Z_PK) FROM ATRANSACTION")
        #expect(token.tokenValue?.values.map { "\($0)" } == [last])
        #expect(notices.all.first?.tokens.keys.first == container.core.stores[0].storeIdentifier)
    }

    @Test func anInsertionJoinsTheRelationshipThatWasRead() async throws {
        #expect(ledger.entries.count == 3)
        let notices = Notices(of: container)
        try store.neighbour("add", "4")
        #expect(try await waiting { ledger.entries.count == 4 })
        let notice = try #require(notices.all.first)
        #expect(notice.inserted == (try context.entries([4])).map(\.persistentModelID))
        #expect(notice.updated == [ledger.persistentModelID])
    }

    @Test func aDeletionLetsTheObjectGo() async throws {
        let entry = try context.entries([3])[0]
        #expect(ledger.entries.contains(entry))
        let identifier = entry.persistentModelID
        let notices = Notices(of: container)
        try store.neighbour("delete", "3")
        #expect(try await waiting { entry.modelContext == nil })
        #expect(entry.number == 3)
        #expect(ledger.entries.map(\.number) == [1, 2])
        #expect(notices.all.first?.deleted == [identifier])
    }

    @Test func unsavedEditsStay() async throws {
        let entries = try context.entries([1, 2])
        context.autosaveEnabled = false
        entries[0].writer = "mine"
        try store.neighbour("edit", "1", "2")
        #expect(try await waiting { entries.allSatisfy { $0.seen == 1 } })
        #expect(entries[0].writer == "mine" && context.hasChanges)
        try context.save()
        #expect(
            try store.temporary.sqlite3("SELECT ZWRITER, ZSEEN FROM ZLEDGERENTRY WHERE ZNUMBER = 1") == "mine|1"
        )
    }

    @Test func observersHearOfIt() async throws {
        let entry = try context.entries([1])[0]
        let heard = Locked(false)
        withObservationTracking {
            _ = entry.seen
        } onChange: {
            heard.withLock { $0 = true }
        }
        try store.neighbour("edit", "1")
        #expect(try await waiting { heard.withLock { $0 } })
        #expect(try await waiting { entry.seen == 1 })
    }

    @Test func theAuthorOfTheOtherProcessIsKnown() async throws {
        let author = Locked<String?>(nil)
        let listening = container.core.commits.listen { commit in author.withLock { $0 = commit.author } }
        try store.neighbour("edit", "1")
        #expect(try await waiting { author.withLock { $0 } == "neighbour" })
        withExtendedLifetime(listening) {}
    }

    @Test func aContextThatIsNotTheMainOneTakesItInWhenItIsUsed() async throws {
        let other = ModelContext(container)
        let entry = try other.entries([2])[0]
        #expect(entry.seen == 0)
        let notices = Notices(of: container)
        try store.neighbour("edit", "2")
        #expect(try await waiting { !notices.all.isEmpty })
        other.processPendingChanges()
        #expect(entry.seen == 1)
    }

    @Test func anActorTakesItInWithoutBeingCalled() async throws {
        let reader = LedgerReader(modelContainer: container)
        let heard = Locked(false)
        try await reader.observe(2) { heard.withLock { $0 = true } }
        try store.neighbour("edit", "2")
        #expect(try await waiting { heard.withLock { $0 } })
        #expect(await reader.seen == 1)
    }

    @Test func aProcessThatOnlyReadsChangesNothing() async throws {
        let notices = Notices(of: container)
        try store.neighbour("open")
        try store.neighbour("edit", "1")
        #expect(try await waiting { !notices.all.isEmpty })
        #expect(notices.all.count == 1 && notices.all[0].updated.count == 1)
    }

    @Test func anOrderThatAnotherProcessBeganToKeepIsRead() async throws {
        #expect(ledger.entries.map(\.number) == [1, 2, 3])
        try store.neighbour("reverse", "once")
        #expect(try await waiting { ledger.entries.map(\.number) == [3, 2, 1] })
        let fresh = try #require(try ModelContext(container).fetch(FetchDescriptor<Ledger>()).first)
        #expect(fresh.entries.map(\.number) == [3, 2, 1])
    }
}

@ModelActor
private actor LedgerReader {
    private var entry: LedgerEntry?

    func observe(_ number: Int, onChange: @escaping @Sendable () -> Void) throws {
        entry = try modelContext.entries([number]).first
        withObservationTracking {
            _ = entry?.seen
        } onChange: {
            onChange()
        }
    }

    var seen: Int? { entry?.seen }
}
