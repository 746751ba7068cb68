import Foundation
import Observation
import SwiftData
import SwiftDataCore
import SwiftDataQueries
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

/// Searches as conditions: in fetches, queries and observers.
@Suite struct SearchConditionTests {
    private func context(_ place: StorePlace, _ folder: TemporaryFolder, count: Int = 30) throws -> ModelContext {
        let context = ModelContext(try place.container(folder, Leaflet.self))
        context.autosaveEnabled = false
        for number in 0..<count {
            let title = number % 3 == 0 ? "Rosé garden" : "tulip field"
            context.insert(Leaflet(number: number, title: title, text: number % 2 == 0 ? nil : "spring \(number)"))
        }
        try context.save()
        return context
    }

    private func numbers(_ context: ModelContext, _ predicate: Predicate<Leaflet>) throws -> [Int] {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])
        let found = try context.fetch(descriptor).map(\.number)
        #expect(try context.fetchCount(descriptor) == found.count)
        #expect(try context.fetchIdentifiers(descriptor).count == found.count)
        return found
    }

    @Test(arguments: StorePlace.allCases) func fetchesFindWhatASearchFinds(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder)
        for text in [
            "rose", "rose spring", "\"rose garden\"", "garden rose", "spr*", "", "!", "spring 21", "nothing", "tul",
        ] {
            for prefixes in [false, true] {
                let ranked = try context.search(Leaflet.self, text, matchesPrefixes: prefixes).map(\.model.number)
                #expect(
                    try numbers(context, .search(text, matchesPrefixes: prefixes)) == ranked.sorted(),
                    "\(text), \(prefixes)"
                )
            }
        }
        let roses: Predicate<Leaflet> = .search("rose")
        #expect(try numbers(context, #Predicate { roses.evaluate($0) && $0.number < 10 }) == [0, 3, 6, 9])
        #expect(try numbers(context, #Predicate { roses.evaluate($0) || $0.number < 3 }).prefix(4) == [0, 1, 2, 3])
        #expect(try numbers(context, #Predicate { !roses.evaluate($0) && $0.number < 5 }) == [1, 2, 4])
        let spring: Predicate<Leaflet> = .search("spring")
        #expect(try numbers(context, #Predicate { roses.evaluate($0) && spring.evaluate($0) }) == [3, 9, 15, 21, 27])
        #expect(try context.aggregate(Leaflet.self, where: roses, .count) == 10)
        let page = FetchDescriptor(predicate: roses, sortBy: [SortDescriptor(\Leaflet.number, order: .reverse)]).paged(
            3,
            2
        )
        #expect(try context.fetch(page).map(\.number) == [18, 15, 12])
    }

    /// The rows are found by the index, and none of the rest is read.
    @Test func fetchesUseTheIndex() throws {
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        let container = context.container
        _ = try numbers(context, .search("rose"))
        let recorder = StatementRecorder(container)
        #expect(try numbers(context, .search("spring 21")) == [21])
        let statements = recorder.statements.filter { $0.contains("ZLEAFLET") }
        #expect(!statements.isEmpty)
        #expect(statements.allSatisfy { $0.contains("Z_PK IN (SELECT value FROM json_each(?))") }, "\(statements)")
        #expect(FileManager.default.fileExists(atPath: folder.file.path + "-search"))
        try context.update(Leaflet.self, where: .search("rose")) { $0.set(\.isOpen, to: false) }
        #expect(try numbers(context, #Predicate { !$0.isOpen }) == (0..<10).map { $0 * 3 })
        try context.delete(model: Leaflet.self, where: .search("rose"))
        #expect(try numbers(context, .search("rose")).isEmpty)
        #expect(try numbers(context, .search("tulip")).count == 20)
    }

    @Test(arguments: StorePlace.allCases) func unsavedChangesCount(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let context = try context(place, folder, count: 9)
        #expect(try numbers(context, .search("rose")) == [0, 3, 6])
        let all = try context.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        all[0].title = "violet"
        all[1].text = "the ROSE"
        context.insert(Leaflet(number: 100, title: "rose"))
        context.delete(all[3])
        #expect(try numbers(context, .search("rose")) == [1, 6, 100])
        try context.save()
        #expect(try numbers(context, .search("rose")) == [1, 6, 100])
    }

    @Test(arguments: StorePlace.allCases) @MainActor func observersFollow(place: StorePlace) throws {
        let folder = try TemporaryFolder()
        let container = try place.container(folder, Leaflet.self)
        let context = container.mainContext
        context.autosaveEnabled = false
        for number in 0..<6 { context.insert(Leaflet(number: number, title: number % 2 == 0 ? "rose" : "tulip")) }
        try context.save()
        let observer = try ResultsObserver(
            fetchDescriptor: FetchDescriptor<Leaflet>(predicate: .search("rose"), sortBy: [SortDescriptor(\.number)]),
            modelContext: context
        )
        func shown() -> [Int] { observer.results.map { $0.number } }
        #expect(shown() == [0, 2, 4])
        context.insert(Leaflet(number: 10, title: "Rosé"))
        #expect(shown() == [0, 2, 4, 10])
        let other = ModelContext(container)
        other.autosaveEnabled = false
        let models = try other.fetch(FetchDescriptor<Leaflet>(sortBy: [SortDescriptor(\.number)]))
        models[1].title = "a rose too"
        models[2].title = "lily"
        other.delete(models[4])
        try other.save()
        #expect(shown() == [0, 1, 10])
        try container.withCurrent {
            @Query(filter: .search("rose"), sort: \Leaflet.number, order: .reverse) var found: [Leaflet]
            #expect(found.map(\.number) == [10, 1, 0])
            context.insert(Leaflet(number: 20, title: "rose"))
            #expect(found.map(\.number) == [20, 10, 1, 0])
            try context.save()
        }
    }

    @Test func aClassWithoutMarkedTextsThrows() throws {
        let folder = try TemporaryFolder()
        let context = ModelContext(try StorePlace.file.container(folder, Account.self, Booking.self))
        do {
            _ = try context.fetch(FetchDescriptor<Account>(predicate: .search("x")))
            Issue.record("A search in a class without marked texts has found something.")
        } catch let error as SwiftDataError {
            #expect(error == .unsupportedPredicate)
            #expect("\(error)".contains(".spotlight"))
        }
    }

    /// A reader that waits for the index holds a connection, which the reader that has the index must not need.
    @Test(.timeLimit(.minutes(30))) func manyThreadsSearchAtOnce() async throws {
        let folder = try TemporaryFolder()
        let container = try context(.file, folder, count: 300).container
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<24 {
                group.addTask {
                    let context = ModelContext(container)
                    var count = 0
                    for round in 0..<6 {
                        if task % 4 == 0 {
                            context.insert(Leaflet(number: 1_000 + task, title: "late"))
                            try context.save()
                        }
                        count =
                            round % 2 == 0
                            ? try context.fetchCount(FetchDescriptor<Leaflet>(predicate: .search("rose")))
                            : try context.search(Leaflet.self, "rose").count
                    }
                    return count
                }
            }
            for try await count in group { #expect(count == 100) }
        }
        #expect(try ModelContext(container).search(Leaflet.self, "late").count == 36)
    }

    @Test func treesTravel() throws {
        let predicate: Predicate<Leaflet> = .search("rose gar", matchesPrefixes: true)
        let tree = QueryNode(predicate)
        let copy = try JSONDecoder().decode(QueryNode.self, from: JSONEncoder().encode(tree))
        #expect(copy.description == tree.description)
        #expect(!tree.description.contains("rose"))
        let folder = try TemporaryFolder()
        let context = try context(.file, folder)
        #expect(try numbers(context, copy.predicate(of: Leaflet.self)) == (0..<10).map { $0 * 3 })
    }
}

extension FetchDescriptor {
    fileprivate func paged(_ limit: Int, _ offset: Int) -> FetchDescriptor {
        var descriptor = self
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset + 1
        return descriptor
    }
}
