#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

/// Hierarchies, exchanged names, values that may not fit, and the SQL that would be run.
@Suite struct MigrationShapeTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private func open(_ version: any VersionedSchema.Type) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(for: schema, configurations: [namespace.configuration(schema)])
    }

    private func fillFleet() throws {
        let context = ModelContext(try open(Fleet2.self))
        let driver = Fleet2.Driver("d")
        let (boat, car) = (Fleet2.Boat("B", sails: 2), Fleet2.Car("C", doors: 4))
        for model in [driver, boat, car, Fleet2.Vehicle("V")] as [any PersistentModel] { context.insert(model) }
        try context.save()
        (boat.driver, car.driver) = (driver, driver)
        try context.save()
    }

    @Test func rowsLeaveATableWhoseSuperclassHasGone() throws {
        try fillFleet()
        let context = ModelContext(try open(Fleet3.self))
        #expect(try context.fetch(FetchDescriptor<Fleet3.Boat>()).map(\.name) == ["B"])
        let car = try #require(try context.fetch(FetchDescriptor<Fleet3.Car>()).first)
        #expect(car.name == "C" && car.doors == 4 && car.driver?.name == "d")
        context.insert(Fleet3.Car("D", doors: 2))
        context.insert(Fleet3.Boat("A", sails: 1))
        try context.save()
        #expect(
            try namespace.psql("SELECT count(DISTINCT pk), (SELECT count(DISTINCT pk) FROM boat) FROM car") == "2|2"
        )
        #expect(
            try namespace.psql(
                "SELECT count(*) FROM pg_class WHERE relname = 'vehicle' AND relnamespace = '\(namespace.name)'::regnamespace"
            ) == "0"
        )
    }

    @Test func aSubclassThatHasGoneTakesItsRowsAlong() throws {
        try fillFleet()
        let context = ModelContext(try open(Fleet4.self))
        let names = try context.fetch(FetchDescriptor<Fleet4.Vehicle>()).map(\.name).sorted()
        #expect(names == ["B", "V"])
        #expect(try context.fetch(FetchDescriptor<Fleet4.Boat>()).map(\.sails) == [2])
        #expect(try context.fetch(FetchDescriptor<Fleet4.Driver>()).first?.boats.map(\.name) == ["B"])
        #expect(try namespace.psql("SELECT count(*) FROM vehicle") == "2")
    }

    @Test func aClassGetsASubclassAndLosesIt() throws {
        let context = ModelContext(try open(Zoo1.self))
        let (animal, keeper) = (Zoo1.Animal("a"), Zoo1.Keeper("k"))
        context.insert(animal)
        context.insert(keeper)
        keeper.animal = animal
        keeper.visited = [animal]
        try context.save()
        let second = ModelContext(try open(Zoo2.self))
        let found = try #require(try second.fetch(FetchDescriptor<Zoo2.Keeper>()).first)
        #expect(found.animal?.name == "a" && found.visited.map(\.name) == ["a"])
        #expect(try namespace.psql("SELECT animal_entity = (SELECT row_entity FROM animal) FROM keeper") == "t")
        let bear = Zoo2.Bear("b")
        second.insert(bear)
        found.animal = bear
        try second.save()
        // The bear goes, and nothing leads to it any more.
        enum Zoo3: VersionedSchema {
            static let versionIdentifier = Schema.Version(3, 0, 0)
            static var models: [any PersistentModel.Type] { [Zoo1.Animal.self, Zoo1.Keeper.self] }
        }
        let third = ModelContext(try open(Zoo3.self))
        let last = try #require(try third.fetch(FetchDescriptor<Zoo1.Keeper>()).first)
        #expect(last.animal == nil && last.visited.map(\.name) == ["a"])
        #expect(try namespace.psql("SELECT string_agg(name, ',') FROM animal") == "a")
    }

    @Test func namesAreExchanged() throws {
        let context = ModelContext(try open(Swap1.self))
        let (left, right) = (Swap1.Left("f", 2), Swap1.Right("r"))
        context.insert(left)
        context.insert(right)
        left.ones = [right]
        try context.save()
        let migrated = ModelContext(try open(Swap2.self))
        let found = try #require(try migrated.fetch(FetchDescriptor<Swap2.Right>()).first)
        #expect(found.first == 2 && found.second == "f" && found.ones.map(\.name) == ["r"])
        migrated.insert(Swap2.Right(1, "x"))
        migrated.insert(Swap2.Left("l"))
        try migrated.save()
        #expect(try namespace.psql("SELECT string_agg(first || second, ',' ORDER BY pk) FROM \"right\"") == "2f,1x")
    }

    @Test func valuesThatDoNotFitAreNamed() throws {
        let context = ModelContext(try open(Narrow1.self))
        let reading = Narrow1.Reading(1000)
        context.insert(reading)
        context.insert(Narrow1.Reading(-5, place: Narrow1.Place(room: "r", floor: 3)))
        try context.save()
        do {
            _ = try open(Narrow2.self)
            Issue.record("a number was cut off")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.entityName == "Reading" && error.propertyName == "value")
            #expect(error.message.contains("1 row (Reading/p") && !error.message.contains("1000"))
        }
        do {
            _ = try open(Narrow3.self)
            Issue.record("a value was made up")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.propertyName == "text")
        }
        reading.value = 100
        try context.save()
        let migrated = ModelContext(try open(Narrow2.self))
        let found = try migrated.fetch(FetchDescriptor<Narrow2.Reading>(sortBy: [SortDescriptor(\.value)]))
        #expect(found.map(\.value) == [-5, 100] && found.map(\.large) == [-5, 1000])
        #expect(found.map(\.place) == [Narrow2.Place(room: "r", floor: 3), Narrow2.Place(room: "hall", floor: 0)])
    }

    /// What is printed is what is run: psql runs it, and the next opening finds nothing to do.
    @Test(arguments: [(0, 1), (2, 3), (4, 5)]) func theSQLIsToldWithoutBeingRun(_ pair: (Int, Int)) throws {
        let versions: [any VersionedSchema.Type] = [
            Shop1.self, Shop2.self, Fleet1.self, Fleet2.self, Zoo1.self, Zoo2.self,
        ]
        let container = try open(versions[pair.0])
        if pair.0 == 0 {
            let context = ModelContext(container)
            context.insert(Shop1.Item("a"))
            try context.save()
        }
        let schema = Schema(versionedSchema: versions[pair.1])
        let state = "SELECT generation, fingerprint FROM swiftdata_store"
        let before = try namespace.psql(state)
        let statements = try PostgresStore.migrationStatements(namespace.configuration(schema))
        #expect(try namespace.psql(state) == before && statements.count > 3)
        _ = try namespace.psql("BEGIN; " + statements.map { $0 + "\n;" }.joined() + " COMMIT")
        #expect(try PostgresStore.migrationStatements(namespace.configuration(schema)).isEmpty)
        #expect(try namespace.psql("SELECT generation FROM swiftdata_store") == "2")
        _ = try open(versions[pair.1])
        #expect(try namespace.psql("SELECT generation FROM swiftdata_store") == "2")
    }
}
#endif
