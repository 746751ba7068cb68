import SwiftData
import SwiftDataCore
import Testing

/// Stores that answer an insertion with the identifier of an existing row.
@Suite struct CustomStoreUpsertTests {
    @Test func theObjectsAreJoinedAsInTheDefaultStore() throws {
        let (context, table) = tableContext(Tag.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(old)
        try context.save()
        let identifier = old.persistentModelID
        table.findsStored = { _ in identifier }
        let newcomer = Tag(name: "x", weight: 2)
        context.insert(newcomer)
        try context.save()
        #expect(old.weight == 2)
        #expect(newcomer.persistentModelID == identifier)
        #expect(newcomer.modelContext == nil)
        #expect(old.modelContext === context)
        newcomer.weight = 3
        try context.save()
        #expect(table.rows.count == 1)
        #expect(table.calls.filter { $0.hasPrefix("save") } == ["save 1 0 0", "save 1 0 0", "save 0 1 0"])
        #expect(try context.fetch(FetchDescriptor<Tag>()).map(\.weight) == [3])
    }

    @Test func anotherContextSeesTheValues() throws {
        let (context, table) = tableContext(Tag.self)
        let old = Tag(name: "x", weight: 1)
        context.insert(old)
        try context.save()
        let identifier = old.persistentModelID
        let other = ModelContext(context.container)
        let theirs = try #require(try other.fetch(FetchDescriptor<Tag>()).first)
        table.findsStored = { _ in identifier }
        context.insert(Tag(name: "x", weight: 2))
        try context.save()
        other.processPendingChanges()
        #expect(theirs.weight == 2)
    }
}
