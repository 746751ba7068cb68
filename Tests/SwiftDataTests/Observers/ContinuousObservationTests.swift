import ClientModels
import Observation
import SwiftData
import SwiftDataCore
import Testing

/// `withContinuousObservation(options:apply:)`, which `import SwiftData` brings: SE-0506.
@Suite @MainActor struct ContinuousObservationTests {
    @Observable
    final class Counter {
        var number = 0
        var other = 0
        var unread = 0
    }

    /// The events that the closure has seen, a line for each call.
    @MainActor private final class Lines {
        private(set) var all: [String] = []

        func note(_ line: String) { all.append(line) }

        /// Waits until there are so many, or fails after an hour.
        func wait(for count: Int) async throws {
            let end = ContinuousClock.now + .seconds(3_600)
            while all.count < count {
                try #require(ContinuousClock.now < end, "\(all)")
                try await Task.sleep(for: .milliseconds(2))
            }
        }

        /// Waits until what is on the way would have come.
        func waitUntilIdle() async throws {
            for _ in 0..<50 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    private let counter = Counter()
    private let lines = Lines()

    private static func name(_ kind: ObservationTracking.Event.Kind) -> String {
        switch kind {
        case .initial: "initial"
        case .willSet: "willSet"
        case .didSet: "didSet"
        case .deinit: "deinit"
        default: "another"
        }
    }

    private func observe(
        _ options: ObservationTracking.Options,
        cancellingAt last: Int? = nil
    ) -> ObservationTracking.Token {
        withContinuousObservation(options: options) { [counter, lines] event in
            MainActor.assertIsolated()
            let changes = [
                event.matches(\Counter.number) ? "number" : nil, event.matches(\Counter.other) ? "other" : nil,
            ].compactMap { $0 }
            let parts = [Self.name(event.kind), "\(counter.number)", "\(counter.other)"] + changes
            lines.note(parts.joined(separator: " "))
            if counter.number == last { event.cancel() }
        }
    }

    @Test func theFirstCallIsTheInitialEventAfterTheFunctionHasReturned() async throws {
        let token = observe([.didSet])
        #expect(lines.all.isEmpty)
        try await lines.wait(for: 1)
        #expect(lines.all == ["initial 0 0"])
        token.cancel()
    }

    @Test func eachChangeIsAnEventOfItsKindWithItsProperty() async throws {
        let token = observe(.didSet)
        try await lines.wait(for: 1)
        counter.number = 1
        #expect(lines.all.count == 1)
        try await lines.wait(for: 2)
        counter.other = 2
        try await lines.wait(for: 3)
        #expect(lines.all == ["initial 0 0", "didSet 1 0 number", "didSet 1 2 other"])
        token.cancel()
    }

    /// The closure is called at the next suspension, when the property has its new value.
    @Test func willSetIsToldAsWell() async throws {
        let token = observe(.willSet)
        try await lines.wait(for: 1)
        counter.number = 1
        try await lines.wait(for: 2)
        #expect(lines.all.last == "willSet 1 0 number")
        token.cancel()
    }

    @Test func changesUpToACallAreTheLastOfThem() async throws {
        let token = observe([.willSet, .didSet])
        try await lines.wait(for: 1)
        counter.number = 1
        counter.number = 2
        counter.other = 3
        try await lines.wait(for: 2)
        try await lines.waitUntilIdle()
        #expect(lines.all == ["initial 0 0", "didSet 2 3 other"])
        token.cancel()
    }

    @Test func whatTheClosureHasNotReadIsNoEvent() async throws {
        let token = observe([.willSet, .didSet])
        try await lines.wait(for: 1)
        counter.unread = 1
        try await lines.waitUntilIdle()
        #expect(lines.all.count == 1)
        token.cancel()
    }

    @Test(arguments: [[], .deinit] as [ObservationTracking.Options])
    func withoutAnOptionForChangesThereIsTheFirstCallOnly(options: ObservationTracking.Options) async throws {
        let token = observe(options)
        try await lines.wait(for: 1)
        counter.number = 1
        try await lines.waitUntilIdle()
        #expect(lines.all == ["initial 0 0"])
        token.cancel()
    }

    @Test func whatIsReadInTheLastCallIsObserved() async throws {
        let token = withContinuousObservation(options: .didSet) { [counter, lines] _ in
            lines.note(counter.number == 0 ? "0" : "\(counter.number) \(counter.other)")
        }
        try await lines.wait(for: 1)
        counter.other = 5
        try await lines.waitUntilIdle()
        #expect(lines.all == ["0"])
        counter.number = 1
        try await lines.wait(for: 2)
        counter.other = 6
        try await lines.wait(for: 3)
        #expect(lines.all == ["0", "1 5", "1 6"])
        token.cancel()
    }

    /// As in Apple's example, where the closure sets what it does not read.
    @Test func whatTheClosureChangesItselfIsNoEvent() async throws {
        let token = withContinuousObservation(options: .didSet) { [counter, lines] event in
            lines.note("\(counter.number) \(counter.other)")
            if event.matches(\Counter.number) { counter.other += 1 }
        }
        try await lines.wait(for: 1)
        counter.number = 1
        try await lines.wait(for: 2)
        try await lines.waitUntilIdle()
        #expect(lines.all == ["0 0", "1 0"] && counter.other == 1)
        token.cancel()
    }

    @Test func aCancelledTokenEndsTheCalls() async throws {
        let token = observe(.didSet)
        try await lines.wait(for: 1)
        // Before its event has been told.
        counter.number = 1
        token.cancel()
        try await lines.waitUntilIdle()
        counter.number = 2
        try await lines.waitUntilIdle()
        #expect(lines.all == ["initial 0 0"])
    }

    @Test func anObservationThatIsCancelledAtOnceCallsNothing() async throws {
        observe(.didSet).cancel()
        try await lines.waitUntilIdle()
        #expect(lines.all.isEmpty)
    }

    @Test func theEndOfTheTokenEndsTheCalls() async throws {
        do {
            let token = observe(.didSet)
            try await lines.wait(for: 1)
            _ = consume token
        }
        counter.number = 1
        try await lines.waitUntilIdle()
        #expect(lines.all == ["initial 0 0"])
    }

    @Test func anEventMayEndTheCalls() async throws {
        let token = observe(.didSet, cancellingAt: 2)
        try await lines.wait(for: 1)
        counter.number = 1
        try await lines.wait(for: 2)
        counter.number = 2
        try await lines.wait(for: 3)
        counter.number = 3
        try await lines.waitUntilIdle()
        #expect(lines.all == ["initial 0 0", "didSet 1 0 number", "didSet 2 0 number"])
        token.cancel()
    }

    @Test func theClosureIsReleasedWithItsObservation() async throws {
        weak var held: Lines?
        do {
            let kept = Lines()
            held = kept
            let token = withContinuousObservation(options: .didSet) { [counter] _ in kept.note("\(counter.number)") }
            try await kept.wait(for: 1)
            token.cancel()
        }
        let end = ContinuousClock.now + .seconds(3_600)
        while held != nil {
            try #require(ContinuousClock.now < end)
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    actor Board {
        let model = Counter()
        private(set) var seen: [Int] = []
        private var token: ObservationTracking.Token?

        func begin() {
            token = withContinuousObservation(options: .didSet) { _ in
                self.assertIsolated()
                self.note()
            }
        }

        func end() { token = nil }

        private func note() { seen.append(model.number) }
        func set(_ number: Int) { model.number = number }
    }

    /// The isolation of an actor is inherited where the closure uses it.
    @Test func theClosureIsCalledInTheIsolationOfAnActor() async throws {
        let board = Board()
        await board.begin()
        let end = ContinuousClock.now + .seconds(3_600)
        while await board.seen.isEmpty { try #require(ContinuousClock.now < end) }
        await board.set(4)
        while await board.seen.count < 2 { try #require(ContinuousClock.now < end) }
        #expect(await board.seen == [0, 4])
        await board.end()
    }

    @Test func modelsAndResultsAreObserved() async throws {
        let container = try ModelContainer(
            for: ShopBook.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = container.mainContext
        let book = ShopBook(title: "A", stock: 1)
        context.insert(book)
        try context.save()
        let results = try ResultsObserver<ShopBook, Never>(modelContext: context)
        let token = withContinuousObservation(options: [.didSet]) { [lines] event in
            lines.note("\(results.results.count) \(book.stock)" + (event.matches(\ShopBook.stock) ? " stock" : ""))
        }
        try await lines.wait(for: 1)
        book.stock = 2
        try await lines.wait(for: 2)
        context.insert(ShopBook(title: "B", stock: 1))
        try await lines.wait(for: 3)
        #expect(lines.all.first == "1 1" && lines.all[1] == "1 2 stock" && lines.all.last == "2 2")
        token.cancel()
    }

    @Test func theOptionsAreASet() {
        var options: ObservationTracking.Options = [.willSet, .didSet]
        #expect(options.contains(.willSet) && !options.contains(.deinit) && options.contains([]))
        let inserted = [options.insert(.deinit).inserted, options.insert(.didSet).inserted]
        let removed = [options.remove(.didSet), options.remove(.didSet)]
        let updated = [options.update(with: .deinit), options.update(with: .didSet)]
        #expect(inserted == [true, false] && removed == [.didSet, nil] && updated == [.deinit, nil])
        #expect(options == [.willSet, .didSet, .deinit])
        #expect(options.symmetricDifference(.didSet) == [.willSet, .deinit])
        #expect(options.intersection([.willSet, .didSet]) == [.willSet, .didSet])
        #expect(options.subtracting(.willSet) == [.didSet, .deinit] && ObservationTracking.Options().isEmpty)
        options.formIntersection(.willSet)
        options.formSymmetricDifference([.willSet, .deinit])
        #expect(options == .deinit)
    }
}
