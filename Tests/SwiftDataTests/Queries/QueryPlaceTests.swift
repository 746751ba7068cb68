import Foundation
import Observation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

extension ProgramContainerTests {
    /// Queries in places of a user interface: the context that they have, and who tells them of changes.
    @MainActor struct QueryPlaceTests {
        private struct Views: ModelEnvironment {
            var givenModelContext: ModelContext?
        }

        private let container: ModelContainer
        private let other: ModelContainer

        init() throws {
            (container, other) = (try Self.container("here"), try Self.container("elsewhere"))
        }

        private static func container(_ label: String) throws -> ModelContainer {
            let container = try ModelContainer(
                for: Schema([Shipment.self, FragileShipment.self, Carrier.self]),
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            container.mainContext.autosaveEnabled = false
            container.mainContext.insert(Shipment(label: label, weight: 10))
            return container
        }

        /// Waits until something holds, for a minute at most, and lets what may come after it come.
        private func waitUntilIdle(_ condition: () -> Bool = { true }) async throws {
            let end = ContinuousClock.now + .seconds(60)
            while !condition(), ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(5)) }
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(2))
                await Task.yield()
            }
        }

        @Test func theContainerOfTheTaskThatMakesAChangeIsNotThatOfTheView() async throws {
            let query = Query<Shipment, [Shipment]>(sort: \.label)
            var seen: [[String]] = []
            var containers: [ModelContainer?] = []
            await container.withCurrent {
                query.update(in: Views(), previous: nil)
                query.place.onChange = {
                    containers.append(ModelContext.current?.container)
                    seen.append(query.wrappedValue.map(\.label))
                }
            }
            try await other.withCurrent {
                container.mainContext.insert(Shipment(label: "new", weight: 1))
                try await waitUntilIdle { seen.count == 1 }
            }
            #expect(seen == [["here", "new"]] && containers == [nil])
            container.mainContext.insert(Shipment(label: "newer", weight: 1))
            try await waitUntilIdle { seen.count == 2 }
            #expect(seen == [["here", "new"], ["here", "new", "newer"]])
        }

        @Test func aPlaceSeesTheContextThatARebuiltValueGets() async throws {
            let first = Query<Shipment, [Shipment]>()
            first.update(in: Views(givenModelContext: container.mainContext), previous: nil)
            var changes = 0
            first.place.onChange = { changes += 1 }
            let second = Query<Shipment, [Shipment]>()
            second.update(in: Views(givenModelContext: container.mainContext), previous: first)
            second.use(other.mainContext)
            try await waitUntilIdle { changes == 1 }
            #expect(changes == 1 && second.wrappedValue.map(\.label) == ["elsewhere"])
            other.mainContext.insert(Shipment(label: "new", weight: 1))
            try await waitUntilIdle { changes == 2 }
            #expect(changes == 2)
            container.mainContext.insert(Shipment(label: "new", weight: 1))
            try await waitUntilIdle()
            #expect(changes == 2)
        }

        @Test func aValueInTwoPlacesWithTwoContextsIsNotDrawnForEver() async throws {
            let query = Query<Shipment, [Shipment]>(sort: \.label)
            var drawn: [[String]] = []
            func draw() {
                for container in [container, other] {
                    query.update(in: Views(givenModelContext: container.mainContext), previous: nil)
                    drawn.append(query.wrappedValue.map(\.label))
                }
            }
            draw()
            query.place.onChange = { draw() }
            try await waitUntilIdle()
            #expect(drawn == [["here"], ["elsewhere"]])
            other.mainContext.insert(Shipment(label: "new", weight: 1))
            try await waitUntilIdle { drawn.count == 4 }
            #expect(drawn == [["here"], ["elsewhere"], ["here"], ["elsewhere", "new"]])
        }

        @Test func aViewThatFindsItsContextLaterIsTold() async throws {
            let query = Query<Shipment, [Shipment]>()
            query.update(in: Views(), previous: nil)
            var seen: [[String]] = []
            query.place.onChange = { seen.append(query.wrappedValue.map(\.label)) }
            ModelContainer.default = container
            defer { ModelContainer.default = nil }
            try await waitUntilIdle { seen.count == 1 }
            #expect(seen == [["here"]])
            container.mainContext.delete(try #require(query.wrappedValue.first))
            try await waitUntilIdle { seen.count == 2 }
            #expect(seen == [["here"], []])
        }

        /// A container that another thread sets while the main actor is between a read and the tracking of it.
        @Test func aContainerThatIsSetDuringAReadIsTold() async throws {
            defer { ModelContainer.default = nil }
            let container = container
            let isNotified = await withCheckedContinuation { continuation in
                let answer = Once(continuation)
                withObservationTracking {
                    _ = ModelContainer.default
                    let thread = Thread { ModelContainer.default = container }
                    thread.start()
                    while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
                } onChange: {
                    answer.resume(true)
                }
                Task {
                    try await Task.sleep(for: .seconds(60))
                    answer.resume(false)
                }
            }
            #expect(isNotified)
        }

        private final class Once: Sendable {
            private let continuation: Locked<CheckedContinuation<Bool, Never>?>

            init(_ continuation: CheckedContinuation<Bool, Never>) { self.continuation = Locked(continuation) }

            func resume(_ value: Bool) {
                continuation.withLock { exchange(&$0, with: nil) }?.resume(returning: value)
            }
        }

        /// A page is fetched anew with each change, and nothing else happens after the fetch that fails.
        @Test func aLaterFetchThatFailsIsTriedAgain() async throws {
            let context = container.mainContext
            try context.save()
            let store = try #require(container.core.stores.first?.object as? DefaultStore)
            let faults = ReadFaults(.statement, .io)
            var descriptor = FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.label)])
            descriptor.fetchLimit = 2
            let query = Query(descriptor)
            query.use(context)
            var seen: [[String]] = []
            for await (labels, isCurrent) in Observations({ (query.wrappedValue.map(\.label), query.fetchError == nil) }
            ) {
                seen.append(labels + (isCurrent ? [] : ["old"]))
                switch seen.count {
                case 1:
                    store.connection.readFaults = faults
                    context.insert(Shipment(label: "a", weight: 1))
                case 2: faults.clear()
                default: break
                }
                if seen.count == 3 { break }
            }
            #expect(seen == [["here"], ["here", "old"], ["a", "here"]])
        }

        @Test func withoutAContextThereIsOneEmptyOneAndOneLineInTheLog() {
            let messages = Locked<[String]>([])
            let listener = log.listen { _, message in messages.withLock { $0.append(message) } }
            defer { log.stopListening(listener) }
            let queries = (0..<10).map { _ in Query<LoneModel, [LoneModel]>() }
            for query in queries + queries { #expect(query.wrappedValue.isEmpty && query.fetchError != nil) }
            #expect(messages.withLock { $0.filter { $0.hasPrefix("LoneModel: a query has no context") } }.count == 1)
            #expect(queries[0].modelContext === queries[1].modelContext)
        }
    }
}

/// A model that only a query without a context asks for.
@Model private final class LoneModel {
    var name = ""

    init() {}
}
