import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Identifiers from outside leave nothing behind, and are the same as those of an open store.
@Suite struct ForeignIdentifierTests {
    private func json(_ store: String, _ entity: String, _ key: String) -> Data {
        Data(
            """
            {"implementation": {"primaryKey": "\(key)", "uriRepresentation": "x-coredata://\(store)/\(entity)/\(key)", \
            "isTemporary": false, "storeIdentifier": "\(store)", "entityName": "\(entity)"}}
            """.utf8
        )
    }

    private func decoded(_ store: String, _ entity: String, _ key: String) throws -> PersistentIdentifier {
        try JSONDecoder().decode(PersistentIdentifier.self, from: json(store, entity, key))
    }

    private final class Weak {
        weak var key: ForeignKey?
        init(_ identifier: PersistentIdentifier) {
            if case .foreign(let key) = identifier.id.key { self.key = key }
        }
    }

    @Test func identifiersFromOutsideAreNotInterned() throws {
        var kept: [Weak] = []
        for number in 0..<2_000 {
            let (store, entity) = ("outside-\(UUID().uuidString)", "Entity\(number)")
            let identifiers = [
                try decoded(store, entity, "p\(number)"),
                try decoded(store, "Author", "key-\(number)"),
                try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: number),
            ]
            for identifier in identifiers {
                #expect(identifier.id.isForeign)
                let weak = Weak(identifier)
                #expect(weak.key != nil)
                kept.append(weak)
            }
            #expect(IdentifierSpace.known(store: store, entity: entity) == nil)
            #expect(IdentifierSpace.known(store: store, entity: "Author") == nil)
        }
        #expect(kept.allSatisfy { $0.key == nil })
    }

    @Test func temporaryIdentifiersOfUnknownEntitiesAreNotInterned() throws {
        let entity = "Unknown\(UUID().uuidString)"
        let text = """
            {"implementation": {"primaryKey": "t\(UUID().uuidString)", "isTemporary": true, "entityName": "\(entity)"}}
            """
        let identifier = try JSONDecoder().decode(PersistentIdentifier.self, from: Data(text.utf8))
        #expect(identifier.isTemporary)
        #expect(identifier.storeIdentifier == nil)
        #expect(identifier.entityName == entity)
        #expect(IdentifierSpace.known(store: nil, entity: entity) == nil)
        let copy = try JSONDecoder().decode(
            PersistentIdentifier.self,
            from: try JSONEncoder().encode(identifier)
        )
        #expect(copy == identifier)
        #expect(Set([copy, identifier]).count == 1)
    }

    /// Identifiers of one row, as strings, as made before and after the store is known.
    @Test func theyEqualHashAndSortAsThoseOfAnOpenStore() throws {
        let store = "late-\(UUID().uuidString)"
        let keys = ["p12", "p3", "p9223372036854775807", "12", "k", "", "p", "p01", "t7"]
        let early = try keys.flatMap { key in
            try [decoded(store, "Author", key), decoded(store, "Book", key), decoded(store + "x", "Author", key)]
        }
        #expect(early.allSatisfy { $0.id.isForeign })
        for entity in ["Author", "Book"] { _ = IdentifierSpace.named(store: store, entity: entity) }
        _ = IdentifierSpace.named(store: store + "x", entity: "Author")
        let late = try keys.flatMap { key in
            try [decoded(store, "Author", key), decoded(store, "Book", key), decoded(store + "x", "Author", key)]
        }
        #expect(late.allSatisfy { !$0.id.isForeign })
        for (left, before) in early.enumerated() {
            for (right, after) in late.enumerated() {
                #expect((before == after) == (left == right))
                #expect((after == before) == (left == right))
                #expect((before.id == after.id) == (left == right))
                #expect((before == early[right]) == (left == right))
                #expect((before < after) == (late[left] < after))
                #expect((after < before) == (after < late[left]))
                #expect((before < early[right]) == (late[left] < after))
            }
            #expect(before.hashValue == late[left].hashValue)
            #expect(before.id.hashValue == late[left].id.hashValue)
            #expect(before.resolved == before)
            #expect(!before.resolved.id.isForeign)
            #expect(before.entityName == late[left].entityName)
            #expect(before.storeIdentifier == late[left].storeIdentifier)
            #expect(before.isTemporary == late[left].isTemporary)
            #expect(before.row == late[left].row)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let (first, second) = (try encoder.encode(before), try encoder.encode(late[left]))
            #expect(first == second)
        }
        #expect(Set(early).union(late).count == early.count)
        #expect(early.shuffled().sorted() == late.sorted())
    }

    private func stored() throws -> TemporaryFolder {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Author.self))
        for name in ["A", "B"] { context.insert(Author(name: name)) }
        context.insert(Book(title: "T"))
        try context.save()
        return store
    }

    /// A container on rows whose identifiers were decoded before the process knew the store. The store gets another
    /// identifier, which the process does not know.
    private func opened() throws -> (container: ModelContainer, author: PersistentIdentifier, kept: TemporaryFolder) {
        let store = try stored()
        let name = UUID().uuidString
        _ = try store.sqlite3("UPDATE Z_METADATA SET Z_UUID = '\(name)'")
        let early = try decoded(name, "Author", "p1")
        #expect(early.id.isForeign)
        let container = try store.container(for: Author.self)
        #expect(container.core.stores[0].storeIdentifier == name)
        return (container, early, store)
    }

    @Test func oneThatWasDecodedBeforeItsStoreWasOpenedLeadsToTheModel() throws {
        let (container, early, store) = try opened()
        let context = ModelContext(container)
        let unread: Author? = context.registeredModel(for: early)
        #expect(unread == nil)
        let model = try #require(context.model(for: early) as? Author)
        #expect(model.name == (try store.sqlite3("SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = 1")))
        #expect(!model.persistentModelID.id.isForeign)
        let known: Author? = context.registeredModel(for: early)
        #expect(known === model)
        let fetched = try context.fetch(FetchDescriptor<Author>(sortBy: [SortDescriptor(\.persistentModelID)]))
        #expect(fetched[0] === model)
    }

    @Test func predicatesCompareIt() throws {
        let (container, early, store) = try opened()
        defer { withExtendedLifetime(store) {} }
        let context = ModelContext(container)
        let list = [early]
        let one = FetchDescriptor<Author>(predicate: #Predicate { $0.persistentModelID == early })
        let several = FetchDescriptor<Author>(predicate: #Predicate { list.contains($0.persistentModelID) })
        #expect(try context.fetchIdentifiers(one) == [early])
        #expect(try context.fetch(several).map(\.persistentModelID) == [early])
        let author = try #require(try context.fetch(one).first)
        author.name = "edited"
        #expect(try context.fetch(one).map(\.name) == ["edited"])
        #expect(try context.fetch(several).map(\.name) == ["edited"])
        let observer = try ResultsObserver<Author, Never>(
            filterBy: #Predicate { $0.persistentModelID == early && $0.name != "gone" },
            modelContext: context
        )
        #expect(observer.results.count == 1)
        author.name = "gone"
        #expect(observer.results.isEmpty)
    }

    @Test func itIsEditedRelatedAndDeletedAsAnyOther() throws {
        let (container, early, store) = try opened()
        let (context, other) = (ModelContext(container), ModelContext(container))
        let mine = try #require(other.model(for: early) as? Author)
        let author = try #require(context.model(for: early) as? Author)
        author.name = "renamed"
        let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
        book.author = author
        try context.save()
        other.processPendingChanges()
        #expect(mine.name == "renamed")
        #expect(mine.books.count == 1)
        #expect(try store.sqlite3("SELECT ZNAME FROM ZAUTHOR WHERE Z_PK = 1") == "renamed")
        #expect(try store.sqlite3("SELECT ZAUTHOR FROM ZBOOK") == "1")
        context.delete(author)
        try context.save()
        other.processPendingChanges()
        #expect(mine.modelContext == nil)
        #expect(try store.sqlite3("SELECT count(*) FROM ZAUTHOR") == "1")
    }

    @Test func aContextIsToldOfItAsOfAnyOther() throws {
        let (container, early, store) = try opened()
        defer { withExtendedLifetime(store) {} }
        let context = ModelContext(container)
        let author = try #require(context.model(for: early) as? Author)
        _ = author.name
        // The delivery names the row as it was decoded.
        container.core.deliver(ContextMailbox.Delivery(deleted: [early]), from: nil)
        context.processPendingChanges()
        #expect(author.modelContext == nil)
    }

    @Test func aStoreThatReadsItsRowsWhenItIsOpenedInternsItsOwnOnly() throws {
        let types = SnapshotTypes(Schema([Author.self]), isOpening: true)
        let (own, foreign) = ("own-\(UUID().uuidString)", "foreign-\(UUID().uuidString)")
        let isForeign = try SnapshotTypes.$called.withValue(types) {
            [
                try decoded(own, "Author", "p1"),
                try PersistentIdentifier.identifier(for: own, entityName: "Book", primaryKey: 2),
                try decoded(own, "Entity\(UUID().uuidString)", "p1"),
                try decoded(foreign, "Author", "p1"),
            ].map(\.id.isForeign)
        }
        #expect(isForeign == [false, false, true, true])
        #expect(try !decoded(own, "Author", "p1").id.isForeign)
        #expect(try decoded(foreign, "Author", "p1").id.isForeign)
    }
}
