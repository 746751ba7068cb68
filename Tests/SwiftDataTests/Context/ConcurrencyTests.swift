import SwiftData
import TestSupport
import Testing

@ModelActor
actor Librarian {
    func add(_ name: String) throws -> PersistentIdentifier {
        let author = Author(name: name)
        modelContext.insert(author)
        try modelContext.save()
        return author.persistentModelID
    }

    func name(of identifier: PersistentIdentifier) -> String? {
        self[identifier, as: Author.self]?.name
    }
}

/// As people wrote it before the macro.
actor HandMade: ModelActor {
    nonisolated let modelContainer: ModelContainer
    nonisolated let modelExecutor: any ModelExecutor

    init(_ container: ModelContainer) {
        modelContainer = container
        modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
    }

    func count() throws -> Int { try modelContext.fetchCount(FetchDescriptor<Author>()) }
}

@Suite struct ConcurrencyTests {
    @Test func aModelActorWorksAwayFromTheMainActor() async throws {
        let container = try ModelContainer(
            for: Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let librarian = Librarian(modelContainer: container)
        let identifier = try await librarian.add("A")
        #expect(await librarian.name(of: identifier) == "A")
        #expect(try await HandMade(container).count() == 1)
    }

    @Test func manyActorsSaveAtOnceAndLoseNothing() async throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let librarian = Librarian(modelContainer: container)
                    for number in 0..<25 { _ = try await librarian.add("\(index) \(number)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 200)
    }

    @MainActor @Test func theMainContextSavesByItself() async throws {
        let container = try ModelContainer(
            for: Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(container.mainContext === container.mainContext)
        #expect(container.mainContext.autosaveEnabled)
        container.mainContext.insert(Author(name: "A"))
        try await eventually { !container.mainContext.hasChanges }
        #expect(!container.mainContext.hasChanges)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }

    @Test func anAutosavingContextSavesWhenItGoes() throws {
        let container = try ModelContainer(
            for: Author.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        do {
            let context = ModelContext(container)
            context.autosaveEnabled = true
            context.insert(Author(name: "A"))
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
    }
}
