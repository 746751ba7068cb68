#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Failures while an index is made, and writers at once.
extension ServerSearchTests {
    /// Makes the index fail at a row, by an error or by the end of the connection.
    private func plantFailure(at key: Int, _ action: String) throws {
        _ = try namespace.psql(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \(action); RETURN NEW; END $$; "
                + "CREATE TRIGGER fail BEFORE INSERT OR UPDATE ON swiftdata_search FOR EACH ROW WHEN (NEW.row_key = \(key)) "
                + "EXECUTE FUNCTION \(namespace.name).fail()"
        )
    }

    private func index() throws -> String {
        try namespace.psql(
            "SELECT md5(string_agg(w::text, ';' ORDER BY row_key)) FROM swiftdata_search w; SELECT * FROM swiftdata_search_state"
        )
    }

    @Test(arguments: ["RAISE EXCEPTION 'planted'", "PERFORM pg_terminate_backend(pg_backend_pid())"])
    func aTransactionThatEndsHalfWayLeavesTheFormerIndex(action: String) throws {
        let context = try context()
        try fill(context, 0..<400)
        #expect(try found(context, "rose").count == 200)
        for placard in try all(context) where placard.number >= 200 { placard.title = "violet" }
        try context.save()
        let before = try index()
        let key = try namespace.psql("SELECT pk FROM placard WHERE number = 350")
        try plantFailure(at: try #require(Int(key)), action)
        if action.hasPrefix("RAISE") {
            #expect(try found(context, "violet").count == 200)
        } else {
            #expect(throws: (any Error).self) { try found(context, "violet") }
        }
        #expect(try index() == before)
        _ = try namespace.psql("DROP TRIGGER fail ON swiftdata_search")
        #expect(try found(context, "violet").count == 200)
        #expect(try found(context, "rose").count == 100)
        #expect(try index() != before)
    }

    @Test func anIndexThatIsHalfMadeIsGoneOnWith() throws {
        let context = try context()
        try fill(context, 0..<20)
        #expect(try found(context, "rose").count == 10)
        _ = try namespace.psql("TRUNCATE swiftdata_search, swiftdata_search_state")
        try fill(context, 20..<2_600)
        try plantFailure(
            at: try #require(Int(try namespace.psql("SELECT pk FROM placard WHERE number = 2200"))),
            "RAISE EXCEPTION 'planted'"
        )
        #expect(try found(context, "rose").count == 1_300)
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "2000")
        // A row that the index has already changes meanwhile, and one goes.
        let all = try all(context)
        all[0].title = "violet"
        context.delete(all[2])
        try context.save()
        _ = try namespace.psql("DROP TRIGGER fail ON swiftdata_search")
        #expect(try found(context, "rose").count == 1_298)
        #expect(try found(context, "violet") == [0])
        try expectReads(context, 1) { _ = try found(context, "violet") }
        #expect(
            try namespace.psql("SELECT count(*), min(row_count) FROM swiftdata_search, swiftdata_search_state")
                == "2599|2599"
        )
    }

    @Test(.timeLimit(.minutes(15))) func searchesAndSavesAtOnceFindEverything() throws {
        let first = try context()
        try fill(first, 0..<1_200)
        let contexts = try (0..<3).map { _ in try context().container }
        let failures = Locked<[String]>([])
        DispatchQueue.concurrentPerform(iterations: 6) { thread in
            do {
                let context = ModelContext(contexts[thread % 3])
                context.autosaveEnabled = false
                for round in 0..<8 {
                    if thread % 2 == 0 {
                        for number in 0..<30 {
                            context.insert(
                                Placard(number: 10_000 * (thread + 1) + round * 100 + number, title: "own t\(thread)")
                            )
                        }
                        try context.save()
                        // A search finds what was saved before it began.
                        let own = try context.search(Placard.self, "t\(thread)").count
                        if own != (round + 1) * 30 {
                            failures.withLock { $0.append("\(thread): \(own) in round \(round)") }
                        }
                    } else {
                        let roses = try context.search(Placard.self, "rose").count
                        if roses != 600 { failures.withLock { $0.append("\(thread): \(roses) roses") } }
                    }
                }
            } catch {
                failures.withLock { $0.append("\(thread): \(error)") }
            }
        }
        #expect(failures.withLock { $0 } == [])
        #expect(try found(first, "own").count == 720)
        let differing = try namespace.psql(
            "SELECT count(*) FROM swiftdata_search w FULL JOIN placard p ON p.pk = w.row_key WHERE p.pk IS NULL"
        )
        #expect(differing == "0")
    }
}
#endif
