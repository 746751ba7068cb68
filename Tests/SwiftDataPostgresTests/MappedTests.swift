#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Tables that another program made, which are read by a role that may do nothing else.
@Suite final class MappedTests {
    private let namespace: TemporaryNamespace
    private let role: String
    private let before: String

    init() throws {
        namespace = try TemporaryNamespace()
        role = "r" + namespace.name
        _ = try namespace.psql("CREATE SCHEMA \(namespace.name)")
        _ = try namespace.psql(Bookshop.tables + Bookshop.rows)
        // A zone with another time in summer: no value may depend on it.
        _ = try namespace.psql(
            """
            CREATE ROLE \(role) LOGIN; ALTER ROLE \(role) SET timezone TO 'America/New_York';
            GRANT USAGE ON SCHEMA \(namespace.name) TO \(role);
            GRANT SELECT ON ALL TABLES IN SCHEMA \(namespace.name) TO \(role)
            """
        )
        before = try namespace.dump()
    }

    deinit { _ = try? namespace.psql("DROP OWNED BY \(role); DROP ROLE \(role)") }

    private func configuration(_ schema: Schema) -> PostgresConfiguration {
        let url = namespace.url.replacingOccurrences(of: "postgres@", with: "\(role)@")
        var configuration = PostgresConfiguration(url, schema: schema, namespace: namespace.name)
        configuration.tables = .existing
        return configuration
    }

    private func open() throws -> ModelContainer {
        try ModelContainer(for: Bookshop.schema, configurations: [configuration(Bookshop.schema)])
    }

    private func keys(_ sql: String) throws -> [Int64] {
        try namespace.psql(sql).split(separator: "\n").compactMap { Int64($0) }
    }

    private func keys(_ models: [some PersistentModel]) -> [Int64] {
        models.compactMap { $0.persistentModelID.row }
    }

    @Test func valuesAreThoseThatPsqlShows() throws {
        let context = ModelContext(try open())
        let authors = try context.fetch(FetchDescriptor<Bookshop.Author>(sortBy: [SortDescriptor(\.name)]))
        let reported = try namespace.psql(
            """
            SELECT concat_ws('|', id, full_name, extract(epoch FROM "birthDay")::bigint,
              extract(epoch FROM joined)::float8, rating, score, upper(uid::text), email, place_town, place_code,
              settings->>'theme', settings->>'size') FROM shop_author ORDER BY id
            """
        ).split(separator: "\n").map(String.init)
        let read = authors.map { author in
            let parts: [Any?] = [
                keys([author])[0], author.name, author.birthday.map { Int64($0.timeIntervalSince1970) },
                author.joined.timeIntervalSince1970, author.rating.map { "\($0)".replacing(/\.0$/, with: "") },
                "\(author.score)".replacing(/\.0$/, with: ""), author.uid, author.email, author.place.town,
                author.place.code, author.settings.theme, author.settings.size,
            ]
            return parts.compactMap { $0.map { "\($0)" } }.joined(separator: "|")
        }
        #expect(read == reported && read.count == 6)
        let books = try context.fetch(FetchDescriptor<Bookshop.Book>())
        let rows = try namespace.psql(
            """
            SELECT concat_ws('|', id, title, trim(isbn), trim_scale(price), pages, copies, kind,
              (extract(epoch FROM published) * 1000000)::bigint, array_to_string(tags, ','), array_to_string(sizes, ','),
              upper(array_to_string(marks, ',')), encode(cover, 'hex'), meta->>'theme', is_sold::text)
            FROM shop_book ORDER BY id
            """
        ).split(separator: "\n").map(String.init)
        let shown = books.map { book in
            let published = book.published.map { Int64(($0.timeIntervalSince1970 * 1_000_000).rounded()) }
            let sizes = book.sizes.map { $0.map(String.init).joined(separator: ",") }
            let cover = book.cover.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
            let parts: [Any?] = [
                keys([book])[0], book.title, book.isbn, book.price, book.pages, book.copies, book.genre.rawValue,
                published, book.tags.joined(separator: ","), sizes,
                book.marks.map(\.uuidString).joined(separator: ","), cover, book.meta?.theme, book.isSold,
            ]
            return parts.compactMap { $0.map { "\($0)" } }.joined(separator: "|")
        }
        #expect(shown == rows && rows.count == 40)
        #expect(try namespace.dump() == before)
    }

