import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// Values of results for readers on any thread.
@Suite(.timeLimit(.minutes(30))) struct ResultStreamTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self, Author.self)
        context = ModelContext(container)
    }

    private func insert(_ names: String...) throws {
        for name in names { context.insert(Expedition(name)) }
        try context.save()
    }

    private func expedition(_ name: String) throws -> Expedition {
        try #require(try context.fetch(FetchDescriptor<Expedition>(predicate: #Predicate { $0.name == name })).first)
    }

    private let byName = FetchDescriptor<Expedition>(sortBy: [SortDescriptor(\.name)])

    @Test func theValuesComeAtOnceAndAgainAfterEachSaveThatChangesThem() async throws {
        try insert("b", "a")
        var iterator = container.results(of: byName) { "\($0.name) \($0.height)" }.makeAsyncIterator()
        #expect(try await iterator.next() == ["a 0", "b 0"])
        try insert("c")
        #expect(try await iterator.next() == ["a 0", "b 0", "c 0"])
        try expedition("b").height = 7
        try context.save()
        #expect(try await iterator.next() == ["a 0", "b 7", "c 0"])
        try expedition("a").name = "d"
        try context.save()
        #expect(try await iterator.next() == ["b 7", "c 0", "d 0"])
        context.delete(try expedition("c"))
        try context.save()
        #expect(try await iterator.next() == ["b 7", "d 0"])
        try context.delete(model: Expedition.self)
        #expect(try await iterator.next() == [])
    }

    @Test func aReaderSeesTheLastStateOfManySaves() async throws {
        var iterator = container.results(of: byName, transform: \.name).makeAsyncIterator()
        #expect(try await iterator.next() == [])
        let recorder = StatementRecorder(container)
        for number in 100..<300 { try insert("\(number)") }
        // Nobody asks, so nothing is read.
        let reads = recorder.statements.filter { $0.contains("SELECT") && $0.contains("ZEXPEDITION") }
        #expect(reads.filter { !$0.contains("Z_MAX") } == [])
        #expect(try await iterator.next() == (100..<300).map { "\($0)" })
    }

    @Test func whatTheModelsAreRelatedToMatters() async throws {
        let expedition = Expedition("a")
        expedition.camps = [Camp(1), Camp(2)]
        context.insert(expedition)
        try context.save()
        let camp = try #require(expedition.camps.first { $0.number == 1 })
        var iterator = container.results(of: byName) { $0.camps.map(\.number).sorted() }.makeAsyncIterator()
        #expect(try await iterator.next() == [[1, 2]])
        camp.number = 3
        try context.save()
        #expect(try await iterator.next() == [[2, 3]])
        context.delete(camp)
        try context.save()
        #expect(try await iterator.next() == [[2]])
    }

    @Test func aSaveThatCanHaveNoEffectReadsNothingAndYieldsNothing() async throws {
        try insert("a", "b")
        let high = FetchDescriptor<Expedition>(
            predicate: #Predicate { $0.height > 10 },
            sortBy: [SortDescriptor(\.name)]
        )
        let stream = container.results(of: high, transform: \.name)
        let seen = Locked<[[String]]>([])
        let reader = Task {
            for try await names in stream {
                seen.withLock { $0.append(names) }
                if names == ["end"] { break }
            }
        }
        while seen.withLock({ $0.isEmpty }) { await Task.yield() }
        let recorder = StatementRecorder(container)
        let expedition = try expedition("a")
        recorder.reset()
        for number in 1...20 {
            context.insert(Author(name: "\(number)"))
            expedition.height = number % 10
            try context.save()
            await Task.yield()
        }
        #expect(recorder.statements.filter { $0.hasPrefix("SELECT") && $0.contains("ZEXPEDITION") } == [])
        expedition.name = "end"
        expedition.height = 11
        try context.save()
        try await reader.value
        #expect(seen.withLock { $0 } == [[], ["end"]])
    }

    @Test func theStreamAgreesWithFreshFetchesAfterRandomEdits() async throws {
        var random = ScriptRandom(seed: 20_261_121)
        var descriptor = FetchDescriptor<Expedition>(
            predicate: #Predicate { $0.height >= 3 },
            sortBy: [SortDescriptor(\.height), SortDescriptor(\.name)]
        )
        descriptor.fetchLimit = 8
        var iterator = container.results(of: descriptor) { "\($0.name) \($0.height) \($0.camps.count)" }
            .makeAsyncIterator()
        var shown = try await iterator.next()
        for step in 0..<150 {
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let all = try context.fetch(FetchDescriptor<Expedition>())
                let one = all.randomElement(using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: context.insert(Expedition("e\(step)", height: Int.random(in: 0..<9, using: &random)))
                case 2: one?.height = Int.random(in: 0..<9, using: &random)
                case 3: one?.camps.append(Camp(step))
                case 4: one.map { $0.name += "x" }
                default: if all.count > 12, let one { context.delete(one) }
                }
            }
            guard context.hasChanges else { continue }
            try context.save()
            let fresh = try ModelContext(container).fetch(descriptor).map {
                "\($0.name) \($0.height) \($0.camps.count)"
            }
            // Values that are the same are not handed out again.
            if fresh != shown { shown = try await iterator.next() }
            #expect(shown == fresh)
        }
    }

    @Test func cancellingEndsTheWaitAndWhoGoesNoLongerListens() async throws {
        let stream = container.results(of: byName, transform: \.name)
        let reader = Task { () -> Int in
            var count = 0
            for try await _ in stream { count += 1 }
            return count
        }
        while !container.core.commits.hasListeners { await Task.yield() }
        try insert("a")
        reader.cancel()
        #expect(try await reader.value <= 2)
        #expect(!container.core.commits.hasListeners)
    }

    @Test func anErrorOfTheClosureIsTheEnd() async throws {
        struct Refused: Error {}
        try insert("a")
        var iterator = container.results(of: byName) { _ -> Int in throw Refused() }.makeAsyncIterator()
        await #expect(throws: Refused.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test @MainActor func aContextsOwnResultsFollowItsEditsAndTheSavesOfOthers() async throws {
        try insert("a", "c")
        let main = container.mainContext
        var iterator = main.results(of: byName).makeAsyncIterator()
        #expect(try await iterator.next(isolation: #isolation)?.map(\.name) == ["a", "c"])
        main.insert(Expedition("b"))
        #expect(try await iterator.next(isolation: #isolation)?.map(\.name) == ["a", "b", "c"])
        try insert("d")
        #expect(try await iterator.next(isolation: #isolation)?.map(\.name) == ["a", "b", "c", "d"])
        let models = try main.fetch(byName)
        models[0].name = "e"
        let moved = try await iterator.next(isolation: #isolation)
        #expect(moved?.map(\.name) == ["b", "c", "d", "e"])
        #expect(moved?.last === models[0])
    }
}
