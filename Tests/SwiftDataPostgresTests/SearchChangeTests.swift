#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Changes of rows that an index receives.
extension ServerSearchTests {
    @Test func everyKindOfChangeIsTakenIn() throws {
        let context = try context()
        try fill(context)
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        #expect(try found(context, "rose") == (0..<10).map { $0 * 2 })
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "f")
        let all = try all(context)
        all[0].title = "violet"
        #expect(try found(context, "violet").isEmpty)
        try context.save()
        #expect(try found(context, "violet") == [0])
        context.delete(all[2])
        context.insert(Placard(number: 100, title: "rose"))
        try context.save()
        #expect(try found(context, "rose") == [4, 6, 8, 10, 12, 14, 16, 18, 100])
        try context.update(Placard.self, where: #Predicate { $0.number > 90 }) { $0.set(\.title, to: "iris") }
        #expect(try found(context, "iris") == [100])
        try context.update(Placard.self, where: .search("tulip")) { $0.set(\.remark, to: "seen") }
        #expect(try context.fetchCount(FetchDescriptor<Placard>(predicate: #Predicate { $0.remark == "seen" })) == 10)
        try context.execute("UPDATE \(Placard.self) SET \(\Placard.title) = 'own sql' WHERE \(\Placard.number) = 5")
        try context.save()
        #expect(try found(context, "sql") == [5])
        let other = try self.context()
        other.insert(Placard(number: 300, title: "foreign"))
        try other.save()
        #expect(try found(context, "foreign") == [300])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try context.transaction(isolated: true) {
                context.insert(Placard(number: 400, title: "undone"))
                throw Stop()
            }
        }
        #expect(try found(context, "undone").isEmpty)
        try context.container.erase()
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "0")
        #expect(try found(context, "rose").isEmpty)
    }

    @Test func rowsThatSQLChangesAreTakenInWhereItIsRecorded() throws {
        let context = try context { $0.recordsOtherPrograms = true }
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        _ = try namespace.psql("UPDATE placard SET title = 'violet' WHERE number = 3")
        // The key and the version of a row that is there again are the same.
        _ = try namespace.psql(
            "WITH gone AS (DELETE FROM placard WHERE number = 4 RETURNING *) SELECT 1; "
                + "INSERT INTO placard (pk, row_entity, row_version, number, title, remark) "
                + "SELECT row_key, (SELECT min(row_entity) FROM placard), row_version, 4, 'violet', '' FROM swiftdata_search "
                + "WHERE row_key NOT IN (SELECT pk FROM placard)"
        )
        #expect(try found(context, "violet") == [3, 4])
        #expect(try found(context, "rose") == [0, 2, 6, 8, 10, 12, 14, 16, 18])
    }

    @Test(arguments: [false, true]) func aHistoryThatWasDeletedIsMadeUpFor(isWhole: Bool) throws {
        let context = try context()
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        let all = try all(context)
        context.author = "import"
        all[0].title = "violet"
        context.delete(all[2])
        try context.save()
        context.author = nil
        context.insert(Placard(number: 100, title: "last"))
        try context.save()
        try context.deleteHistory(
            isWhole
                ? HistoryDescriptor<DefaultHistoryTransaction>()
                : HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.author == "import" })
        )
        let untouched = try namespace.psql(
            "SELECT string_agg(xmin::text, ',' ORDER BY row_key) FROM swiftdata_search WHERE row_key > 3"
        )
        #expect(try found(context, "violet") == [0])
        #expect(try found(context, "last") == [100])
        #expect(try found(context, "rose") == [4, 6, 8, 10, 12, 14, 16, 18])
        #expect(
            try namespace.psql("SELECT count(*), max(row_count) FROM swiftdata_search, swiftdata_search_state")
                == "20|20"
        )
        // What has not changed is compared and not written.
        #expect(
            try namespace.psql(
                "SELECT string_agg(xmin::text, ',' ORDER BY row_key) FROM swiftdata_search WHERE row_key > 3"
            )
            .hasPrefix(untouched)
        )
    }
}
#endif