    /// What each condition finds, and what the same condition finds in psql.
    @Test func conditionsAndOrdersAreThoseOfTheServer() throws {
        let container = try open()
        let context = ModelContext(container)
        func expect(
            _ predicate: Predicate<Bookshop.Book>,
            _ condition: String,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            let found = try context.fetch(FetchDescriptor(predicate: predicate))
            let reported = try keys("SELECT id FROM shop_book b WHERE \(condition) ORDER BY id")
            #expect(keys(found) == reported && !reported.isEmpty && reported.count < 40, sourceLocation: location)
            #expect(
                try context.fetchCount(FetchDescriptor(predicate: predicate)) == reported.count,
                sourceLocation: location
            )
        }
        let day = Date(timeIntervalSince1970: 1_717_200_000)
        let mark = try #require(UUID(uuidString: "ABCDEF00-0000-4000-8000-000000000001"))
        try expect(#Predicate { $0.pages > 200 && $0.copies < 900 }, "pages > 200 AND copies < 900")
        try expect(#Predicate { $0.title.contains("pp") }, "title LIKE '%pp%'")
        try expect(#Predicate { $0.isbn == nil }, "isbn IS NULL")
        try expect(#Predicate { $0.isbn == "9787" }, "isbn = '9787'")
        try expect(#Predicate { $0.isSold }, "is_sold")
        try expect(#Predicate { $0.published.flatMap { $0 > day } ?? false }, "published > to_timestamp(1717200000)")
        try expect(#Predicate { $0.tags.contains("new") }, "'new' = ANY (tags)")
        try expect(#Predicate { $0.marks.contains(mark) }, "cardinality(marks) = 1")
        try expect(#Predicate { $0.author.name == "Author 3" }, "author_id = 3")
        try expect(#Predicate { $0.editor != nil }, "checked_by_id IS NOT NULL")
        try expect(
            #Predicate { $0.author.place.town == "Town 1" && $0.author.place.code == nil },
            "author_id IN (SELECT id FROM shop_author WHERE place_town = 'Town 1' AND place_code IS NULL)"
        )
        try expect(
            #Predicate { book in book.keywords.contains { $0.word == "word 3" } },
            "EXISTS (SELECT FROM shop_book_keywords k WHERE k.book_id = b.id AND k.keyword_id = 3)"
        )
        try expect(#Predicate { $0.author.biography == nil }, "author_id > 4")
        try expect(#Predicate { $0.clients.count == 2 }, "id = 2")

        var page = FetchDescriptor<Bookshop.Book>(sortBy: [
            SortDescriptor(\.genre.rawValue), SortDescriptor(\.pages, order: .reverse),
        ])
        (page.fetchOffset, page.fetchLimit) = (5, 7)
        let sorted = try keys("SELECT id FROM shop_book ORDER BY kind::text COLLATE \"C\", pages DESC LIMIT 7 OFFSET 5")
        #expect(try keys(context.fetch(page)) == sorted)
        let (count, copies, first) = try context.aggregate(
            Bookshop.Book.self,
            where: #Predicate { $0.pages > 100 },
            .count,
            .sum(\.copies),
            .min(\.published)
        )
        let sums = try namespace.psql(
            "SELECT count(*), sum(copies), extract(epoch FROM min(published))::float8 FROM shop_book WHERE pages > 100"
        )
        #expect("\(count)|\(copies)|\(first?.timeIntervalSince1970 ?? 0)" == sums)
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        #expect(store.refusalCount == 0)
        #expect(try namespace.dump() == before)
    }

    @Test func relationshipsLeadToTheirRows() throws {
        let context = ModelContext(try open())
        func line(_ owner: some PersistentModel, _ members: [[Int64]]) -> String {
            ([keys([owner])] + members).map { $0.map(String.init).joined(separator: ",") }.joined(separator: ":")
        }
        func lines(_ columns: [String], _ table: String) throws -> [String] {
            let lists = columns.map { "coalesce((\($0)), '')" }
            let sql = "SELECT concat_ws(':', o.id, \(lists.joined(separator: ", "))) FROM \(table) o ORDER BY o.id"
            return try namespace.psql(sql).split(separator: "\n").map(String.init)
        }
        func list(_ key: String, _ condition: String) -> String {
            "SELECT string_agg(DISTINCT \(key)::text, ',' ORDER BY \(key)::text) FROM \(condition)"
        }
        let authors = try context.fetch(FetchDescriptor<Bookshop.Author>()).map { author in
            line(author, [keys(author.books).sorted { "\($0)" < "\($1)" }, keys(author.biography.map { [$0] } ?? [])])
        }
        #expect(
            try authors
                == lines(
                    [list("id", "shop_book WHERE author_id = o.id"), list("pk", "biography WHERE author_id = o.id")],
                    "shop_author"
                )
        )
        // The table of clients has a row twice.
        let books = try context.fetch(FetchDescriptor<Bookshop.Book>()).map { book in
            line(
                book,
                [keys([book.author]), keys(book.editor.map { [$0] } ?? []), keys(book.keywords), keys(book.clients)]
            )
        }
        #expect(
            try books
                == lines(
                    [
                        "o.author_id::text", "o.checked_by_id::text",
                        list("keyword_id", "shop_book_keywords WHERE book_id = o.id"),
                        list("client_id", "books_clients WHERE book_id = o.id"),
                    ],
                    "shop_book"
                )
        )
        var prefetching = FetchDescriptor<Bookshop.Keyword>()
        prefetching.relationshipKeyPathsForPrefetching = [\.books]
        let words = try ModelContext(try open()).fetch(prefetching).map { word in
            line(word, [keys(word.books).sorted { "\($0)" < "\($1)" }])
        }
        #expect(
            try words == lines([list("book_id", "shop_book_keywords WHERE keyword_id = o.id")], "shop_keyword")
        )
        for life in try context.fetch(FetchDescriptor<Bookshop.Biography>()) {
            #expect(life.author.biography === life)
        }
    }

    @Test func aFetchSeesWhatAnotherProgramHasWritten() throws {
        let container = try open()
        let context = ModelContext(container)
        let words = try context.fetch(FetchDescriptor<Bookshop.Keyword>())
        _ = try namespace.psql(
            "UPDATE shop_keyword SET word = 'changed' WHERE id = 2; INSERT INTO shop_keyword (word) VALUES ('added'); "
                + "DELETE FROM shop_book_keywords WHERE keyword_id = 5; DELETE FROM shop_keyword WHERE id = 5"
        )
        let now = try context.fetch(FetchDescriptor<Bookshop.Keyword>())
        #expect(now.map(\.word) == ["word 1", "changed", "word 3", "word 4", "added"])
        #expect(now[1] === words[1])
        // The identifiers are those of every process.
        let other = ModelContext(try open())
        let identifier = now[1].persistentModelID
        #expect((other.model(for: identifier) as? Bookshop.Keyword)?.word == "changed")
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).isEmpty)
    }

    @Test func nothingIsWritten() throws {
        let container = try open()
        func expectReadOnly(_ location: SourceLocation = #_sourceLocation, _ body: (ModelContext) throws -> Void) {
            do {
                try body(ModelContext(container))
                Issue.record("something was written", sourceLocation: location)
            } catch {
                #expect((error as? StoreError)?.code == .readOnly, "\(error)", sourceLocation: location)
            }
        }
        expectReadOnly { context in
            try context.fetch(FetchDescriptor<Bookshop.Keyword>()).first?.word = "x"
            try context.save()
        }
        expectReadOnly { context in
            for word in try context.fetch(FetchDescriptor<Bookshop.Keyword>()) { context.delete(word) }
            try context.save()
        }
        expectReadOnly { try $0.delete(model: Bookshop.Keyword.self, where: #Predicate { $0.word == "word 1" }) }
        expectReadOnly { try $0.deleteHistory(HistoryDescriptor<DefaultHistoryTransaction>()) }
        expectReadOnly { try $0.execute("DELETE FROM \(Bookshop.Keyword.self)") }
        expectReadOnly { _ in try (container.core.stores.first?.object as? PostgresStore)?.erase() }
        // A role that could write writes nothing either.
        var configuration = self.configuration(Bookshop.schema)
        configuration.connection = namespace.url
        let owner = ModelContext(try ModelContainer(for: Bookshop.schema, configurations: [configuration]))
        try owner.fetch(FetchDescriptor<Bookshop.Keyword>()).first?.word = "x"
        #expect(throws: StoreError.self) { try owner.save() }
        #expect(try namespace.dump() == before)
        #expect(
            try namespace.psql(
                "SELECT count(*) FROM pg_tables WHERE tablename LIKE 'swiftdata%' AND schemaname = '\(namespace.name)'"
            ) == "0"
        )
    }

    @Test func statementsOfTheProgramReadTheModelsTables() throws {
        let context = ModelContext(try open())
        let long = try context.sql(
            "SELECT \(key: Bookshop.Book.self) FROM \(Bookshop.Book.self) WHERE \(\Bookshop.Book.pages) > \(380) ORDER BY 1",
            as: Bookshop.Book.self
        )
        #expect(long.map(\.pages) == [390, 400])
        let counts = try context.sql(
            """
            WITH sold AS (SELECT * FROM \(Bookshop.Book.self) WHERE \(\Bookshop.Book.isSold)) \
            SELECT genre, count(*) FROM sold GROUP BY 1 ORDER BY 1
            """,
            as: (String, Int).self
        )
        let reported = try namespace.psql(
            "SELECT kind::text, count(*) FROM shop_book WHERE is_sold GROUP BY 1 ORDER BY 1"
        )
        #expect(counts.map { "\($0.0)|\($0.1)" }.joined(separator: "\n") == reported)
    }

    @Test func keysUseTheIndicesOfTheTables() throws {
        _ = try namespace.psql(
            """
            INSERT INTO shop_author SELECT n, 'A', NULL, now(), NULL, 1, gen_random_uuid(), 'x', 'T', NULL, '{}'
              FROM generate_series(100, 3000) n;
            INSERT INTO shop_book SELECT n, 't', NULL, 1, 1, 1, 'novel', NULL, '{}', NULL, '{}', NULL, NULL, true, n % 2900 + 100
              FROM generate_series(100, 20000) n;
            """
        )
        _ = try namespace.psql("ANALYZE")
        let container = try open()
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        let seen = Locked<[String]>([])
        store.statementObserver = { sql in seen.withLock { $0.append(sql) } }
        let context = ModelContext(container)
        let author = try #require(
            try context.fetch(FetchDescriptor<Bookshop.Author>(predicate: #Predicate { $0.name == "Author 2" })).first
        )
        #expect(author.books.count == 7)
        let keys = try context.fetchIdentifiers(FetchDescriptor<Bookshop.Book>())
        _ = (ModelContext(container).model(for: keys[7]) as? Bookshop.Book)?.title
        store.statementObserver = nil
        for (condition, index) in [("t.pk = $1", "shop_book_pkey"), ("= ANY($1)", "shop_book_author_id_idx")] {
            let statement = try #require(seen.withLock { $0 }.last { $0.contains(condition) })
            let plan = try store.plan(of: statement).joined(separator: "\n")
            #expect(plan.contains(index) && !plan.contains("Seq Scan"), "\(plan)")
        }
    }

    @Test func textsWithoutCaseAreReadAsTheyAre() throws {
        _ = try namespace.psql("CREATE EXTENSION IF NOT EXISTS citext SCHEMA public")
        _ = try namespace.psql(
            "ALTER TABLE shop_keyword ALTER word TYPE public.citext; UPDATE shop_keyword SET word = 'Word' WHERE id = 1"
        )
        let context = ModelContext(try open())
        let exact = FetchDescriptor<Bookshop.Keyword>(predicate: #Predicate { $0.word == "word" })
        #expect(try context.fetchCount(exact) == 0)
        #expect(try context.fetch(FetchDescriptor<Bookshop.Keyword>()).first?.word == "Word")
    }

    @Test func everyMisfitIsListedWithItsRemedy() throws {
        do {
            _ = try ModelContainer(for: Misfits.schema, configurations: [configuration(Misfits.schema)])
            Issue.record("the models fit")
        } catch let error as StoreError {
            let failure = try #require(error.underlyingError as? TableMappingFailure)
            let list = failure.misfits.map { misfit in
                "\(misfit.entity).\(misfit.property ?? "") \(misfit.table).\(misfit.column ?? "")"
            }
            #expect(
                Set(list) == [
                    "Book.title shop_book.title", "Book.isbn shop_book.isbn", "Book.price shop_book.price",
                    "Book.copies shop_book.copies", "Book.subtitle shop_book.", "Book.day shop_book.published",
                    "Book.tags shop_book.tags", "Book.editor shop_book.checked_by_id", "Book.illustrator shop_book.",
                    "Book.shelves book_shelves.", "Missing. Missing.", "Keyless. books_clients.",
                ]
            )
            #expect(list.count == 12 && failure.misfits.allSatisfy { !$0.remedy.isEmpty })
            #expect(error.code == .cannotOpen && error.message.contains("Declare the property as Decimal"))
            #expect(failure.misfits.allSatisfy { error.message.contains($0.description) })
        }
        #expect(try namespace.dump() == before)
    }

    @Test func aColumnThatTheRoleMayNotReadIsAMisfit() throws {
        _ = try namespace.psql(
            "REVOKE SELECT ON shop_keyword FROM \(role); GRANT SELECT (id) ON shop_keyword TO \(role)"
        )
        do {
            _ = try open()
            Issue.record("the column can be read")
        } catch let error as StoreError {
            let failure = try #require(error.underlyingError as? TableMappingFailure)
            #expect(failure.misfits.map(\.column) == ["word"] && error.propertyName == "word")
        }
    }
}
#endif
