#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

/// Saves by a role that policies of row-level security apply to. The server refuses `COPY` to it.
@Suite struct RowSecurityTests {
    private let namespace: TemporaryNamespace
    private let context: ModelContext
    private let store: PostgresStore
    private let role: Role

    /// A role that goes with the test.
    private final class Role: Sendable {
        let name: String
        private let namespace: TemporaryNamespace

        init(_ namespace: TemporaryNamespace) throws {
            name = "r_" + namespace.name
            self.namespace = namespace
            _ = try namespace.psql(
                "CREATE ROLE \(name) LOGIN; GRANT USAGE, CREATE ON SCHEMA \(namespace.name) TO \(name); "
                    + "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(namespace.name) TO \(name); "
                    + "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(name)"
            )
        }

        deinit { _ = try? namespace.psql("DROP OWNED BY \(name); DROP ROLE \(name)") }
    }

    init() throws {
        namespace = try TemporaryNamespace()
        _ = try ModelContainer(for: Parcel.self, Courier.self, configurations: namespace.configuration())
        role = try Role(namespace)
        _ = try namespace.psql(
            "ALTER TABLE parcel ENABLE ROW LEVEL SECURITY; "
                + "CREATE POLICY light ON parcel USING (true) WITH CHECK (weight < 10000)"
        )
        var configuration = namespace.configuration()
        configuration.connection = namespace.url.replacing("postgres@", with: "\(role.name)@")
        let container = try ModelContainer(for: Parcel.self, Courier.self, configurations: configuration)
        store = try #require(container.core.stores.first?.object as? PostgresStore)
        context = ModelContext(container)
    }

    @Test func manyRowsAreInsertedWithoutCopy() throws {
        let courier = Courier(name: "Ada")
        context.insert(courier)
        for number in 0..<1_500 {
            let parcel = Parcel(label: "\(number)", weight: Double(number) / 4)
            context.insert(parcel)
            parcel.courier = courier
        }
        let before = store.roundTrips
        try context.save()
        #expect(store.roundTrips - before <= 5)
        #expect(
            try namespace.psql("SELECT count(DISTINCT label), sum(weight), count(courier_pk) FROM parcel")
                == "1500|281062.5|1500"
        )
    }

    @Test func largeRowsAreInsertedInParts() throws {
        let statements = Locked(0)
        store.statementObserver = { sql in
            if sql.hasPrefix("INSERT INTO \"parcel\"") { statements.withLock { $0 += 1 } }
        }
        for letter in ["a", "b", "c"] { context.insert(Parcel(label: String(repeating: letter, count: 30_000_000))) }
        try context.save()
        #expect(statements.withLock { $0 } >= 2)
        #expect(
            try namespace.psql("SELECT left(label, 1), length(label) FROM parcel ORDER BY label")
                == "a|30000000\nb|30000000\nc|30000000"
        )
    }

    @Test func aPolicyThatRefusesARowTakesTheSaveBack() throws {
        for number in 0..<600 { context.insert(Parcel(label: "x", weight: number == 599 ? 20_000 : 1)) }
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.insertedModelsArray.count == 600)
        #expect(try namespace.psql("SELECT count(*) FROM parcel") == "0")
        for parcel in context.insertedModelsArray.compactMap({ $0 as? Parcel }) { parcel.weight = 1 }
        try context.save()
        #expect(try namespace.psql("SELECT count(*) FROM parcel") == "600")
    }
}
#endif
