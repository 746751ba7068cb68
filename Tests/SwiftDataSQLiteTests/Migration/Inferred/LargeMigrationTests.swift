import Foundation
import SwiftData
import SwiftDataCore
import Testing

/// Many rows in bounded memory. `MIGRATION_ROWS=1000000 swift test --filter LargeMigrationTests` prints what it took.
struct LargeMigrationTests {
    enum V1 {
        @Model class Owner {
            var name: String
            @Relationship(inverse: \Thing.owners) var things: [Thing] = []
            init(name: String) { self.name = name }
        }
        @Model class Thing {
            @Attribute(.unique) var number: Int
            var name: String
            var weight: Int
            var note: String?
            var owners: [Owner] = []
            init(number: Int) {
                self.number = number
                name = ""
                weight = 1
            }
        }
    }
    /// Columns are added and filled, and all rows renumbered, where they are.
    enum V2 {
        @Model class Added {
            var name: String = ""
            init() {}
        }
        @Model class Owner {
            var name: String
            @Relationship(inverse: \Thing.owners) var things: [Thing] = []
            init(name: String) { self.name = name }
        }
        @Model class Thing {
            @Attribute(.unique) var number: Int
            @Attribute(originalName: "name") var title: String
            var weight: Int
            var note: String = "none"
            var size: Int = 5
            var owners: [Owner] = []
            init(number: Int) {
                self.number = number
                title = ""
                weight = 1
            }
        }
    }
    /// The table is written anew, and the join table becomes keys in it.
    enum V3 {
        @Model class Owner {
            var name: String
            @Relationship(inverse: \Thing.owner) var things: [Thing] = []
            init(name: String) { self.name = name }
        }
        @Model class Thing {
            @Attribute(.unique) var number: Int
            var title: String
            var weight: Double
            @Relationship(originalName: "owners") var owner: Owner?
            init(number: Int) {
                self.number = number
                title = ""
                weight = 1
            }
        }
    }

    private static let rows = ProcessInfo.processInfo.environment["MIGRATION_ROWS"].flatMap(Int.init)
    private static let first: [any PersistentModel.Type] = [V1.Owner.self, V1.Thing.self]
    private static let second: [any PersistentModel.Type] = [V2.Added.self, V2.Owner.self, V2.Thing.self]
    private static let third: [any PersistentModel.Type] = [V3.Owner.self, V3.Thing.self]

    /// The most memory that the process has had so far, where the system tells.
    private static func peak() -> String {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        return status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }.map(String.init) ?? "unknown"
    }

    @Test(.enabled(if: rows != nil, "set MIGRATION_ROWS"))
    func manyRowsAreMigrated() throws {
        let count = Self.rows ?? 0
        let store = try MigratedStore()
        try store.open(Self.first) { _ in }
        _ = try store.sql(
            """
            BEGIN;
            INSERT INTO ZOWNER (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'one'), (2, 1, 1, 'two');
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO ZTHING (Z_PK, Z_ENT, Z_OPT, ZNUMBER, ZWEIGHT, ZNAME, ZNOTE)
            SELECT i, 2, 1, i, i % 100, 'thing number ' || i, CASE WHEN i % 2 THEN 'note ' || i END FROM n;
            INSERT INTO Z_1THINGS SELECT 1 + Z_PK % 2, Z_PK FROM ZTHING;
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (1, 16002, 1);
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
            SELECT Z_PK, 16001, 1, 2, Z_PK, 1, x'80' FROM ZTHING;
            UPDATE Z_PRIMARYKEY SET Z_MAX = \(count) WHERE Z_NAME = 'Thing';
            COMMIT;
            """
        )
        print(
            "• rows: \(count); file: \(try store.sql("SELECT page_count * 4096 FROM pragma_page_count")) bytes; \(Self.peak())"
        )
        for (name, types) in [("in place", Self.second), ("anew", Self.third)] {
            let start = ContinuousClock.now
            var reports = 0
            try store.migrate(to: types) { _ in reports += 1 }
            print("• \(name): \(ContinuousClock.now - start), \(reports) reports, \(Self.peak())")
            #expect(reports > count / 20_000)
        }
        #expect(
            try store.sql("SELECT count(*) || ' ' || sum(ZWEIGHT) || ' ' || typeof(ZWEIGHT) FROM ZTHING").hasPrefix(
                "\(count) "
            )
        )
        #expect(
            try store.sql(
                "SELECT count(*) FROM ZTHING WHERE ZOWNER = 1 + Z_PK % 2 AND ZTITLE = 'thing number ' || Z_PK"
            ) == "\(count)"
        )
        #expect(try store.sql("SELECT count(*) FROM ACHANGE WHERE ZENTITY = 2 AND ZENTITYPK = Z_PK") == "\(count)")
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
    }
}
