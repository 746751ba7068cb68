#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// The rows that a search reads.
extension ServerSearchTests {
    @Test func aSearchReadsNoMoreThanWhatItMayFind() throws {
        let context = try context()
        for number in 0..<2_000 {
            context.insert(
                Placard(number: number, title: number == 1_234 ? "a rare orchid" : "a common daisy \(number)")
            )
        }
        try context.save()
        _ = try found(context, "orchid")
        try expectReads(context, 1) {
            let answer = try found(context, "orchid")
            #expect(answer == [1_234])
        }
        try expectReads(context, 0) {
            let answer = try found(context, "nothing").isEmpty
            #expect(answer)
        }
        let predicate: Predicate<Placard> = .search("orchid")
        try expectReads(context, 3) {
            let answer = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.number)
            #expect(answer == [1_234])
            let count = try context.fetchCount(FetchDescriptor(predicate: predicate))
            #expect(count == 1)
            let joined = #Predicate<Placard> { predicate.evaluate($0) && $0.number > 5 }
            let few = try context.fetch(FetchDescriptor(predicate: joined)).map(\.number)
            #expect(few == [1_234])
        }
        // A row that has changed is tested as well, and nothing is written for it.
        try #require(try all(context).first).title = "daisy orchid"
        try context.save()
        let state = try namespace.psql("SELECT position FROM swiftdata_search_state")
        try expectReads(context, 2) {
            let answer = try found(context, "orchid")
            #expect(answer == [0, 1_234])
        }
        #expect(try namespace.psql("SELECT position FROM swiftdata_search_state") == state)
        let plan = try namespace.psql(
            "EXPLAIN SELECT w.row_key FROM swiftdata_search w WHERE w.words @@ '(''orchid'') | ''*'''::tsquery"
        )
        #expect(plan.contains("Bitmap Index Scan on swiftdata_search_words"), "\(plan)")
    }

    @Test func manyChangesAreTakenIn() throws {
        let context = try context()
        try fill(context, 0..<2_500)
        #expect(try found(context, "rose").count == 1_250)
        #expect(
            try namespace.psql("SELECT row_count, word_count, reached > 1 FROM swiftdata_search_state") == "2500|5000|t"
        )
        for placard in try all(context) { placard.title = placard.number < 3 ? "rose" : "violet" }
        try context.save()
        #expect(try found(context, "rose") == [0, 1, 2])
        #expect(try namespace.psql("SELECT row_count, word_count FROM swiftdata_search_state") == "2500|2500")
        try expectReads(context, 3) { _ = try found(context, "rose") }
        try context.delete(model: Placard.self, where: #Predicate { $0.number > 1 })
        #expect(try found(context, "rose") == [0, 1])
        // The words of deleted rows have gone.
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "2")
        #expect(try namespace.psql("SELECT row_count, word_count FROM swiftdata_search_state") == "2|2")
    }
}
#endif
