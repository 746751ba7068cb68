#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

@Model final class Parcel {
    var label: String
    var weight: Double
    @Relationship(inverse: \Courier.parcels) var courier: Courier?

    init(label: String, weight: Double = 1) {
        (self.label, self.weight) = (label, weight)
    }
}

@Model final class Courier {
    @Attribute(.unique) var name: String
    var parcels: [Parcel] = []

    init(name: String) { self.name = name }
}

/// The number of times that a save waits for the server.
@Suite struct RoundTripTests {
    private func context(_ namespace: TemporaryNamespace) throws -> (ModelContext, PostgresStore) {
        let container = try ModelContainer(for: Parcel.self, Courier.self, configurations: namespace.configuration())
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        return (ModelContext(container), store)
    }

    @Test(arguments: [1, 3, 400]) func aSaveOfNewModelsTakesThreeRoundTripsAtMost(_ count: Int) throws {
        let namespace = try TemporaryNamespace()
        let (context, store) = try context(namespace)
        let courier = Courier(name: "Ada")
        context.insert(courier)
        for number in 0..<count {
            let parcel = Parcel(label: "\(number)")
            context.insert(parcel)
            parcel.courier = courier
        }
        let before = store.roundTrips
        try context.save()
        #expect(store.roundTrips - before <= 3)
        #expect(try namespace.psql("SELECT count(*), count(courier_pk) FROM parcel") == "\(count)|\(count)")
    }

    @Test func aSaveOfChangesTakesThreeRoundTripsAtMost() throws {
        let namespace = try TemporaryNamespace()
        let (context, store) = try context(namespace)
        let parcels = (0..<300).map { Parcel(label: "\($0)") }
        for parcel in parcels { context.insert(parcel) }
        try context.save()
        for (number, parcel) in parcels.enumerated() {
            if number.isMultiple(of: 2) { parcel.label = "changed" } else { parcel.weight = 2 }
        }
        let before = store.roundTrips
        try context.save()
        #expect(store.roundTrips - before <= 3)
        #expect(try namespace.psql("SELECT count(*) FROM parcel WHERE label = 'changed' OR weight = 2") == "300")
    }

    @Test func manyRowsGoByCopy() throws {
        let namespace = try TemporaryNamespace()
        let (context, store) = try context(namespace)
        let statements = Locked<[String]>([])
        store.statementObserver = { sql in statements.withLock { $0.append(sql) } }
        for number in 0..<1_500 { context.insert(Parcel(label: "\(number)", weight: Double(number) / 4)) }
        let before = store.roundTrips
        try context.save()
        #expect(store.roundTrips - before <= 5)
        #expect(statements.withLock { $0.filter { $0.hasPrefix("COPY \"parcel\"") }.count } == 1)
        #expect(try namespace.psql("SELECT count(DISTINCT label), sum(weight) FROM parcel") == "1500|281062.5")
        // One that breaks a constraint takes everything back.
        context.insert(Courier(name: "Eve"))
        try context.save()
        _ = try namespace.psql("ALTER TABLE parcel ADD CONSTRAINT light CHECK (weight < 10000)")
        for number in 0..<600 { context.insert(Parcel(label: "x", weight: number == 599 ? 20_000 : 1)) }
        do {
            try context.save()
            Issue.record("a broken constraint was not told")
        } catch let error as StoreError {
            #expect(error.code == .constraint && error.entityName == "Parcel")
        }
        #expect(context.insertedModelsArray.count == 600)
        #expect(try namespace.psql("SELECT count(*) FROM parcel") == "1500")
    }

    @Test func aConflictIsToldWhereALaterStatementFailsToo() throws {
        let namespace = try TemporaryNamespace()
        let (context, _) = try context(namespace)
        context.mergePolicy = .error
        let parcel = Parcel(label: "A")
        context.insert(parcel)
        try context.save()
        _ = try namespace.psql("UPDATE parcel SET label = 'B', row_version = row_version + 1")
        _ = try namespace.psql("ALTER TABLE parcel ADD CONSTRAINT light CHECK (weight < 10000)")
        parcel.label = "C"
        context.insert(Parcel(label: "heavy", weight: 20_000))
        do {
            try context.save()
            Issue.record("an update was lost")
        } catch let error as StoreError {
            #expect(error.code == .conflict)
        }
        #expect(try namespace.psql("SELECT label FROM parcel") == "B")
    }
}
#endif
