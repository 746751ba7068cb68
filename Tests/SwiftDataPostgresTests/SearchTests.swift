#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import TestSupport
import Testing

/// Full-text search with an index on the server.
@Suite struct ServerSearchTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private func context(_ change: (inout PostgresConfiguration) -> Void = { _ in }) throws -> ModelContext {
        var configuration = namespace.configuration()
        change(&configuration)
        let context = ModelContext(
            try ModelContainer(for: Placard.self, Herb.self, Fern.self, configurations: configuration)
        )
        context.autosaveEnabled = false
        return context
    }

    private func store(_ context: ModelContext) throws -> PostgresStore {
        try #require(context.container.core.stores.first?.object as? PostgresStore)
    }

    private func fill(_ context: ModelContext, _ numbers: Range<Int> = 0..<20) throws {
        for number in numbers {
            context.insert(Placard(number: number, title: number % 2 == 0 ? "even rose" : "odd tulip"))
        }
        try context.save()
    }

    private func found(_ context: ModelContext, _ text: String, prefixes: Bool = false) throws -> [Int] {
        try context.search(Placard.self, text, matchesPrefixes: prefixes).map(\.model.number).sorted()
    }

    private func all(_ context: ModelContext) throws -> [Placard] {
        try context.fetch(FetchDescriptor<Placard>(sortBy: [SortDescriptor(\.number)]))
    }

    /// Expects that a piece of work reads so many rows by the index; -1 for work that does not use it.
    private func expectReads(
        _ context: ModelContext,
        _ expected: Int,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ work: () throws -> Void
    ) throws {
        let store = try store(context)
        let statements = Locked<[String]>([])
        store.statementObserver = { sql in statements.withLock { $0.append(sql) } }
        defer { store.statementObserver = nil }
        let before = store.searchedRowCount
        try work()
        let usesIndex = statements.withLock { $0.contains { $0.contains("::tsquery") } }
        #expect((usesIndex ? store.searchedRowCount - before : -1) == expected, sourceLocation: sourceLocation)
    }

    // MARK: What is found

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
        for trial in 0..<Trials.count(300) {
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

    @Test func aSubclassIsSearchedByItself() throws {
        let context = try context()
        context.insert(Herb(name: "common rose"))
        context.insert(Fern(name: "common oak", frond: "rough rose"))
        context.insert(Placard(number: 1, title: "common rose"))
        try context.save()
        #expect(try context.search(Herb.self, "common").count == 2)
        #expect(try context.search(Fern.self, "common").map(\.model.name) == ["common oak"])
        // The text of a subclass is none of its superclass.
        #expect(try context.search(Herb.self, "rose").map(\.model.name) == ["common rose"])
        #expect(try context.search(Fern.self, "rose").map(\.model.name) == ["common oak"])
        #expect(try context.search(Herb.self, "oak").first?.model is Fern)
        #expect(try found(context, "common") == [1])
    }

    @Test func wordsAndTextsOfAnyLengthAreFound() throws {
        let context = try context()
        let long = String(repeating: "ä", count: 3_000)
        context.insert(Placard(number: 1, title: long + "x"))
        context.insert(Placard(number: 2, title: long + "y"))
        try context.save()
        #expect(try found(context, long + "x") == [1])
        #expect(try found(context, long, prefixes: true) == [1, 2])
        #expect(try found(context, long).isEmpty)
        // More than the server has room for.
        let filler = String(repeating: "b", count: 1_900)
        context.insert(
            Placard(number: 3, title: "many", text: (0..<520).map { "\($0)\(filler)" }.joined(separator: " "))
        )
        try fill(context, 10..<120)
        #expect(try found(context, "519\(filler)") == [3])
        #expect(try found(context, "520\(filler)").isEmpty)
        #expect(try namespace.psql("SELECT words FROM swiftdata_search WHERE word_count > 500") == "'*'")
    }

    /// Two characters of a script without spaces may have more marks than a word of the server has bytes.
    @Test func charactersWithManyMarksDoNotStopTheIndex() throws {
        let context = try context()
        let marks = String(repeating: "\u{0E35}", count: 500)
        context.insert(Placard(number: 1, title: "ก\(marks)ข\(marks) rose"))
        context.insert(Placard(number: 2, title: "tulip"))
        try context.save()
        for (number, word) in [(1, "rose"), (2, "tulip")] {
            try expectReads(context, 1) {
                let numbers = try found(context, word)
                #expect(numbers == [number])
            }
        }
    }

    @Test(arguments: ["DROP TABLE swiftdata_search", "TRUNCATE swiftdata_search", "DROP TABLE swiftdata_search_state"])
    func wordsThatAreGoneAreMadeAgain(_ sql: String) throws {
        let context = try context()
        try fill(context)
        #expect(try found(context, "rose").count == 10)
        _ = try namespace.psql(sql)
        try expectReads(context, 10) {
            let numbers = try found(context, "rose")
            #expect(numbers.count == 10)
        }
    }

    /// SQLite's index, conditions and this index find the same beginnings.
    @Test func theBeginningOfASyllableFindsIt() throws {
        let local = try ModelContainer(
            for: Placard.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        for context in [try context(), ModelContext(local)] {
            context.insert(Placard(number: 1, title: "\u{D55C}\u{AD6D}\u{C5B4}"))
            try context.save()
            #expect(try found(context, "\u{D558}", prefixes: true) == [1])
            let predicate: Predicate<Placard> = .search("\u{D558}", matchesPrefixes: true)
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == 1)
            #expect(try found(context, "\u{D558}").isEmpty)
        }
    }

    // MARK: What is read

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

    // MARK: What changes rows

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

    // MARK: Failures

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

    @Test(.timeLimit(.minutes(5))) func searchesAndSavesAtOnceFindEverything() throws {
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

    // MARK: Stores that are only read, and other roles

    @Test func aStoreThatIsOnlyReadUsesAnIndexThatIsThere() throws {
        let writer = try context()
        try fill(writer)
        let reader = try context { $0.allowsSave = false }
        try expectReads(reader, -1) {
            let answer = try found(reader, "rose").count
            #expect(answer == 10)
        }
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        #expect(try found(writer, "rose").count == 10)
        try expectReads(reader, 10) {
            let answer = try found(reader, "rose").count
            #expect(answer == 10)
        }
        try fill(writer, 20..<400)
        #expect(try found(reader, "rose").count == 200)
        try writer.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        try expectReads(reader, -1) {
            let answer = try found(reader, "rose").count
            #expect(answer == 200)
        }
    }

    @Test func aStandbySearchesByTheIndex() throws {
        let host = try #require(ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_STANDBY"])
        let first = try #require(namespace.url.split(separator: "=").last)
        var configuration = PostgresConfiguration(
            "postgresql://postgres@/swiftdata?host=\(first),\(host)",
            namespace: namespace.name,
            reads: .preferStandby
        )
        configuration.statementTimeout = 20
        let container = try ModelContainer(for: Placard.self, Herb.self, Fern.self, configurations: configuration)
        let context = ModelContext(container)
        try fill(context, 0..<300)
        try expectReads(context, 150) {
            let answer = try found(context, "rose").count
            #expect(answer == 150)
        }
        try fill(context, 300..<302)
        #expect(try found(context, "rose").count == 151)
        let alone = try PostgresConnection(namespace.url.replacing("host=\(first)", with: "host=\(host)"))
        #expect(try alone.script("SELECT pg_is_in_recovery()").text(0, 0) == "t")
        #expect(try alone.script("SELECT count(*) FROM \"\(namespace.name)\".swiftdata_search").text(0, 0) == "300")
    }

    @Test func aRoleThatOwnsNothingIsSearchedInMemory() throws {
        let owner = try context()
        try fill(owner)
        let role = "r_" + namespace.name
        _ = try namespace.psql(
            "CREATE ROLE \(role) LOGIN; GRANT USAGE, CREATE ON SCHEMA \(namespace.name) TO \(role); "
                + "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(namespace.name) TO \(role); "
                + "GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(namespace.name) TO \(role)"
        )
        defer { _ = try? namespace.psql("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let other = try context { $0.connection = namespace.url.replacing("postgres@", with: "\(role)@") }
        try expectReads(other, -1) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        // The index of the owner is not for it, unless it may read it.
        #expect(try found(owner, "rose").count == 10)
        try expectReads(other, -1) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        _ = try namespace.psql("GRANT SELECT ON swiftdata_search, swiftdata_search_state TO \(role)")
        try expectReads(other, 10) {
            let answer = try found(other, "rose").count
            #expect(answer == 10)
        }
        try fill(other, 20..<400)
        #expect(try found(other, "rose").count == 200)
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "20")
    }

    // MARK: Migrations

    @Test func aMigrationDropsTheIndex() throws {
        do {
            let container = try ModelContainer(for: Former.Banner.self, configurations: namespace.configuration())
            let context = ModelContext(container)
            context.insert(Former.Banner(name: "Hindenburg"))
            try context.save()
            #expect(try context.search(Former.Banner.self, "hindenburg").count == 1)
            #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "1")
        }
        let container = try ModelContainer(
            for: Present.Banner.self,
            Present.Airfield.self,
            configurations: namespace.configuration()
        )
        #expect(try namespace.psql("SELECT to_regclass('swiftdata_search') IS NULL") == "t")
        let context = ModelContext(container)
        #expect(try context.search(Present.Banner.self, "hindenburg").map(\.model.name) == ["Hindenburg"])
        #expect(try context.search(Present.Airfield.self, "hindenburg").isEmpty)
        #expect(try namespace.psql("SELECT count(*) FROM swiftdata_search") == "1")
    }

    enum Former {
        @Model final class Banner {
            @Attribute(.spotlight) var name: String
            init(name: String) { self.name = name }
        }
    }

    enum Present {
        @Model final class Airfield {
            @Attribute(.spotlight) var title: String
            init(title: String) { self.title = title }
        }

        @Model final class Banner {
            @Attribute(.spotlight) var name: String
            var height: Int = 3
            init(name: String) { self.name = name }
        }
    }

    // MARK: Measures

    @Test(.enabled(if: ProcessInfo.processInfo.environment["MEASURE_SEARCH"] != nil), .timeLimit(.minutes(20)))
    func aSearchOfARareWordIsMeasured() throws {
        let writer = try context()
        var draw = SearchDraw(seed: 3)
        for number in 0..<20_000 {
            let title = number == 12_345 ? "orchid" : "daisy \(number)"
            writer.insert(Placard(number: number, title: title, text: draw.text(20)))
        }
        try writer.save()
        func time(_ work: () throws -> Void) throws -> Duration {
            let start = ContinuousClock.now
            try work()
            return .now - start
        }
        let reader = try context { $0.allowsSave = false }
        let memory = try time {
            let answer = try found(reader, "orchid")
            #expect(answer == [12_345])
        }
        let build = try time {
            let answer = try found(writer, "orchid")
            #expect(answer == [12_345])
        }
        let index =
            try time { for _ in 0..<20 { let answer = try found(writer, "orchid"); #expect(answer == [12_345]) } } / 20
        let many = try time {
            let answer = try writer.search(Placard.self, "daisy", limit: 20).count
            #expect(answer == 20)
        }
        print(
            "• 20,000 rows: memory \(memory), first search \(build), later ones \(index), \(memory / index) times; all rows \(many)"
        )
        #expect(index * 5 < memory)
    }
}
#endif
