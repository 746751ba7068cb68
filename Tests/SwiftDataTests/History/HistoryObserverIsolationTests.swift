import Dispatch
import Foundation
import Observation
import SwiftData
import Testing

/// On which actor a history observer counts.
@Suite struct HistoryObserverIsolationTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    /// Several saves of one turn of the main actor are one event, which comes afterwards.
    @MainActor @Test func onTheMainActorABurstCountsOnce() async throws {
        let container = try container()
        let observer = try HistoryObserver(modelContainer: container)
        for burst in 1...2 {
            for _ in 0..<5 {
                let context = ModelContext(container)
                context.insert(Author(name: "a"))
                try context.save()
            }
            #expect(observer.eventCounter == burst - 1)
            try await until { observer.eventCounter >= burst }
            #expect(observer.eventCounter == burst)
        }
    }

    /// Code on the main actor does not see the counter change while a function of it runs.
    @MainActor @Test func aSaveOfAnotherThreadCountsWhenTheMainActorIsFree() async throws {
        let container = try container()
        let observer = try HistoryObserver(modelContainer: container)
        let changes = Mutexed(0)
        withObservationTracking {
            _ = observer.eventCounter
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        saveOnAnotherThread(in: container)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Author>()) == 1)
        #expect(observer.eventCounter == 0 && changes.withLock { $0 } == 0)
        try await until { observer.eventCounter == 1 }
        #expect(changes.withLock { $0 } == 1)
    }

    /// Returns when the other thread has saved, and the thread of the caller waits until then.
    @MainActor private func saveOnAnotherThread(in container: ModelContainer) {
        let saved = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let context = ModelContext(container)
            context.insert(Author(name: "a"))
            try? context.save()
            saved.signal()
        }
        saved.wait()
    }

    @Test func aModelActorMayKeepAnObserver() async throws {
        let container = try container()
        weak var gone: Watchman?
        do {
            let watchman = Watchman(modelContainer: container)
            gone = watchman
            try await watchman.watch()
            let librarian = Librarian(modelContainer: container)
            _ = try await librarian.add("a")
            var count = 0
            for _ in 0..<12_000 where count == 0 {
                count = await watchman.count
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(count == 1)
        }
        for _ in 0..<12_000 where gone != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(gone == nil)
    }

    @MainActor @Test func observationsYieldTheChanges() async throws {
        let container = try container()
        let observer = try HistoryObserver(modelContainer: container)
        var seen: [Int] = []
        for await count in Observations({ observer.eventCounter }) {
            seen.append(count)
            if seen.count == 4 { break }
            let context = ModelContext(container)
            context.insert(Author(name: "\(count)"))
            try context.save()
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @MainActor private func until(_ condition: () -> Bool) async throws {
        for _ in 0..<12_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
        #expect(condition())
    }
}

@ModelActor
actor Watchman {
    private var observer: HistoryObserver?

    func watch() throws { observer = try HistoryObserver(modelContainer: modelContainer) }

    var count: Int { observer?.eventCounter ?? 0 }
}
