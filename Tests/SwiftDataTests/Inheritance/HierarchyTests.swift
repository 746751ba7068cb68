import SwiftData
import TestSupport
import Testing

/// Three levels of classes in one table, with relationships to the base.
@Suite struct HierarchyTests {
    private let store: TemporaryFolder
    private let context: ModelContext

    init() throws {
        store = try TemporaryFolder()
        let container = try store.container(for: Garage.self, Truck.self, Tanker.self, Bicycle.self, Vehicle.self)
        context = ModelContext(container)
        let garage = Garage(name: "G")
        garage.vehicles = [
            Bicycle(name: "bicycle", gears: 7), Tanker(name: "tanker", load: 30, liquid: "milk"),
            Truck(name: "truck", load: 7),
        ]
        garage.favourite = garage.vehicles[1]
        context.insert(garage)
        try context.save()
    }

    private func names<Model: Vehicle>(_ type: Model.Type, _ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Model>()).map(\.name).sorted()
    }

    @Test func allClassesAreInTheTableOfTheBase() throws {
        #expect(try store.sqlite3("SELECT group_concat(name) FROM sqlite_master WHERE name LIKE 'Z%TRUCK'") == "")
        #expect(try store.sqlite3("SELECT count(DISTINCT Z_ENT) FROM ZVEHICLE") == "3")
    }

    @Test func everyLevelFindsWhatIsBelowIt() throws {
        let other = ModelContext(context.container)
        #expect(try names(Vehicle.self, other) == ["bicycle", "tanker", "truck"])
        #expect(try names(Truck.self, other) == ["tanker", "truck"])
        #expect(try names(Tanker.self, other) == ["tanker"])
        let tanker = try #require(try other.fetch(FetchDescriptor<Vehicle>()).first { $0.name == "tanker" } as? Tanker)
        #expect(tanker.load == 30)
        #expect(tanker.liquid == "milk")
        #expect(tanker.garage?.name == "G")
    }

    @Test func relationshipsToTheBaseLeadToTheSubclasses() throws {
        let other = ModelContext(context.container)
        let garage = try #require(try other.fetch(FetchDescriptor<Garage>()).first)
        #expect(garage.vehicles.map { String(describing: type(of: $0)) } == ["Bicycle", "Tanker", "Truck"])
        #expect((garage.favourite as? Tanker)?.liquid == "milk")
        let vehicles = garage.vehicles
        garage.vehicles = [vehicles[2], vehicles[0], vehicles[1]]
        try other.save()
        let read = try #require(
            try ModelContext(try store.container(for: Garage.self, Tanker.self, Bicycle.self))
                .fetch(FetchDescriptor<Garage>()).first
        )
        #expect(read.vehicles.map(\.name) == ["truck", "bicycle", "tanker"])
    }

    @Test func aPredicateAsksForTheClass() throws {
        let other = ModelContext(context.container)
        let trucks = try other.fetch(FetchDescriptor<Vehicle>(predicate: #Predicate { $0 is Truck }))
        #expect(trucks.map(\.name).sorted() == ["tanker", "truck"])
        let heavy = try other.fetch(
            FetchDescriptor<Vehicle>(
                predicate: #Predicate { vehicle in
                    if let truck = vehicle as? Truck { truck.load > 10 } else { false }
                }
            )
        )
        #expect(heavy.map(\.name) == ["tanker"])
    }

    @Test func unsavedSubclassesAreFoundByTheirBase() throws {
        context.insert(Tanker(name: "new", load: 1, liquid: "oil"))
        #expect(try names(Vehicle.self, context).contains("new"))
        #expect(try names(Truck.self, context) == ["new", "tanker", "truck"])
        #expect(try !names(Bicycle.self, context).contains("new"))
    }

    @Test(arguments: [false, true])
    func aBatchCanLeaveTheSubclasses(_ isUnsaved: Bool) throws {
        if isUnsaved {
            context.insert(Truck(name: "unsaved truck", load: 2))
            context.insert(Tanker(name: "unsaved tanker", load: 2, liquid: "oil"))
        }
        try context.delete(model: Truck.self, includeSubclasses: false)
        let rest = ["bicycle", "tanker"] + (isUnsaved ? ["unsaved tanker"] : [])
        #expect(try names(Vehicle.self, context) == rest)
        try context.save()
        #expect(try names(Vehicle.self, ModelContext(context.container)) == rest)
        try context.delete(model: Truck.self)
        #expect(try names(Vehicle.self, ModelContext(context.container)) == ["bicycle"])
    }

    @Test func theRulesOfTheBaseHoldForTheSubclasses() throws {
        let garage = try #require(try context.fetch(FetchDescriptor<Garage>()).first)
        let tanker = try #require(garage.favourite)
        context.delete(tanker)
        #expect(garage.vehicles.map(\.name) == ["bicycle", "truck"])
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Garage>()).first)
        #expect(read.favourite == nil)
        context.delete(garage)
        try context.save()
        #expect(try store.sqlite3("SELECT count(*) FROM ZVEHICLE") == "0")
    }

    @Test func aSubclassIsUndoneAndRolledBackAsAWhole() throws {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let garage = try #require(try context.fetch(FetchDescriptor<Garage>()).first)
        let tanker = try #require(garage.favourite as? Tanker)
        manager.group {
            tanker.liquid = "water"
            tanker.load = 1
            tanker.name = "renamed"
        }
        manager.group { context.delete(garage) }
        try context.save()
        manager.undo()
        manager.undo()
        #expect(tanker.liquid == "milk")
        #expect(tanker.load == 30)
        #expect(garage.vehicles.map(\.name) == ["bicycle", "tanker", "truck"])
        #expect(garage.favourite === tanker)
        try context.save()
        tanker.liquid = "water"
        context.delete(garage)
        context.rollback()
        #expect(tanker.liquid == "milk")
        #expect(garage.vehicles.map(\.name) == ["bicycle", "tanker", "truck"])
        #expect(try names(Tanker.self, ModelContext(context.container)) == ["tanker"])
    }

    @Test func anInsertedSubclassIsUndoneAndRedoneAcrossASave() throws {
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let garage = try #require(try context.fetch(FetchDescriptor<Garage>()).first)
        let tanker = Tanker(name: "new", load: 9, liquid: "oil")
        manager.group { garage.vehicles.insert(tanker, at: 0) }
        manager.group { garage.favourite = tanker }
        try context.save()
        manager.undo()
        manager.undo()
        #expect(tanker.isDeleted)
        #expect(garage.favourite?.name == "tanker")
        try context.save()
        #expect(try names(Vehicle.self, ModelContext(context.container)) == ["bicycle", "tanker", "truck"])
        manager.redo()
        manager.redo()
        try context.save()
        let read = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Garage>()).first)
        #expect(read.vehicles.map(\.name) == ["new", "bicycle", "tanker", "truck"])
        #expect((read.favourite as? Tanker)?.liquid == "oil")
        #expect(read.vehicles.first?.garage === read)
        #expect(tanker.load == 9)
    }
}
