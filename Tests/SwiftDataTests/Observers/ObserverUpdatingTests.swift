import SwiftData
import SwiftDataCore
import SwiftDataTesting
import TestSupport
import Testing

/// The results of an observer after each kind of change.
@Suite struct ObserverUpdatingTests {
    private let heavy = #Predicate<Shipment> { $0.weight >= 10 }
    private let byWeight = [SortDescriptor(\Shipment.weight), SortDescriptor(\Shipment.label)]

    private func filled(_ weights: Int...) throws -> ModelContext {
        let context = try shipmentContext()
        for (index, weight) in weights.enumerated() { context.insert(Shipment(label: "\(index)", weight: weight)) }
        try context.save()
        return context
    }

    private func shipment(_ label: String, _ context: ModelContext) throws -> Shipment {
        try #require(try context.fetch(FetchDescriptor<Shipment>(predicate: #Predicate { $0.label == label })).first)
    }

    @Test func unsavedChangesShowAtOnce() throws {
        let context = try filled(20, 5)
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        let light = try shipment("1", context)
        light.weight = 15
        #expect(observer.labels == ["1", "0"])
        light.weight = 30
        #expect(observer.labels == ["0", "1"])
        context.insert(Shipment(label: "new", weight: 25))
        #expect(observer.labels == ["0", "new", "1"])
        context.delete(light)
        #expect(observer.labels == ["0", "new"])
        context.rollback()
        #expect(observer.labels == ["0"])
        #expect(context.observerCounts.fetches == 1)
    }

    @Test func savesMoveNothing() throws {
        let context = try filled(10, 10)
        let observer = try ResultsObserver(sortBy: [SortDescriptor(\Shipment.weight)], modelContext: context)
        context.insert(Shipment(label: "2", weight: 10))
        try shipment("0", context).label = "first"
        #expect(observer.labels == ["first", "1", "2"])
        try context.save()
        #expect(observer.labels == ["first", "1", "2"])
        #expect(try context.fetch(observer.fetchDescriptor).map(\.label) == ["first", "1", "2"])
    }

    @Test func savesOfOtherContextsShow() throws {
        let context = try filled(20, 5)
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        let other = ModelContext(context.container)
        other.insert(Shipment(label: "new", weight: 12))
        try shipment("1", other).weight = 11
        #expect(observer.labels == ["0"])
        try other.save()
        #expect(observer.labels == ["1", "new", "0"])
        other.delete(try shipment("0", other))
        try other.save()
        #expect(observer.labels == ["1", "new"])
        try other.delete(model: Shipment.self, where: heavy)
        #expect(observer.labels == [])
    }

    @Test func undoAndRedoShow() throws {
        let context = try filled(20)
        context.undoManager = UndoManager()
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        context.delete(try shipment("0", context))
        context.processPendingChanges()
        #expect(observer.labels == [])
        context.undoManager?.undo()
        #expect(observer.labels == ["0"])
        context.undoManager?.redo()
        #expect(observer.labels == [])
        try context.save()
        context.undoManager?.undo()
        #expect(observer.labels == ["0"])
    }

