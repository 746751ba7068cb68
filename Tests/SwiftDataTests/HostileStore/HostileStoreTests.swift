import SwiftData
import Testing

/// Whatever a store does, it is an error that says so, and nothing that is pending is lost.
@Suite struct HostileStoreTests {
    @Test(arguments: Misdeed.allCases.filter(\.isRefusedWhenReading))
    func aWrongAnswerToAQuestionIsAnErrorAndNothingPendingIsLost(_ misdeed: Misdeed) throws {
        let library = try HostileLibrary()
        let before = library.pending
        library.misdeed = misdeed
        let errors = try library.readEverything()
        #expect(!errors.isEmpty)
        for error in errors { check(error, misdeed) }
        library.misdeed = nil
        #expect(library.pending == before)
        #expect(try library.readEverything().isEmpty)
        try library.context.save()
        #expect(try library.kept() == HostileLibrary.saved)
        #expect(!library.context.hasChanges)
    }

    @Test(arguments: Misdeed.allCases.filter(\.isRefusedWhenSaving))
    func aWrongAnswerToASaveIsAnErrorAndNothingPendingIsLost(_ misdeed: Misdeed) throws {
        let library = try HostileLibrary()
        let before = library.pending
        library.misdeed = misdeed
        for _ in 0..<2 {
            let error = try #require(throws: (any Error).self) { try library.context.save() }
            check(error, misdeed)
            #expect(library.pending == before)
        }
        library.misdeed = nil
        try library.context.save()
        #expect(try library.kept() == HostileLibrary.saved)
        #expect(library.newBooks.allSatisfy { !$0.persistentModelID.isTemporary && $0.author === library.authors[1] })
        #expect(library.authors[2].modelContext == nil)
    }

    @Test(arguments: Misdeed.allCases.filter { $0.place == .harmless })
    func whatCannotBeKnownToBeWrongLosesNothingPending(_ misdeed: Misdeed) throws {
        let library = try HostileLibrary()
        let before = library.pending
        let other = ModelContext(library.container)
        var persons = 0
        library.configuration.shelf.back = {
            _ = try other.all(Author.self).map(\.books.count)
            guard misdeed == .savesInFetch || misdeed == .savesInSave else { return }
            persons += 1
            other.insert(Person(name: "\(persons)"))
            try other.save()
        }
        library.misdeed = misdeed
        #expect(try library.readEverything().isEmpty)
        #expect(library.pending == before)
        try library.context.save()
        #expect(!library.context.hasChanges)
        library.misdeed = nil
        library.configuration.shelf.back = nil
        if !misdeed.isLie { #expect(try library.kept() == HostileLibrary.saved) }
        #expect(try ModelContext(library.container).fetchCount(FetchDescriptor<Person>()) == 2 + persons)
        #expect(persons > 0 || misdeed != .savesInFetch && misdeed != .savesInSave)
    }

    @Test(arguments: [Misdeed.savesInFetch, .savesInSave])
    func aStoreMaySaveThroughTheContextThatCallsIt(_ misdeed: Misdeed) throws {
        let library = try HostileLibrary()
        library.configuration.shelf.back = {
            library.authors[0].born = Date(timeIntervalSince1970: 0)
            library.context.insert(Person(name: "new"))
            try library.context.save()
        }
        library.misdeed = misdeed
        _ = try library.context.all(Author.self)
        try library.context.save()
        library.misdeed = nil
        library.configuration.shelf.back = nil
        #expect(library.authors[0].name == "A")
        try library.context.save()
        #expect(try library.kept() == HostileLibrary.saved)
        #expect(try ModelContext(library.container).all(Person.self).contains { $0.name == "new" })
    }

    @Test func oneBadRowDoesNotTakeItsNeighboursAlong() throws {
        let library = try HostileLibrary()
        let reader = ModelContext(library.container)
        let models = library.configuration.shelf.rows.keys.filter { $0.entityName == "Author" }.sorted()
            .compactMap { reader.model(for: $0) as? Author }
        library.misdeed = .mistypedValue
        #expect(models.map(\.name) == ["", "b", "c"])
        #expect(models.map(\.books.count) == [0, 2, 2])
        // What stood in for the row has not become a part of it.
        models[0].born = Date(timeIntervalSince1970: 0)
        check(try #require(throws: (any Error).self) { try reader.save() }, .mistypedValue)
        library.misdeed = nil
        try reader.save()
        #expect(models.map(\.name) == ["a", "b", "c"])
        #expect(try library.kept()["a"] == ["a1", "a2"])
    }

    @Test func aStoreThatCannotBeOpenedSaysWhy() throws {
        let configuration = HostileConfiguration()
        configuration.shelf.openingFailure = Sabotage()
        #expect(throws: Sabotage.self) { try ModelContainer(for: Author.self, configurations: configuration) }
        configuration.shelf.openingFailure = nil
        configuration.shelf.identifier = ""
        let error = #expect(throws: StoreError.self) {
            try ModelContainer(for: Author.self, configurations: configuration)
        }
        #expect(error?.code == .misbehavingStore)
        #expect(error?.description.contains("\"hostile\"") == true)
        var twin = HostileConfiguration()
        twin.name = "twin"
        configuration.shelf.identifier = "hostile-1"
        #expect(throws: SwiftDataError.self) {
            try ModelContainer(for: Author.self, configurations: configuration, twin)
        }
    }

    @Test func aFailedBatchDeletionOrErasureLeavesEverythingPending() throws {
        let library = try HostileLibrary()
        let before = library.pending
        library.configuration.shelf.failsToDelete = true
        #expect(throws: Sabotage.self) { try library.context.delete(model: Book.self) }
        library.configuration.shelf.failsToDelete = false
        library.misdeed = .throwsFromSave
        #expect(throws: Sabotage.self) { try library.context.delete(model: Person.self) }
        #expect(throws: Sabotage.self) { try library.container.erase() }
        library.misdeed = nil
        #expect(library.pending == before)
        try library.context.save()
        #expect(try library.kept() == HostileLibrary.saved)
        try library.context.delete(model: Book.self, where: #Predicate { $0.title == "n1" })
        #expect(try library.kept()["b"] == ["B1", "n2"])
    }

    @Test func whatCouldNotBeRefreshedIsRefreshedLater() throws {
        let library = try HostileLibrary()
        let other = ModelContext(library.container)
        let author = try #require(try other.all(Author.self, sortBy: [SortDescriptor(\.name)]).first)
        author.born = Date(timeIntervalSince1970: 7)
        try other.save()
        library.misdeed = .throwsFromFetch
        #expect(throws: Sabotage.self) { try library.context.all(Person.self) }
        library.misdeed = nil
        _ = try library.context.all(Person.self)
        #expect(library.authors[0].born == author.born)
        #expect(library.authors[0].name == "A")
    }
}
