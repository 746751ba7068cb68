import ClientModels
import SwiftData
import Testing

@Suite struct GenericContextTests {
    @Test func aModelInAGenericTypeIsStored() throws {
        let context = try memoryContext(Box<[Int]>.Entry.self)
        let entry = Box<[Int]>.Entry(content: [1, 2])
        entry.label = "numbers"
        context.insert(entry)
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Box<[Int]>.Entry>()).first)
        #expect(found.content == [1, 2])
        #expect(found.label == "numbers")
        found.content.append(3)
        try other.save()
        context.processPendingChanges()
        #expect(entry.content == [1, 2, 3])
    }

    @Test func eachArgumentHasItsOwnLayout() {
        let text = Box<String>.Entry(content: "a")
        let number = Box<Int>.Entry(content: 7)
        #expect(text.content == "a")
        #expect(number.content == 7)
        #expect(Box<String>.Entry.schemaMetadata.count == 2)
    }
}