    @Test func cascadesBatchDeletionsAndErasingShow() throws {
        let context = try filled(20, 21, 22)
        let carrier = Carrier(name: "C")
        context.insert(carrier)
        try shipment("0", context).carrier = carrier
        try context.save()
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        context.delete(carrier)
        #expect(observer.labels == ["1", "2"])
        try context.delete(model: Shipment.self, where: #Predicate { $0.weight == 21 })
        #expect(observer.labels == ["2"])
        try context.container.erase()
        #expect(observer.labels == [])
    }

    @Test func subclassesAreResultsOfTheirSuperclass() throws {
        let context = try filled(20)
        let all = try ResultsObserver(sortBy: byWeight, modelContext: context)
        let fragile = try ResultsObserver(
            filterBy: #Predicate<FragileShipment> { $0.layers > 2 },
            sortBy: [SortDescriptor(\.layers)],
            modelContext: context
        )
        let vase = FragileShipment(label: "vase", weight: 30, layers: 1)
        context.insert(vase)
        context.insert(Shipment(label: "book", weight: 25))
        #expect(all.labels == ["0", "book", "vase"])
        #expect(fragile.results.isEmpty)
        vase.layers = 3
        #expect(fragile.results.map(\.label) == ["vase"])
        vase.weight = 1
        #expect(all.labels == ["vase", "0", "book"])
    }

    @Test func aNewcomerThatIsAStoredRowTakesItsPlace() throws {
        let context = try filled()
        context.insert(Carrier(name: "C", rank: 1))
        try context.save()
        let observer = try ResultsObserver<Carrier, Never>(sortBy: [SortDescriptor(\.rank)], modelContext: context)
        context.insert(Carrier(name: "C", rank: 2))
        #expect(observer.results.map(\.rank) == [1, 2])
        try context.save()
        #expect(observer.results.map(\.rank) == [2])
        #expect(Array(observer.results) == (try context.fetch(FetchDescriptor<Carrier>())))
    }

    @Test func conditionsThatFollowRelationshipsShowChangesOfBothEnds() throws {
        let context = try filled(1, 2)
        let carrier = Carrier(name: "C", rank: 1)
        context.insert(carrier)
        let observer = try ResultsObserver(
            filterBy: #Predicate<Shipment> { $0.carrier?.rank == 1 },
            sortBy: byWeight,
            modelContext: context
        )
        #expect(observer.labels == [])
        try shipment("1", context).carrier = carrier
        #expect(observer.labels == ["1"])
        carrier.shipments.append(try shipment("0", context))
        #expect(observer.labels == ["0", "1"])
        carrier.rank = 2
        #expect(observer.labels == [])
    }

    @Test func limitsAndOffsetsHold() throws {
        let context = try filled(1, 2, 3, 4)
        var descriptor = FetchDescriptor(sortBy: byWeight)
        descriptor.fetchLimit = 2
        descriptor.fetchOffset = 1
        let observer = try ResultsObserver<Shipment, Never>(fetchDescriptor: descriptor, modelContext: context)
        #expect(observer.labels == ["1", "2"])
        context.insert(Shipment(label: "new", weight: 0))
        #expect(observer.labels == ["0", "1"])
        context.delete(try shipment("new", context))
        context.delete(try shipment("0", context))
        #expect(observer.labels == ["2", "3"])
    }

    @Test func withoutPendingChangesOnlySavesShow() throws {
        let context = try filled(20, 5)
        var descriptor = FetchDescriptor(predicate: heavy, sortBy: byWeight)
        descriptor.includePendingChanges = false
        let observer = try ResultsObserver<Shipment, Never>(fetchDescriptor: descriptor, modelContext: context)
        try shipment("1", context).weight = 30
        context.insert(Shipment(label: "new", weight: 10))
        #expect(observer.labels == ["0"])
        try context.save()
        #expect(observer.labels == ["new", "0", "1"])
        context.delete(try shipment("0", context))
        #expect(observer.labels == ["new", "0", "1"])
        try context.save()
        #expect(observer.labels == ["new", "1"])
    }

    @Test func otherCriteriaTakeEffectAtOnce() throws {
        let context = try filled(20, 5, 30)
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        observer.sortBy = [SortDescriptor(\.weight, order: .reverse)]
        #expect(observer.labels == ["2", "0"])
        observer.filterBy = #Predicate { $0.weight < 10 }
        #expect(observer.labels == ["1"])
        observer.filterBy = nil
        #expect(observer.labels == ["2", "0", "1"])
        // What cannot be fetched leaves the results alone.
        observer.sortBy = [SortDescriptor(\.label.count)]
        #expect(observer.labels == ["2", "0", "1"])
    }

    @Test func whatIsSetStaysUntilTheNextChange() throws {
        let context = try filled(20, 5)
        let observer = try ResultsObserver(sortBy: byWeight, modelContext: context)
        observer.results = FetchResultsCollection([try shipment("0", context)])
        #expect(observer.labels == ["0"])
        context.insert(Shipment(label: "new", weight: 1))
        #expect(observer.labels == ["new", "1", "0"])
    }

    @Test func commitsOfOthersShow() throws {
        let store = try TemporaryFolder()
        let types: [any PersistentModel.Type] = [Shipment.self, FragileShipment.self, Carrier.self]
        func open() throws -> ModelContext {
            let configuration = ModelConfiguration(url: store.file)
            return ModelContext(try ModelContainer(for: Schema(types), configurations: [configuration]))
        }
        let context = try open()
        let observer = try ResultsObserver(filterBy: heavy, sortBy: byWeight, modelContext: context)
        let other = try open()
        let made = [Shipment(label: "a", weight: 20), Shipment(label: "b", weight: 1)]
        for shipment in made { other.insert(shipment) }
        try other.save()
        let core = context.container.core
        var commit = StoreCommit(storeIdentifier: core.stores[0].storeIdentifier)
        // The same row, as the other container calls it.
        commit.inserted = made.map(\.persistentModelID)
        let log = StatementRecorder(context.container)
        core.receive(commit)
        #expect(observer.labels == ["a"])
        // The store may have noticed the commit by itself as well.
        #expect((1...2).contains(log.statements.filter { $0.contains("ZSHIPMENT") }.count))
        made[1].weight = 10
        other.delete(made[0])
        try other.save()
        var second = StoreCommit(storeIdentifier: commit.storeIdentifier)
        second.updated = [made[1].persistentModelID]
        second.deleted = [made[0].persistentModelID]
        core.receive(second)
        #expect(observer.labels == ["b"])
    }
}
