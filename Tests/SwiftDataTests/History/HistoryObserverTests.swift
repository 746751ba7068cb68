import Foundation
import JSONStoreExample
import SwiftData
import TestSupport
import Testing

/// The counts of a history observer.
@Suite struct HistoryObserverTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Author.self, Animal.self, Dog.self, Cat.self)
    }

    private func observer(
        _ models: [any PersistentModel.Type] = [],
        by authors: Set<String> = []
    ) throws -> HistoryObserver {
        try HistoryObserver(observedModels: models, authors: authors, modelContainer: container, isolation: nil)
    }

    private func save(_ model: any PersistentModel, by author: String? = nil) throws {
        let context = ModelContext(container)
        context.author = author
        context.insert(model)
        try context.save()
    }

    @Test func eachSaveCountsFromNowOn() throws {
        try save(Author(name: "before"))
        let observer = try observer()
        #expect(observer.eventCounter == 0)
        try save(Author(name: "a"))
        #expect(observer.eventCounter == 1)
        try save(Cat(name: "b"), by: "somebody")
        #expect(observer.eventCounter == 2)
        let context = ModelContext(container)
        try context.save()
        context.insert(Author(name: "never saved"))
        #expect(observer.eventCounter == 2)
        #expect(observer.modelContainer == container)
    }

    @Test func onlyTheObservedModelsAndThoseThatInheritFromThemCount() throws {
        let (animals, dogs, both) = (
            try observer([Animal.self]), try observer([Dog.self]), try observer([Dog.self, Author.self])
        )
        #expect(animals.observedModels.count == 1 && animals.observedModels[0] == Animal.self)
        try save(Author(name: "a"))
        try save(Cat(name: "c"))
        try save(Animal(name: "b"))
        #expect(counts(animals, dogs, both) == [2, 0, 1])
        let context = ModelContext(container)
        let dog = Dog(name: "d", breed: "e")
        context.insert(dog)
        try context.save()
        dog.name = "f"
        try context.save()
        context.delete(dog)
        try context.save()
        #expect(counts(animals, dogs, both) == [5, 3, 4])
        #expect(throws: SwiftDataError.unknownSchema) { try observer([Page.self]) }
    }

    @Test func onlyTheNamedAuthorsCount() throws {
        let observer = try observer(by: ["a", "b"])
        #expect(observer.authors == ["a", "b"])
        for author in ["a", nil, "c", "b", ""] { try save(Author(name: "x"), by: author) }
        #expect(observer.eventCounter == 2)
    }

    @Test func whatIsNotDescribedCountsAsAnyModelAndWhoIsNotKnownAsAnybody() throws {
        let (dogs, a) = (try observer([Dog.self]), try observer(by: ["a"]))
        let context = ModelContext(container)
        try save(Author(name: "x"), by: "b")
        // A database tells the rows of a batch deletion, and who made it.
        context.author = "b"
        try context.delete(model: Author.self)
        #expect(counts(dogs, a) == [0, 0])
        try save(Author(name: "y"), by: "b")
        context.author = "a"
        try context.delete(model: Author.self)
        #expect(counts(dogs, a) == [0, 1])
        try container.erase()
        #expect(counts(dogs, a) == [1, 2])
    }

    @Test func anObserverThatNobodyHoldsHasStopped() throws {
        weak var gone: HistoryObserver?
        do {
            let observer = try observer()
            gone = observer
            #expect(container.core.commits.hasListeners)
        }
        #expect(gone == nil)
        #expect(!container.core.commits.hasListeners)
        try save(Author(name: "a"))
    }

    @Test func changesOfTheCounterAreObserved() throws {
        let observer = try observer([Author.self])
        let changes = Mutexed(0)
        func track() {
            withObservationTracking {
                _ = observer.eventCounter
            } onChange: {
                changes.withLock { $0 += 1 }
            }
        }
        track()
        try save(Cat(name: "c"))
        #expect(changes.withLock { $0 } == 0)
        try save(Author(name: "a"))
        #expect(changes.withLock { $0 } == 1)
        try save(Author(name: "b"))
        #expect(changes.withLock { $0 } == 1)
        track()
        try save(Author(name: "c"))
        #expect(changes.withLock { $0 } == 2 && observer.eventCounter == 3)
    }

    @Test func manyThreadsMaySaveAndRead() async throws {
        let observer = try observer()
        let container = container
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<4 {
                group.addTask {
                    for _ in 0..<10 {
                        let context = ModelContext(container)
                        context.insert(Author(name: "\(index)"))
                        try? context.save()
                        _ = observer.eventCounter
                    }
                }
            }
        }
        #expect(observer.eventCounter == 40)
    }
}

func counts(_ observers: HistoryObserver...) -> [Int] { observers.map(\.eventCounter) }
