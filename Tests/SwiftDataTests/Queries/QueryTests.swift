import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport
import Testing

extension ProgramContainerTests {
    /// Properties marked `@Query`, in plain code.
    @MainActor struct QueryTests {
        private let container: ModelContainer
        private var context: ModelContext { container.mainContext }

        init() throws {
            container = try ModelContainer(
                for: Schema([Shipment.self, FragileShipment.self, Carrier.self]),
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }

        /// A view as a user interface makes it anew with each change.
        private struct List {
            var title = ""
            @Query(filter: #Predicate<Shipment> { $0.weight >= 10 }, sort: \.weight) var heavy: [Shipment]
            @Query private var all: [Shipment]

            @MainActor var labels: [String] { heavy.map(\.label) }
            @MainActor var count: Int { all.count }
            @MainActor var query: Query<Shipment, [Shipment]> { _heavy }
        }

        @MainActor @Observable
        final class Board {
            @ObservationIgnored @Query(sort: \.weight, sectionBy: \.town) var towns: SectionedResults<Shipment, String>
            @ObservationIgnored @Query(sort: \.weight) var shipments: [Shipment]

            func search(_ town: String) {
                _shipments = Query(filter: #Predicate { $0.town == town }, sort: \.weight, order: .reverse)
            }
        }

        @Test func theResultsAreCurrentWheneverTheyAreRead() throws {
            try container.withCurrent {
                let list = List()
                #expect(list.labels.isEmpty && list.count == 0)
                context.insert(Shipment(label: "piano", weight: 400))
                context.insert(Shipment(label: "pen", weight: 1))
                #expect(list.labels == ["piano"] && list.count == 2)
                let other = ModelContext(container)
                other.insert(Shipment(label: "table", weight: 40))
                try other.save()
                #expect(list.labels == ["table", "piano"])
                context.rollback()
                #expect(list.labels == ["table"] && list.query.fetchError == nil)
            }
        }

        @Test func observationIsToldOfChanges() async throws {
            await container.withCurrent {
                let list = List()
                var seen: [[String]] = []
                for await labels in Observations({ list.labels }) {
                    seen.append(labels)
                    if seen.count == 1 { context.insert(Shipment(label: "piano", weight: 400)) }
                    if seen.count == 2 { break }
                }
                #expect(seen == [[], ["piano"]])
            }
        }

        @Test func aViewModelHasQueriesAndSections() {
            container.withCurrent {
                for (label, town, weight) in [("a", "Lviv", 3), ("b", "Kyiv", 2), ("c", "Lviv", 1)] {
                    context.insert(Shipment(label: label, town: town, weight: weight))
                }
                let board = Board()
                #expect(board.towns.map(\.title) == ["Kyiv", "Lviv"])
                #expect(board.towns.map { $0.map(\.label) } == [["b"], ["c", "a"]])
                #expect(board.shipments.map(\.label) == ["c", "b", "a"])
                board.search("Lviv")
                #expect(board.shipments.map(\.label) == ["a", "c"])
                @Query(sort: \.label, sectionBy: \.town) var inAFunction: [Shipment]
                #expect(
                    inAFunction.map(\.label) == ["b", "a", "c"]
                        && _inAFunction.sections.sectionTitles == ["Kyiv", "Lviv"]
                )
            }
        }

        @Test func nilIsInTheSectionWithoutATitle() {
            container.withCurrent {
                context.insert(Shipment(label: "a", note: "fragile"))
                context.insert(Shipment(label: "b"))
                @Query(sort: \.label, sectionBy: \.note) var notes: SectionedResults<Shipment, String>
                @Query(sort: \.label, order: .reverse, sectionBy: \.note) var plain: [Shipment]
                #expect(notes.map(\.title) == ["", "fragile"] && plain.map(\.label) == ["b", "a"])
                #expect(_plain.sections.sectionTitles == ["", "fragile"])
                @Query(sort: \.label) var without: [Shipment]
                #expect(_without.sections.isEmpty && without.count == 2)
            }
        }

        // MARK: The context

        @Test func theContextIsTheAdaptersThenTheTasksThenThePrograms() throws {
            func containerWith(_ label: String) throws -> ModelContainer {
                let container = try ModelContainer(
                    for: Schema([Shipment.self, FragileShipment.self, Carrier.self]),
                    configurations: ModelConfiguration(isStoredInMemoryOnly: true)
                )
                container.mainContext.insert(Shipment(label: label, weight: 10))
                return container
            }
            let (program, task, view) = (
                try containerWith("program"), try containerWith("task"), try containerWith("view")
            )
            let list = List()
            #expect(list.labels.isEmpty)
            ModelContainer.default = program
            defer { ModelContainer.default = nil }
            #expect(ModelContainer.default === program && ModelContext.current == nil)
            #expect(list.labels == ["program"] && list.query.modelContext === program.mainContext)
            task.withCurrent {
                #expect(ModelContext.current === task.mainContext)
                #expect(list.labels == ["task"])
                list.query.use(view.mainContext)
                #expect(list.labels == ["view"])
            }
            #expect(list.labels == ["view"] && list.query.modelContext === view.mainContext)
            list.query.use(nil)
            #expect(list.labels == ["program"])
            ModelContainer.default = nil
            // The one that was used last.
            #expect(list.labels == ["program"] && list.query.fetchError == nil)
        }

        @Test func aContainerThatIsSetLaterIsObserved() async throws {
            let list = List()
            context.insert(Shipment(label: "piano", weight: 400))
            defer { ModelContainer.default = nil }
            var seen: [[String]] = []
            for await labels in Observations({ list.labels }) {
                seen.append(labels)
                if seen.count == 1 { ModelContainer.default = container }
                if seen.count == 2 { break }
            }
            #expect(seen == [[], ["piano"]])
        }

        @Test func withoutAContextThereIsAnErrorAndNoTrap() {
            let list = List()
            #expect(list.labels.isEmpty && list.count == 0 && list.query.sections.isEmpty)
            #expect(list.query.fetchError as? QueryError == .noContext(entityName: "Shipment"))
            #expect(
                "\(QueryError.noContext(entityName: "Shipment"))".hasPrefix("Shipment: a query has no context. Set")
            )
            let empty = list.query.modelContext
            #expect(throws: (any Error).self) { try empty.fetch(FetchDescriptor<Shipment>()) }
        }

        // MARK: Fetches

        @Test func viewsThatAreRebuiltFetchOnce() throws {
            try container.withCurrent {
                context.insert(Shipment(label: "piano", weight: 400))
                try context.save()
                var list = List()
                #expect(list.labels == ["piano"])
                let before = ObserverWork(of: context)
                for _ in 0..<1_000 {
                    let former = list
                    list = List()
                    list.query.adopt(former.query)
                    #expect(list.labels == ["piano"])
                }
                #expect(ObserverWork(of: context).since(before).fetches == 0)
            }
        }

        @Test func equalQueriesOfOneContextShareAnObserver() {
            container.withCurrent {
                let first = List()
                _ = (first.labels, first.count)
                let before = ObserverWork(of: context)
                let others = (0..<100).map { _ in List() }
                #expect(others.allSatisfy { $0.labels.isEmpty && $0.count == 0 })
                #expect(ObserverWork(of: context).since(before).fetches == 0)
                // Another condition, order or section is another query.
                @Query(filter: #Predicate<Shipment> { $0.weight >= 11 }, sort: \.weight) var heavier: [Shipment]
                @Query(filter: #Predicate<Shipment> { $0.weight >= 10 }, sort: \.label) var byLabel: [Shipment]
                @Query(filter: #Predicate<Shipment> { $0.weight >= 10 }, sort: \.weight, sectionBy: \.town)
                var byTown: [Shipment]
                _ = (heavier.count, byLabel.count, byTown.count)
                #expect(ObserverWork(of: context).since(before).fetches == 3)
            }
        }

        @Test func theArrayIsMadeOnceForEachChange() {
            container.withCurrent {
                for number in 0..<100 { context.insert(Shipment(label: "\(number)", weight: 10 + number)) }
                let list = List()
                func place(_ array: [Shipment]) -> UnsafeRawPointer? { array.withUnsafeBytes { $0.baseAddress } }
                let first = list.heavy
                #expect(place(first) == place(list.heavy))
                first[0].weight = 500
                #expect(list.heavy.map(\.label) == first.dropFirst().map(\.label) + ["0"])
                let edited = list.heavy
                context.delete(edited[0])
                #expect(list.heavy.count == 99 && place(list.heavy) == place(list.heavy))
                context.rollback()
                #expect(list.heavy.isEmpty)
            }
        }

        @Test func observersEndWithTheirQueries() {
            container.withCurrent {
                var list: List? = List()
                _ = list?.labels
                weak let observer = list?.query.box.observer
                #expect(observer != nil)
                list = nil
                #expect(observer == nil)
                for number in 0..<1_000 {
                    @Query(filter: #Predicate<Shipment> { $0.weight >= number }) var some: [Shipment]
                    _ = some.count
                }
                // Those that have ended are forgotten.
                #expect(QuerySharing.shared.count <= 200)
            }
        }

        @Test func afterAFetchThatFailsTheResultsStay() throws {
            try container.withCurrent {
                context.insert(Shipment(label: "piano", weight: 400))
                try context.save()
                // A page is fetched anew.
                var descriptor = FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.weight)])
                descriptor.fetchLimit = 2
                @Query(descriptor) var page: [Shipment]
                #expect(page.map(\.label) == ["piano"] && _page.fetchError == nil)
                let store = try #require(container.core.stores.first?.object as? DefaultStore)
                let faults = ReadFaults(.statement, .io)
                store.connection.readFaults = faults
                context.insert(Shipment(label: "pen", weight: 1))
                #expect(page.map(\.label) == ["piano"])
                #expect((_page.fetchError as? StoreError)?.code != nil)
                #expect(faults.failed > 0)
                faults.clear()
                #expect(page.map(\.label) == ["pen", "piano"] && _page.fetchError == nil)
            }
        }

        @Test func aFirstFetchThatFailsIsTriedAgain() throws {
            try container.withCurrent {
                context.insert(Shipment(label: "piano", weight: 400))
                try context.save()
                let store = try #require(container.core.stores.first?.object as? DefaultStore)
                let faults = ReadFaults(.statement, .io)
                store.connection.readFaults = faults
                let list = List()
                #expect(list.labels.isEmpty && list.query.fetchError is StoreError)
                faults.clear()
                #expect(list.labels == ["piano"] && list.query.fetchError == nil)
            }
        }

        @Test func aFailureIsObserved() async throws {
            try await container.withCurrent {
                context.insert(Shipment(label: "piano", weight: 400))
                try context.save()
                let store = try #require(container.core.stores.first?.object as? DefaultStore)
                let faults = ReadFaults(.statement, .io)
                store.connection.readFaults = faults
                // The first fetch fails; nothing else happens but that reads succeed again.
                let list = List()
                var seen: [[String]] = []
                for await labels in Observations({ list.labels }) {
                    seen.append(labels)
                    faults.clear()
                    if seen.count == 2 { break }
                }
                #expect(seen == [[], ["piano"]])
            }
        }

        @Test func theModelsOfAnotherContextAreNotShown() throws {
            let list = List()
            container.withCurrent {
                context.insert(Shipment(label: "piano", weight: 400))
                #expect(list.labels == ["piano"])
            }
            let other = try ModelContainer(
                for: Schema([Tag.self]),
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
            list.query.use(other.mainContext)
            #expect(list.labels.isEmpty && list.query.fetchError is StoreError)
            list.query.use(context)
            #expect(list.labels == ["piano"] && list.query.fetchError == nil)
        }

        @Test func aQueryThatNobodyHoldsKeepsNoStoreOpen() async throws {
            weak var core: ContainerCore?
            do {
                let carrier = Carrier(name: "a")
                let closed = try shipmentContext().container
                core = closed.core
                closed.mainContext.insert(carrier)
                try closed.mainContext.save()
                let condition = #Predicate<Carrier> { $0 == carrier }
                await closed.withCurrent {
                    @Query(filter: condition) var carriers: [Carrier]
                    #expect(carriers.count == 1)
                }
            }
            // A turn of the main actor in which the observers of the context look for changes may be due.
            try await eventually { core == nil }
            #expect(core == nil)
        }

        // MARK: Adapters

        @Test func adaptersReadTheTransaction() {
            #expect(Query<Shipment, [Shipment]>(animation: .bouncy(duration: 2)).transaction?.animation?.duration == 2)
            #expect(Query<Shipment, [Shipment]>(sort: \.weight, animation: .default).transaction?.animation == .default)
            #expect(Query<Shipment, [Shipment]>(sort: \.weight).transaction == nil)
            let sectioned = Query(sort: \Shipment.weight, animation: .linear(duration: 1), sectionBy: \Shipment.town)
            #expect(sectioned.transaction?.animation == QueryAnimation(curve: .linear, duration: 1))
        }
    }
}
