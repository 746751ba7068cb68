import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

/// The history of a store of one's own, and what the framework has for its author.
@Suite struct JSONHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func container(_ types: [any PersistentModel.Type] = CustomStore.library) throws -> ModelContainer {
        try ModelContainer(for: Schema(types), configurations: [JSONStoreConfiguration(url: folder.file)])
    }

    private func history(_ context: ModelContext) throws -> [JSONHistoryTransaction] {
        try context.fetchHistory(HistoryDescriptor<JSONHistoryTransaction>())
    }

    @Test func theTokenOfADescriptorIsTheEarliestThatSomethingMustFollow() throws {
        let context = ModelContext(try container())
        for name in ["a", "b", "c", "d"] {
            context.insert(Author(name: name))
            try context.save()
        }
        let tokens = try history(context).map(\.token)
        let (first, second, third) = (tokens[0], tokens[1], tokens[2])
        typealias Condition = Predicate<JSONHistoryTransaction>
        let later: Condition = #Predicate { $0.token > third }
        let conditions: [(Condition, JSONHistoryToken?)] = [
            (#Predicate { $0.token > second }, second),
            (#Predicate { second <= $0.token }, second),
            (#Predicate { $0.token < second }, nil),
            (#Predicate { !($0.token <= second) }, second),
            (#Predicate { !($0.token > second) }, nil),
            (#Predicate { $0.author == "x" }, nil),
            (#Predicate { $0.token > first && $0.token <= third }, first),
            (#Predicate { $0.token > third || $0.token > second }, second),
            (Predicate(all: [later, #Predicate { $0.token > first }]), first),
        ]
        for (condition, expected) in conditions {
            let found = HistoryDescriptor(predicate: condition).earliestToken
            #expect(found == expected, "\(condition)")
        }
        #expect(HistoryDescriptor<JSONHistoryTransaction>().earliestToken == nil)
    }

    /// The store looks at the file when it is called, and finds the changes of other processes in the history.
    @Test func whatAnotherContainerDidIsToldRowByRow() throws {
        let (mine, theirs) = (try container(), try container())
        let context = ModelContext(mine)
        let (author, book) = (Author(name: "a"), Book(title: "b"))
        context.insert(author)
        context.insert(book)
        try context.save()
        let (tags, authors) = (
            try HistoryObserver(observedModels: [Tag.self], modelContainer: mine, isolation: nil),
            try HistoryObserver(authors: ["theirs"], modelContainer: mine, isolation: nil)
        )
        let other = ModelContext(theirs)
        other.author = "theirs"
        let twin = try #require(try other.all(Author.self).first)
        twin.name = "A"
        try other.save()
        other.delete(try #require(try other.all(Book.self).first))
        other.insert(Person(name: "p"))
        try other.save()
        _ = try context.fetchCount(FetchDescriptor<Person>())
        context.processPendingChanges()
        #expect(author.name == "A" && book.modelContext == nil)
        #expect(counts(tags, authors) == [0, 2])
        other.insert(Tag(name: "t"))
        try other.save()
        try other.deleteHistory(HistoryDescriptor<JSONHistoryTransaction>())
        _ = try context.fetchCount(FetchDescriptor<Person>())
        // What happened is forgotten: it may have been anything.
        #expect(counts(tags, authors) == [1, 3])
    }

    @Test func anErasedStoreHasForgottenItsHistory() throws {
        let context = ModelContext(try container())
        context.insert(Author(name: "a"))
        try context.save()
        context.insert(Author(name: "b"))
        try context.save()
        let tokens = try history(context).map(\.token)
        #expect(tokens.count == 2)
        // One that has read all there is, as well.
        let reader = ModelContext(try container())
        #expect(try reader.fetchCount(FetchDescriptor<Author>()) == 2)
        try context.container.erase()
        #expect(try history(context).isEmpty)
        for (token, context) in tokens.flatMap({ token in [context, reader].map { (token, $0) } }) {
            #expect(throws: SwiftDataError.historyTokenExpired) {
                try context.fetchHistory(
                    HistoryDescriptor<JSONHistoryTransaction>(predicate: #Predicate { $0.token > token })
                )
            }
        }
        context.insert(Author(name: "c"))
        try context.save()
        #expect(try history(reader).count == 1)
        #expect(try history(reader).allSatisfy { transaction in tokens.allSatisfy { $0 < transaction.token } })
    }

    @Test func anOlderFileInThePlaceOfTheFileExpiresTokens() throws {
        let context = ModelContext(try container())
        context.insert(Author(name: "a"))
        try context.save()
        let copy = try Data(contentsOf: folder.file)
        context.insert(Author(name: "b"))
        try context.save()
        let last = try #require(try history(context).last?.token)
        try copy.write(to: folder.file, options: .atomic)
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(
                HistoryDescriptor<JSONHistoryTransaction>(predicate: #Predicate { $0.token > last })
            )
        }
    }

    @Test func changesOfAnEntityThatIsNoMoreAreLeftOut() throws {
        let context = ModelContext(try container([Tag.self, Person.self]))
        let tag = Tag(name: "t")
        context.insert(tag)
        context.insert(Person(name: "p"))
        try context.save()
        context.delete(tag)
        try context.save()
        let later = ModelContext(try container([Person.self]))
        let changes = try history(later).map { $0.changes.map(\.changedPersistentIdentifier.entityName) }
        #expect(changes == [["Person"], []])
        later.insert(Person(name: "q"))
        try later.save()
        #expect(try history(later).map(\.changes.count) == [1, 0, 1])
    }

    @Test func aRowThatNobodyAskedToChangeIsInTheHistoryAsWell() throws {
        let context = ModelContext(try container())
        let (tag, book) = (Tag(name: "t"), Book(title: "b"))
        context.insert(book)
        book.tags = [tag]
        try context.save()
        context.delete(tag)
        try context.save()
        guard case .update(let update as any HistoryUpdate<Book>)? = try history(context).last?.changes.first else {
            Issue.record("the book is not updated")
            return
        }
        #expect(update.updatedAttributes.map { $0 as AnyKeyPath } == [\Book.tags])
    }

    @Test func aPropertyIsFoundByItsNameAsTheClassSpellsIt() {
        func keyPath<Model: PersistentModel>(_ name: String, _ type: Model.Type) -> AnyKeyPath? {
            Schema.keyPath(ofPropertyNamed: name, in: type)
        }
        let (name, breed, inherited): (AnyKeyPath, AnyKeyPath, AnyKeyPath) = (\Animal.name, \Dog.breed, \Dog.name)
        #expect(keyPath("name", Animal.self) == name)
        #expect(keyPath("breed", Dog.self) == breed)
        #expect(keyPath("name", Dog.self) == inherited)
        #expect(keyPath("name", Dog.self)?.hashValue == inherited.hashValue)
        #expect(keyPath("breed", Cat.self) == nil)
        let dog = Dog(name: "a", breed: "b")
        let writable = keyPath("name", Dog.self) as? ReferenceWritableKeyPath<Dog, String>
        writable.map { dog[keyPath: $0] = "c" }
        #expect(dog.name == "c" && writable.map { dog[keyPath: $0] } == "c")
    }
}
