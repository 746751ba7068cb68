import SwiftData
import TestSupport
import Testing

// The examples of docs/contexts.md and docs/autosave.md, as they stand there.

@ModelActor
actor Importer {
    func add(_ names: [String]) throws {
        for name in names { modelContext.insert(Author(name: name)) }
        try modelContext.save()
    }

    func rename(_ id: PersistentIdentifier, to name: String) throws {
        self[id, as: Author.self]?.name = name
        try modelContext.save()
    }
}

@ModelActor
actor Journal {
    func open() {
        modelContext.autosaveEnabled = true
    }

    func note(_ name: String) {
        modelContext.insert(Author(name: name))
    }
}

@Suite struct DocumentedContextsTests {
    private func container() throws -> ModelContainer { try memoryContext(Author.self).container }

    @MainActor @Test func aSaveOfAnActorIsSeenByTheMainContext() async throws {
        let container = try container()
        let importer = Importer(modelContainer: container)
        try await importer.add(["Ada"])
        let author = try container.mainContext.fetch(FetchDescriptor<Author>())[0]
        try await importer.rename(author.persistentModelID, to: "Ada Lovelace")
        try await eventually { author.name != "Ada" }
        #expect(author.name == "Ada Lovelace")
    }

    @Test func editsOfTwoContextsAreJoined() throws {
        let container = try container()
        let context = ModelContext(container)
        let author = Author(name: "Ada")
        context.insert(author)
        try context.save()

        let other = ModelContext(container)
        let theirs = other.model(for: author.persistentModelID) as? Author

        author.name = "Ada Lovelace"
        theirs?.name = "Ada King"
        theirs?.born = Date(timeIntervalSince1970: -4_862_160_000)
        try other.save()

        try context.save()
        // author.name is "Ada Lovelace", author.born is what the other context saved
        for conflict in context.conflicts {
            print("\(conflict): \(conflict.otherValue ?? "nil") was saved by somebody else")
        }
        #expect(author.name == "Ada Lovelace")
        #expect(author.born == Date(timeIntervalSince1970: -4_862_160_000))
        #expect(context.conflicts.map { $0.otherValue as? String } == ["Ada King"])
    }

    private func shop() throws -> (ModelContext, Kept) {
        let context = try memoryContext(Kept.self)
        let book = Kept(title: "A", stock: 3)
        context.insert(book)
        try context.save()
        return (context, book)
    }

    @Test func aBookIsTakenFromTheStock() throws {
        let (context, book) = try shop()
        // Loses a sale when two buyers come at the same time; context.conflicts tells.
        try context.transaction {
            if book.stock > 0 { book.stock -= 1 }
        }
        #expect(book.stock == 2)
    }

    @Test func aBookIsTakenAgainAfterAConflict() throws {
        let (context, book) = try shop()
        let other = ModelContext(context.container)
        let theirs = try #require(other.model(for: book.persistentModelID) as? Kept)
        try whenever(ModelContext.willSave, of: context) {
            guard theirs.stock == 3 else { return }
            theirs.stock = 2
            try other.save()
        } during: {
            // Sells each book once: a save over a row that has changed is refused, and the work is done again.
            context.mergePolicy = .error
            while true {
                do {
                    try context.transaction {
                        if book.stock > 0 { book.stock -= 1 }
                    }
                    break
                } catch StoreError.Code.conflict {
                    try context.refresh(book, mergeChanges: false)
                }
            }
        }
        #expect(book.stock == 1)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Kept>()).map(\.stock) == [1])
    }

    @Test func aBookIsTakenInAnIsolatedTransaction() throws {
        let (context, book) = try shop()
        let other = ModelContext(context.container)
        (other.model(for: book.persistentModelID) as? Kept)?.stock = 2
        try other.save()
        // Sells each book once: the stock that is read stays the newest until it is saved.
        try context.transaction(isolated: true) {
            if book.stock > 0 { book.stock -= 1 }
        }
        #expect(book.stock == 1)
    }

    @Test func aTemporaryIdentifierCanBeSent() async throws {
        let context = ModelContext(try container())
        let importer = Importer(modelContainer: context.container)
        let author = Author(name: "Ada")
        context.insert(author)
        let id = author.persistentModelID
        try context.save()
        try await importer.rename(id, to: "Ada Lovelace")
        context.processPendingChanges()
        #expect(author.name == "Ada Lovelace")
    }

    @Test func anActorThatSavesByItself() async throws {
        let container = try container()
        let journal = Journal(modelContainer: container)
        await journal.open()
        await journal.note("Ada")
        try await eventually { try ModelContext(container).fetchCount(FetchDescriptor<Author>()) > 0 }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @MainActor @Test func aTransactionIsSavedAsAWhole() throws {
        let context = try container().mainContext
        try context.transaction {
            context.insert(Author(name: "Ada"))
            context.insert(Author(name: "Charles"))
        }
        #expect(!context.hasChanges)
    }

    @Test func aFailureIsHeardOf() throws {
        let heard = Received()
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: nil,
            queue: nil
        ) { notification in
            let error = notification.userInfo?[ModelContext.autosaveErrorKey] as? any Error
            print("not saved yet: \(error.map { "\($0)" } ?? "")")
        }
        let context = try memoryContext(RowingTeam.self)
        let other = NotificationCenter.default.addObserver(
            forName: ModelContext.didFailToAutosave,
            object: context,
            queue: nil
        ) { _ in heard.info["heard"] = true }
        context.autosaveEnabled = true
        context.insert(RowingTeam(rowers: 4))
        context.processPendingChanges()
        #expect(heard.info["heard"] as? Bool == true)
        context.autosaveEnabled = false
        for observer in [token, other] { NotificationCenter.default.removeObserver(observer) }
    }

    @Test func anIdentifierGoesThroughAWebAddress() throws {
        struct NotFound: Error {}
        let context = try memoryContext(Author.self)
        let author = Author(name: "Ada")
        context.insert(author)
        try context.save()

        var address = URLComponents(string: "https://example.com/author")
        address?.queryItems = [URLQueryItem(name: "id", value: author.persistentModelID.description)]

        let sent = try #require(address?.string)
        let text = try #require(URLComponents(string: sent)?.queryItems?.first?.value)
        guard let identifier = PersistentIdentifier(text), identifier.entityName == "Author" else { throw NotFound() }
        let wanted = #Predicate<Author> { $0.persistentModelID == identifier }
        let found = try context.fetch(FetchDescriptor(predicate: wanted)).first
        #expect(found === author)
    }

    @Test("Every example of the pages is in this file", arguments: ["contexts.md", "autosave.md"])
    func examples(_ page: String) throws {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let text = try String(contentsOf: folder.appendingPathComponent("docs/\(page)"), encoding: .utf8)
        let source = bare(try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8))
        let examples = text.components(separatedBy: "```swift\n").dropFirst()
        #expect(!examples.isEmpty)
        for example in examples {
            let code = try #require(example.components(separatedBy: "```").first)
            #expect(source.contains(bare(code)), "not compiled by a test: \(code)")
        }
    }

    /// Code without indentation.
    private func bare(_ code: String) -> String {
        code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }
}
