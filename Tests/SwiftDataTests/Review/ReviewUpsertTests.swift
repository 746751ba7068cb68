import SwiftData
import Testing

/// A new model with the unique values of a stored one.
@Suite struct ReviewUpsertTests {
    @Test func theNewcomersRelationshipsAreJoined() throws {
        let context = try memoryContext(Book.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(Book(title: "old", tags: [old]))
        try context.save()
        let book = Book(title: "new")
        let newcomer = Tag(name: "x", weight: 2)
        book.tags = [newcomer]
        context.insert(book)
        try context.save()
        #expect(old.weight == 2)
        #expect(Set(old.books.map(\.title)) == ["old", "new"])
        #expect(book.tags.map(\.persistentModelID) == [old.persistentModelID])
        #expect(book.tags.first === old)
        let read = try ModelContext(context.container).fetch(FetchDescriptor<Tag>())
        #expect(read.count == 1)
        #expect(Set(read[0].books.map(\.title)) == ["old", "new"])
    }

    @Test func twoNewcomersBecomeOne() throws {
        let context = try memoryContext(Book.self)
        let one = Book(title: "1", tags: [Tag(name: "x", weight: 1)])
        let two = Book(title: "2", tags: [Tag(name: "x", weight: 2)])
        context.insert(one)
        context.insert(two)
        try context.save()
        #expect(one.tags.first === two.tags.first)
        #expect(one.tags.first?.weight == 2)
        #expect(!one.tags.contains { $0.persistentModelID.isTemporary })
        #expect(Set(one.tags.first?.books.map(\.title) ?? []) == ["1", "2"])
        #expect(try ModelContext(context.container).fetchCount(FetchDescriptor<Tag>()) == 1)
    }

    @Test func anUpsertAndAnEditOfTheSameRowLeaveMemoryAsTheStore() throws {
        let context = try memoryContext(Tag.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(old)
        try context.save()
        old.weight = 10
        context.insert(Tag(name: "x", weight: 2))
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Tag>()).first)
        #expect(read.weight == old.weight)
        #expect(!context.hasChanges)
    }

    @Test func anUpsertReachesTheOtherContexts() throws {
        let context = try memoryContext(Tag.self)
        let mine = Tag(name: "x", weight: 1)
        context.insert(mine)
        try context.save()
        let other = ModelContext(context.container)
        other.insert(Tag(name: "x", weight: 2))
        try other.save()
        context.processPendingChanges()
        #expect(mine.weight == 2)
    }

    @Test func aNewcomerIsStillTheModelThatWasMade() throws {
        let context = try memoryContext(Tag.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(old)
        try context.save()
        let newcomer = Tag(name: "x", weight: 2)
        context.insert(newcomer)
        try context.save()
        newcomer.weight = 3
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Tag>()).map(\.weight) == [3])
    }
}
