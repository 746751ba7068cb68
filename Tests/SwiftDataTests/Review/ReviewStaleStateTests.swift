import Foundation
import SwiftData
import Testing

/// What a reading of the context has found: states that went out of line with the store.
@Suite struct ReviewStaleStateTests {
    @Test func clearingARelationshipOfADeletedModelIsIgnored() throws {
        let store = try TemporaryStore()
        let container = try store.container(for: Citizen.self, Passport.self, Badge.self)
        let context = ModelContext(container)
        let citizen = Citizen("a")
        citizen.badges = [Badge("x"), Badge("y")]
        context.insert(citizen)
        try context.save()
        context.delete(citizen)
        citizen.badges = nil
        context.rollback()
        #expect(citizen.badges?.map(\.text) == ["x", "y"])
        #expect(!context.hasChanges)
    }

    @Test func aModelThatOthersChangedTwiceKeepsItsLastValuesWhenItGoes() throws {
        let store = try TemporaryStore()
        let container = try store.container(for: Author.self, Book.self, Tag.self)
        let context = ModelContext(container)
        context.insert(Author(name: "Ada"))
        try context.save()
        let reader = ModelContext(container)
        // Never read, so that nobody can observe it, and it is let go to be read later.
        let fetched = try #require(try reader.fetch(FetchDescriptor<Author>()).first)
        let author = try #require(try context.fetch(FetchDescriptor<Author>()).first)
        for name in ["Ada King", "Ada Lovelace"] {
            author.name = name
            try context.save()
            reader.processPendingChanges()
        }
        context.delete(author)
        try context.save()
        reader.processPendingChanges()
        #expect(fetched.modelContext == nil)
        #expect(fetched.name == "Ada")
    }

    @Test func whatAnObserverEditsWhileModelsAreJoinedIsSavedNext() throws {
        let store = try TemporaryStore()
        let container = try store.container(for: Author.self, Book.self, Tag.self)
        let context = ModelContext(container)
        let (tag, author) = (Tag(name: "x", weight: 1), Author(name: "Ada"))
        context.insert(tag)
        context.insert(author)
        try context.save()
        let observed = Observed(author)
        withObservationTracking {
            _ = tag.weight
        } onChange: {
            observed.author.name = "Ada King"
        }
        context.insert(Tag(name: "x", weight: 2))
        try context.save()
        #expect(tag.weight == 2)
        #expect(author.name == "Ada King")
        #expect(context.hasChanges)
        try context.save()
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR") == "Ada King")
    }

    /// Used on the test's own thread alone, where the context calls its observers.
    private final class Observed: @unchecked Sendable {
        let author: Author
        init(_ author: Author) { self.author = author }
    }
}
