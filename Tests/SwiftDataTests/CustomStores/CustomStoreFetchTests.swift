import SwiftData
import Testing

/// Fetches from stores that return more than they were asked for.
@Suite struct CustomStoreFetchTests {
    /// A store with five authors, and a context that has none of them yet.
    private func filled(_ kind: StoreKind) throws -> (CustomStore, ModelContext) {
        let store = try CustomStore(kind)
        let context = try store.context()
        for (index, name) in ["d", "a", "c", "b", "e"].enumerated() {
            let author = Author(name: name)
            author.books = [Book(title: name.uppercased(), pages: index)]
            context.insert(author)
        }
        try context.save()
        return (store, try store.context())
    }

    @Test(arguments: StoreKind.allCases)
    func conditionOrderAndPageAreThoseThatWereAskedFor(_ kind: StoreKind) throws {
        let (store, context) = try filled(kind)
        defer { withExtendedLifetime(store) {} }
        var descriptor = FetchDescriptor<Author>(
            predicate: #Predicate { $0.name != "c" },
            sortBy: [SortDescriptor(\.name)]
        )
        func check(_ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
            let found = try context.fetch(descriptor)
            #expect(found.map(\.name) == expected, sourceLocation: sourceLocation)
            #expect(try context.fetchCount(descriptor) == expected.count, sourceLocation: sourceLocation)
            #expect(
                try context.fetchIdentifiers(descriptor) == found.map(\.persistentModelID),
                sourceLocation: sourceLocation
            )
        }
        try check(["a", "b", "d", "e"])
        descriptor.fetchOffset = 1
        try check(["b", "d", "e"])
        descriptor.fetchLimit = 2
        try check(["b", "d"])
        descriptor.predicate = nil
        try check(["b", "c"])
        descriptor.sortBy = []
        try check(["a", "c"])
        descriptor.fetchLimit = nil
        descriptor.fetchOffset = 3
        try check(["b", "e"])
    }

    @Test func aStoreWithOneEntityThatIgnoresThePageIsFoundOut() throws {
        let store = try CustomStore(.plain, [Page.self])
        let context = try store.context()
        for number in 1...3 { context.insert(Page(number: number)) }
        try context.save()
        for (offset, limit, expected) in [(1, nil, [2, 3]), (2, 5, [3]), (3, nil, []), (0, 2, [1, 2])] {
            var descriptor = FetchDescriptor<Page>()
            descriptor.fetchOffset = offset
            descriptor.fetchLimit = limit
            #expect(try context.fetch(descriptor).map(\.number) == expected)
            #expect(try context.fetchCount(descriptor) == expected.count)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func conditionsThatFollowRelationshipsAreEvaluated(_ kind: StoreKind) throws {
        let (store, context) = try filled(kind)
        defer { withExtendedLifetime(store) {} }
        let long = FetchDescriptor<Author>(predicate: #Predicate { $0.books.contains { $0.pages > 2 } })
        #expect(Set(try context.fetch(long).map(\.name)) == ["b", "e"])
        let some = try context.all(Author.self)[1].persistentModelID
        let byIdentifier = FetchDescriptor<Author>(predicate: #Predicate { $0.persistentModelID == some })
        #expect(try context.fetch(byIdentifier).map(\.persistentModelID) == [some])
    }

    @Test(arguments: StoreKind.allCases)
    func unsavedChangesAreMergedIn(_ kind: StoreKind) throws {
        let (store, context) = try filled(kind)
        defer { withExtendedLifetime(store) {} }
        let authors = try context.all(Author.self, sortBy: [SortDescriptor(\.name)])
        authors[0].name = "z"
        context.delete(authors[1])
        context.insert(Author(name: "m"))
        let sorted = FetchDescriptor<Author>(sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(sorted).map(\.name) == ["c", "d", "e", "m", "z"])
        #expect(try context.fetchCount(FetchDescriptor<Author>()) == 5)
    }

    @Test(arguments: StoreKind.allCases)
    func everythingOfAClassCanBeDeletedAndAStoreThatCannotEraseSaysSo(_ kind: StoreKind) throws {
        let (store, context) = try filled(kind)
        defer { withExtendedLifetime(store) {} }
        try context.delete(model: Author.self, where: #Predicate { $0.name < "c" })
        #expect(try context.all(Book.self).count == 3)
        if kind == .table {
            try context.container.erase()
            #expect(try context.all(Author.self).isEmpty)
        } else {
            #expect(throws: DataStoreError.unsupportedFeature) { try context.container.erase() }
        }
    }
}
