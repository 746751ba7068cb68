#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// Arrays as arrays of the server.
@Suite struct ArrayTests {
    private func container(_ namespace: TemporaryNamespace) throws -> ModelContainer {
        try ModelContainer(for: Basket.self, configurations: namespace.configuration())
    }

    private func store(of container: ModelContainer) throws -> PostgresStore {
        try #require(container.core.stores.first?.object as? PostgresStore)
    }

    /// A basket that no store has, with the values that every array has to come back with.
    private var filled: Basket {
        let basket = Basket(name: "expected")
        basket.fill()
        return basket
    }

    @Test func columnsAreArraysOfTheServer() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let types = try namespace.psql(
            """
            SELECT string_agg(a.attname || ' ' || format_type(a.atttypid, NULL) || CASE WHEN a.attnotnull THEN '!' ELSE '' END
            || CASE c.collname WHEN 'C' THEN ' C' ELSE '' END, ', ' ORDER BY a.attnum) FROM pg_attribute a
            LEFT JOIN pg_collation c ON c.oid = a.attcollation
            WHERE a.attrelid = 'basket'::regclass AND a.attnum > 4
            """
        )
        #expect(
            types == """
                truths boolean[]!, bytes smallint[]!, shorts smallint[]!, middles integer[]!, numbers bigint[]!, \
                unsigned numeric[]!, singles real[]!, doubles double precision[]!, decimals numeric[]!, texts text[]! C, \
                dates timestamp with time zone[]!, uuids uuid[]!, urls text[]! C, blobs bytea[]!, grades bigint[]!, \
                distinct bigint[]!, maybe text[] C, holes jsonb!, nested jsonb!, labels text[] C, note text C
                """
        )
        #expect(
            try namespace.psql(
                "SELECT string_agg(m.amname || ' ' || i.relname, ', ' ORDER BY i.relname) FROM pg_index x "
                    + "JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam "
                    + "WHERE x.indrelid = 'basket'::regclass AND NOT x.indisprimary"
            ) == "gin basket_numbers_index, gin basket_texts_index"
        )
        withExtendedLifetime(container) {}
    }

    /// One row is inserted by a statement, a thousand are copied; then every row is updated.
    @Test(arguments: [1, 1_000]) func everyValueComesBack(_ count: Int) throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        for number in 0..<count {
            let basket = Basket(name: "\(number)")
            context.insert(basket)
            if number == count - 1 { basket.fill() }
        }
        try context.save()
        let last = "\(count - 1)"
        let descriptor = FetchDescriptor<Basket>(predicate: #Predicate { $0.name == last })
        let read = try #require(try ModelContext(container).fetch(descriptor).first)
        #expect(read.isSame(as: filled))
        #expect(read.singles.count == 4 && read.maybe == [])
        let (all, empty) = (try context.fetch(FetchDescriptor<Basket>()), "{}|{}|{}|[]")
        #expect(
            try namespace.psql(
                "SELECT DISTINCT texts, numbers, coalesce(maybe, '{}'), nested FROM basket WHERE name = '0'"
            )
                == (count > 1
                    ? empty : try namespace.psql("SELECT texts, numbers, coalesce(maybe, '{}'), nested FROM basket"))
        )
        for basket in all {
            basket.fill()
            basket.maybe = nil
        }
        try context.save()
        let expected = filled
        expected.maybe = nil
        let reread = try ModelContext(container).fetch(FetchDescriptor<Basket>())
        #expect(reread.count == count && reread.allSatisfy { $0.isSame(as: expected) })
        #expect(try namespace.psql("SELECT count(*) FROM basket WHERE maybe IS NULL") == "\(count)")
    }

    @Test func psqlSeesWhatTheModelHas() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        let basket = Basket(name: "one")
        context.insert(basket)
        basket.fill()
        basket.doubles = [.nan, 1.5]
        basket.dates = Basket.exactDates
        try context.save()
        #expect(
            try namespace.psql(
                "SELECT truths, bytes, shorts, numbers, unsigned, doubles, grades, blobs, labels FROM basket"
            )
                == #"{t,f}|{0,255}|{-32768,32767}|{-9223372036854775808,-1,9223372036854775807}|{0,18446744073709551615}|"#
                + #"{NaN,1.5}|{2,1,2}|{"\\x","\\x0001ff"}|{p,q}"#
        )
        // The server works out the seconds of the dates that it was told as text.
        let seconds = try namespace.psql(
            "SELECT string_agg(trim_scale(extract(epoch FROM d) - 978307200)::text, ' ' ORDER BY n) "
                + "FROM basket, unnest(dates) WITH ORDINALITY u(d, n)"
        )
        #expect(seconds == "-211845000000 -63200000000 -0.5 0 68169600 100.25 157852799.75 9223339708784")
        #expect(try ModelContext(container).fetch(FetchDescriptor<Basket>()).first?.doubles.first?.isNaN == true)
    }

    @Test func theModelHasTheDatesThatTheServerKeeps() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        let basket = Basket(name: "one")
        context.insert(basket)
        basket.dates = [Date(timeIntervalSinceReferenceDate: 100.000_000_4), Date(timeIntervalSinceReferenceDate: 7)]
        try context.save()
        let kept = [100.0, 7].map { Date(timeIntervalSinceReferenceDate: $0) }
        #expect(basket.dates == kept)
        basket.dates = [Date(timeIntervalSinceReferenceDate: 200.000_000_6)]
        try context.save()
        #expect(basket.dates == [Date(timeIntervalSinceReferenceDate: 200.000_001)])
        #expect(try ModelContext(container).fetch(FetchDescriptor<Basket>()).first?.dates == basket.dates)
    }

    @Test(arguments: [1, 600])
    func whatTheServerCannotKeepIsAnErrorThatNamesTheProperty(_ count: Int) throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let changes: [(String, (Basket) -> Void)] = [
            ("texts", { $0.texts = ["a", "\u{0}"] }),
            ("dates", { $0.dates = [Date(timeIntervalSinceReferenceDate: 1e15)] }),
            ("dates", { $0.dates = [Date(timeIntervalSinceReferenceDate: .nan)] }),
            ("decimals", { $0.decimals = [.nan] }),
            ("parts", { $0.parts.labels = ["\u{0}"] }),
        ]
        for (property, change) in changes {
            let context = ModelContext(container)
            for _ in 0..<count {
                let basket = Basket(name: "one")
                context.insert(basket)
                change(basket)
            }
            do {
                try context.save()
                Issue.record("\(property) was saved")
            } catch let error as StoreError {
                #expect(error.code == .validation && error.entityName == "Basket" && error.propertyName == property)
            }
        }
        #expect(try namespace.psql("SELECT count(*) FROM basket") == "0")
    }

    @Test(arguments: [
        ("texts", "'{a,NULL}'"), ("texts", "'{{a},{b}}'"), ("numbers", "'{NULL}'"), ("numbers", "'{{1,2}}'"),
        ("bytes", "'{300}'"), ("unsigned", "'{-1}'"), ("unsigned", "'{NaN}'"), ("dates", "'{infinity}'"),
        ("grades", "'{7}'"), ("distinct", "'{NULL}'"), ("decimals", "'{Infinity}'"),
    ])
    func anArrayThatNoModelWroteIsAnError(_ column: String, _ value: String) throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        context.insert(Basket(name: "one"))
        try context.save()
        _ = try namespace.psql("UPDATE basket SET \"\(column)\" = \(value)")
        do {
            let basket = try #require(try ModelContext(container).fetch(FetchDescriptor<Basket>()).first)
            _ = (basket.grades, basket.texts)
            Issue.record("\(basket.numbers) was read")
        } catch let error as StoreError {
            #expect(error.code == .corruptRow && error.entityName == "Basket" && error.propertyName == column)
        }
    }

    @Test func damagedArraysMatchNoPredicate() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        for name in ["null", "square", "whole"] {
            let basket = Basket(name: name)
            context.insert(basket)
            basket.texts = ["a"]
        }
        try context.save()
        _ = try namespace.psql(
            "UPDATE basket SET texts = '{a,NULL}' WHERE name = 'null'; UPDATE basket SET texts = '{{a},{b}}' WHERE name = 'square'"
        )
        let predicates: [Predicate<Basket>] = [
            #Predicate { $0.texts.contains("a") }, #Predicate { $0.texts.count >= 1 },
            #Predicate { $0.texts.allSatisfy { $0 < "z" } },
        ]
        for predicate in predicates {
            #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate)) == 1)
        }
        #expect(try store(of: container).refusalCount == 0)
    }

    @Test func predicatesOverArraysChooseTheSameRowsAsMemory() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        var baskets: [Basket] = []
        for number in 0..<40 {
            let basket = Basket(name: "\(number)")
            context.insert(basket)
            baskets.append(basket)
            basket.numbers = (0..<(number % 5)).map { $0 * number }
            basket.texts = (0..<(number % 4)).map { "t\($0 + number % 3)" } + (number == 7 ? ["e\u{301}"] : [])
            basket.shorts = number % 2 == 0 ? [1, Int16(number)] : []
            basket.doubles = number % 6 == 0 ? [.nan, Double(number)] : [0.5]
            basket.singles = [0.1, Float(number)]
            basket.decimals = [Decimal(number) / 4]
            basket.dates = [Date(timeIntervalSinceReferenceDate: Double(number))]
            basket.uuids = number == 3 ? [UUID(uuidString: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0")!] : []
            basket.urls = number % 3 == 0 ? [URL(string: "https://example.org/\(number)")!] : []
            basket.grades = number % 3 == 0 ? [.high] : [.low, .high]
            basket.maybe = number % 3 == 0 ? nil : number % 3 == 1 ? [] : ["m"]
            basket.distinct = [number, number % 7]
            basket.parts.labels = number % 2 == 0 ? ["x"] : []
        }
        try context.save()
        let (uuid, url) = (
            UUID(uuidString: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0")!, URL(string: "https://example.org/9")!
        )
        let (date, between) = (
            Date(timeIntervalSinceReferenceDate: 5), Date(timeIntervalSinceReferenceDate: 5.000_000_04)
        )
        let (quarter, accent, nan) = (Decimal(string: "1.25")!, "\u{E9}", Double.nan)
        let high = Basket.Grade.high
        let predicates: [Predicate<Basket>] = [
            #Predicate { $0.numbers.contains(12) }, #Predicate { $0.numbers.isEmpty },
            #Predicate { $0.numbers.count == 3 },
            #Predicate { $0.numbers.allSatisfy { $0 > 3 } }, #Predicate { $0.numbers.contains { $0 > 30 } },
            #Predicate { $0.texts.contains("t2") }, #Predicate { $0.texts.contains(accent) },
            #Predicate { !$0.texts.contains("t1") }, #Predicate { $0.texts.filter { $0 == "t1" }.count == 1 },
            #Predicate { $0.shorts.contains(4) }, #Predicate { $0.shorts.max() ?? 0 > 10 },
            #Predicate { $0.doubles.contains(nan) }, #Predicate { $0.doubles.contains(0.5) },
            #Predicate { $0.doubles.contains { $0 > 10 } }, #Predicate { $0.singles.contains(0.1) },
            #Predicate { $0.singles.contains { $0 > 30 } },
            #Predicate { $0.decimals.contains(quarter) }, #Predicate { $0.dates.contains(date) },
            #Predicate { $0.dates.contains(between) }, #Predicate { $0.dates.contains { $0 > date } },
            #Predicate { $0.dates.allSatisfy { $0 < between } }, #Predicate { $0.uuids.contains(uuid) },
            #Predicate { $0.urls.contains(url) }, #Predicate { $0.grades.contains(high) },
            #Predicate { $0.maybe == nil }, #Predicate { $0.maybe?.contains("m") == true },
            #Predicate { $0.maybe?.isEmpty ?? false }, #Predicate { $0.distinct.contains(3) },
            #Predicate { $0.distinct.count == 1 }, #Predicate { $0.parts.labels.contains("x") },
            #Predicate { $0.holes.contains("x") }, #Predicate { $0.numbers[0] == 0 },
        ]
        let fresh = ModelContext(container)
        for (number, predicate) in predicates.enumerated() {
            let found = try fresh.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
            let expected = baskets.filter { (try? predicate.evaluate($0)) ?? false }.map(\.name).sorted()
            #expect(found == expected, "predicate \(number)")
        }
        #expect(try store(of: container).refusalCount == 0)
    }

    @Test func anIndexServesContains() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let statements = Locked<[String]>([])
        try store(of: container).statementObserver = { sql in statements.withLock { $0.append(sql) } }
        let wanted = "needle"
        let predicate = #Predicate<Basket> { $0.texts.contains(wanted) }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate)) == 0)
        let sql = try #require(statements.withLock { $0.last { $0.contains("basket") } })
        #expect(sql.contains("@>"))
        _ = try namespace.psql(
            "ALTER TABLE basket DISABLE TRIGGER ALL; INSERT INTO basket (name, truths, bytes, shorts, middles, numbers, unsigned, singles, "
                + "doubles, decimals, texts, dates, uuids, urls, blobs, grades, \"distinct\", holes, nested) SELECT n, '{}', '{}', '{}', '{}', "
                + "ARRAY[n], '{}', '{}', '{}', '{}', ARRAY['t' || n], '{}', '{}', '{}', '{}', '{}', '{}', '[]', '[]' "
                + "FROM generate_series(1, 5000) n; ANALYZE basket"
        )
        let plan = try namespace.psql(
            "PREPARE q AS \(sql); SET plan_cache_mode TO force_generic_plan; EXPLAIN EXECUTE q('needle', 'needle')"
        )
        #expect(plan.contains("basket_texts_index"), "\(plan)")
    }

    @Test func uniqueArraysAreFound() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Reel.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        context.insert(Reel(tracks: ["a", "b\""], length: 1))
        try context.save()
        context.insert(Reel(tracks: ["a", "b\""], length: 2))
        context.insert(Reel(tracks: ["b\"", "a"], length: 3))
        try context.save()
        #expect(try namespace.psql("SELECT string_agg(length::text, ' ' ORDER BY length) FROM reel") == "2 3")
    }

    @Test func statementsOfTheProgramWriteArrays() throws {
        let namespace = try TemporaryNamespace()
        let container = try container(namespace)
        let context = ModelContext(container)
        let basket = Basket(name: "one")
        context.insert(basket)
        basket.fill()
        try context.save()
        try context.transaction(isolated: true) {
            try context.execute("UPDATE \(Basket.self) SET \(\Basket.texts) = array_append(\(\Basket.texts), 'x')")
        }
        #expect(basket.texts == filled.texts + ["x"] && basket.dates == filled.dates)
        #expect(try namespace.psql("SELECT texts[array_length(texts, 1)] FROM basket") == "x")
    }
}

@Model final class Reel {
    @Attribute(.unique) var tracks: [String]
    var length: Int

    init(tracks: [String], length: Int) {
        (self.tracks, self.length) = (tracks, length)
    }
}
#endif
