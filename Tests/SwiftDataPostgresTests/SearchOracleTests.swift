#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import SwiftDataQueries
import TestSupport
import Testing

/// Searches on the server beside those of SQLite and of memory.
extension ServerSearchTests {
    @Test(.timeLimit(.minutes(30))) func searchesFindTheRowsThatSQLiteFinds() throws {
        let server = try context()
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let local = ModelContext(try ModelContainer(for: Placard.self, configurations: configuration))
        local.autosaveEnabled = false
        var draw = SearchDraw(seed: UInt64(Trials.seeds(1, from: 40).lowerBound))
        var texts: [Int: (String, String?)] = [:]
        func put(_ number: Int, in context: ModelContext) throws {
            let (title, text) = try #require(texts[number])
            context.insert(Placard(number: number, title: title, text: text))
        }
        for number in 0..<300 {
            texts[number] = (draw.text(), Bool.random(using: &draw) ? nil : draw.text())
            for context in [server, local] { try put(number, in: context) }
        }
        for context in [server, local] { try context.save() }
        var (total, empty, byIndex) = (0, 0, 0)
        let store = try store(server)
        let before = store.searchedRowCount
        for trial in 0..<Trials.count(300, short: 120) {
            if trial % 40 == 39 {
                // Some rows change, go and come.
                for _ in 0..<(trial % 200 == 199 ? 60 : 3) {
                    let number = Int.random(in: 0..<330, using: &draw)
                    let isDeletion = Int.random(in: 0..<4, using: &draw) == 0
                    let wasThere = texts[number] != nil
                    texts[number] = isDeletion ? nil : (draw.text(), Bool.random(using: &draw) ? nil : draw.text())
                    for context in [server, local] {
                        let predicate = #Predicate<Placard> { $0.number == number }
                        if wasThere { try context.delete(model: Placard.self, where: predicate) }
                        if !isDeletion { try put(number, in: context) }
                        try context.save()
                    }
                }
            }
            let all = texts.values.flatMap { [$0.0, $0.1].compactMap { $0 } }
            let query = draw.query(all)
            let prefixes = Bool.random(using: &draw)
            let expected = try found(local, query, prefixes: prefixes)
            let answer = try found(server, query, prefixes: prefixes)
            #expect(answer == expected, "\(query.debugDescription) \(prefixes)")
            if trial % 10 == 0 {
                let predicate: Predicate<Placard> = .search(query, matchesPrefixes: prefixes)
                let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])
                #expect(try server.fetch(descriptor).map(\.number) == expected, "\(query.debugDescription) \(prefixes)")
                #expect(try server.fetchCount(descriptor) == expected.count)
            }
            total += answer.count
            if answer.isEmpty { empty += 1 }
            byIndex += 1
        }
        let read = store.searchedRowCount - before
        // The queries are no trivial ones, and the index leaves out most rows.
        #expect(empty < byIndex * 3 / 4)
        #expect(read < byIndex * 100)
        print("• \(byIndex) random searches of 300 rows: \(total) found, \(empty) empty, \(read) rows read")
    }

    @Test func scoresAndHighlightsAreThoseOfMemory() throws {
        let server = try context()
        var draw = SearchDraw(seed: 7)
        for number in 0..<100 {
            server.insert(Placard(number: number, title: draw.text(), text: draw.text(30)))
        }
        server.insert(Placard(number: 900, title: "rose tomato", text: "tomato rose"))
        try server.save()
        for query in ["rose", "soup tomato", "東京", "\"rose tomato\"", "ros*", "straße"] {
            let byIndex = try server.search(Placard.self, query)
            _ = try namespace.psql("ALTER TABLE swiftdata_search_state RENAME TO hidden")
            try expectReads(server, -1) {
                // The index cannot be made anew either.
                _ = try namespace.psql("CREATE VIEW swiftdata_search_state AS SELECT 1 AS one")
                let byMemory = try server.search(Placard.self, query)
                #expect(byMemory.map(\.model.number) == byIndex.map(\.model.number), "\(query)")
                for (one, other) in zip(byMemory, byIndex) {
                    #expect(abs(one.score - other.score) < 1e-9, "\(query)")
                    #expect(one.highlights.map { $0.marked("[", "]") } == other.highlights.map { $0.marked("[", "]") })
                    #expect(one.snippet()?.text == other.snippet()?.text)
                }
                #expect(!byMemory.isEmpty, "\(query)")
            }
            _ = try namespace.psql(
                "DROP VIEW swiftdata_search_state; ALTER TABLE hidden RENAME TO swiftdata_search_state"
            )
        }
    }
}
#endif
