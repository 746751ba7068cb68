import SwiftData
import SwiftDataCore
import Testing

/// The notices that contexts and listeners get of commits that no save of a context made, and the history of such
/// commits.
@Suite struct HistoryCommitTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let heard = Locked<[StoreCommit]>([])
    private let listening: CommitFeed.Listening

    init() throws {
        let schema = Schema([Expedition.self, Camp.self, Folder.self, Page.self, Lock.self])
        container = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        context = ModelContext(container)
        listening = container.core.commits.listen { [heard] commit in heard.withLock { $0.append(commit) } }
    }

    private func history() throws -> [DefaultHistoryTransaction] { try context.fetchHistory(described()) }

    @Test func aBatchDeletionTellsItsRows() throws {
        let (keep, drop) = (Expedition("keep"), Expedition("drop"))
        drop.camps = [Camp(1), Camp(2)]
        context.insert(keep)
        context.insert(drop)
        try context.save()
        let other = ModelContext(container)
        let seen = try other.fetch(FetchDescriptor<Expedition>(sortBy: [SortDescriptor(\.name)]))
        #expect(seen.map(\.camps.count) == [2, 0])
        let doomed = Set([drop.persistentModelID] + drop.camps.map(\.persistentModelID))
        heard.withLock { $0 = [] }
        context.author = "pruner"
        try context.delete(model: Expedition.self, where: #Predicate { $0.name == "drop" })
        let commit = try #require(heard.withLock { $0 }.first)
        #expect(heard.withLock { $0.count } == 1)
        #expect(Set(commit.deleted) == doomed)
        #expect(!commit.everything && commit.updated.isEmpty && commit.inserted.isEmpty)
        #expect(commit.author == "pruner")
        let last = try #require(try history().last)
        #expect(commit.token as? DefaultHistoryToken == last.token)
        #expect(Set(last.changes.map(\.changedPersistentIdentifier)) == doomed)
        #expect(try other.fetch(FetchDescriptor<Expedition>()).map(\.name) == ["keep"])
        #expect(seen[0].modelContext == nil)
        #expect(seen[1].modelContext != nil)
    }

    @Test func aBatchDeletionTellsTheRowsThatItChanged() throws {
        let expedition = Expedition("e")
        let camps = [Camp(1), Camp(2)]
        expedition.camps = camps
        context.insert(expedition)
        try context.save()
        let other = ModelContext(container)
        let seen = try #require(try other.fetch(FetchDescriptor<Expedition>()).first)
        #expect(seen.camps.count == 2)
        heard.withLock { $0 = [] }
        try context.delete(model: Camp.self, where: #Predicate { $0.number == 1 })
        let commit = try #require(heard.withLock { $0 }.first)
        #expect(commit.deleted == [camps[0].persistentModelID])
        #expect(commit.updated == [expedition.persistentModelID])
        #expect(expedition.camps.map(\.number) == [2])
        other.processPendingChanges()
        #expect(seen.camps.map(\.number) == [2])
    }

    @Test func aBatchDeletionOfNothingIsNoCommit() throws {
        context.insert(Camp(1))
        try context.save()
        heard.withLock { $0 = [] }
        try context.delete(model: Camp.self, where: #Predicate { $0.number == 5 })
        #expect(heard.withLock { $0.isEmpty })
        #expect(try history().count == 1)
    }

    @Test func erasingTellsThatEverythingMayHaveChanged() throws {
        context.insert(Camp(1))
        try context.save()
        heard.withLock { $0 = [] }
        try container.erase()
        #expect(heard.withLock { $0.map(\.everything) } == [true])
        #expect(try history().isEmpty)
    }

    private func updates() throws -> [PersistentIdentifier] {
        try history().last?.changes.compactMap { change in
            if case .update(let update) = change { update.changedPersistentIdentifier } else { nil }
        } ?? []
    }

    /// A member keeps the key of its owner, although it has no property for it: its row changes.
    @Test func takingAMemberOutOfAOneSidedRelationshipIsAnUpdateOfIt() throws {
        let folder = Folder(name: "f")
        let pages = [Page(number: 1), Page(number: 2)]
        folder.pages = pages
        context.insert(folder)
        try context.save()
        folder.pages = [pages[0]]
        try context.save()
        #expect(Set(try updates()) == [folder.persistentModelID, pages[1].persistentModelID])
        context.delete(folder)
        try context.save()
        #expect(try updates() == [pages[0].persistentModelID])
        context.delete(pages[0])
        try context.save()
        #expect(try updates() == [])
    }

    @Test func anOwnerAndItsMembersThatGoTogetherAreDeletionsOnly() throws {
        let folder = Folder(name: "f")
        let pages = (0..<3).map { Page(number: $0) }
        folder.pages = pages
        context.insert(folder)
        try context.save()
        context.delete(folder)
        for page in pages { context.delete(page) }
        try context.save()
        let last = try #require(try history().last)
        #expect(last.changes.count == 4)
        #expect(try updates() == [])
    }
}
