#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

/// Stores of the third layout, whose arrays are JSON.
@Suite struct LayoutTests {
    /// The columns that are arrays, in the order of their names.
    private static let columns = [
        "blobs", "bytes", "dates", "decimals", "distinct", "doubles", "grades", "labels", "maybe", "middles", "numbers",
        "shorts",
        "singles", "texts", "truths", "unsigned", "urls", "uuids",
    ]

    func container(_ namespace: TemporaryNamespace, allowsSave: Bool = true) throws -> ModelContainer {
        var configuration = namespace.configuration()
        configuration.allowsSave = allowsSave
        return try ModelContainer(for: Basket.self, configurations: configuration)
    }

    /// Makes the tables of the third layout, with the values that JSONEncoder writes.
    func makeStore(_ namespace: TemporaryNamespace) throws {
        try withExtendedLifetime(container(namespace)) {}
        let changes = Self.columns.map { "ALTER COLUMN \"\($0)\" TYPE jsonb USING to_jsonb(\"\($0)\")" }
        _ = try namespace.psql(
            "DROP INDEX basket_texts_index; DROP INDEX basket_numbers_index; ALTER TABLE basket \(changes.joined(separator: ", ")); "
                + "CREATE INDEX basket_texts_index ON basket (texts); CREATE INDEX basket_numbers_index ON basket (numbers); "
                + "ALTER TABLE swiftdata_store DROP COLUMN dates, DROP COLUMN keys; "
                + "UPDATE swiftdata_store SET layout_version = 3, fingerprint = 'earlier'"
        )
        let basket = Basket(name: "full")
        basket.fill()
        let texts = String(decoding: try JSONEncoder().encode(basket.texts), as: UTF8.self)
            .replacingOccurrences(of: "'", with: "''")
        let dates = Basket.exactDates.map { "\($0.timeIntervalSinceReferenceDate)" }.joined(separator: ", ")
        _ = try namespace.psql(
            """
            INSERT INTO basket (pk, row_entity, name, truths, bytes, shorts, middles, numbers, unsigned, singles, doubles, decimals,
            texts, dates, uuids, urls, blobs, grades, "distinct", maybe, holes, nested, labels, note) VALUES (nextval('basket_pk_seq'), 1,
            'full', '[true,false]', '[0,255]', '[-32768,32767]', '[-2147483648,0,2147483647]',
            '[-9223372036854775808,-1,9223372036854775807]', '[0,18446744073709551615]',
            '[0.1,"-Infinity",3.4028235e+38,1e-45]', '[0.1,"Infinity",-1.7976931348623157e+308,5e-324]',
            '[-12345678901234567890.5,0]', '\(texts)', '[\(dates)]', '["0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0"]',
            '["https://example.org/a?b=c"]', '["","AAH/"]', '[2,1,2]', '[3,1,2]', '[]', '["x",null]', '[[1],[]]', '["p","q"]', 'n');
            INSERT INTO basket (pk, row_entity, name, truths, bytes, shorts, middles, numbers, unsigned, singles, doubles, decimals,
            texts, dates, uuids, urls, blobs, grades, "distinct", maybe, holes, nested, labels, note) VALUES (nextval('basket_pk_seq'), 1,
            'empty', '[]', '[]', '[]', '[]', '[]', '[]', '[]', '["NaN"]', '[]', '[]', '[100.0000004]', '[]', '[]', '[]', '[]', '[]', NULL,
            '[]', '[]', '[]', NULL)
            """
        )
    }

    private func expectValues(_ container: ModelContainer) throws {
        let expected = Basket(name: "full")
        expected.fill()
        let read = try ModelContext(container).fetch(FetchDescriptor<Basket>()).sorted { $0.name < $1.name }
        #expect(read.map(\.name) == ["empty", "full"])
        #expect(read[1].isSame(as: expected))
        #expect(read[0].texts.isEmpty && read[0].maybe == nil && read[0].doubles.first?.isNaN == true)
    }

    @Test func arraysOfTheThirdLayoutBecomeArraysOfTheServer() throws {
        let namespace = try TemporaryNamespace()
        try makeStore(namespace)
        // A store that may not be changed is read as it is.
        let reading = try container(namespace, allowsSave: false)
        try expectValues(reading)
        let (one, wanted) = (1, "a,b")
        let predicate = #Predicate<Basket> { $0.texts.contains(wanted) && $0.numbers.count > one }
        #expect(try ModelContext(reading).fetchCount(FetchDescriptor(predicate: predicate)) == 1)
        #expect(try namespace.psql("SELECT layout_version, generation FROM swiftdata_store") == "3|1")
        let container = try container(namespace)
        try expectValues(container)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor(predicate: predicate)) == 1)
        #expect(
            try namespace.psql("SELECT layout_version, generation, dates, keys FROM swiftdata_store")
                == "4|2|timestamp|sequence"
        )
        // The tables are those of a new store.
        let fresh = try TemporaryNamespace()
        try withExtendedLifetime(self.container(fresh)) {}
        let shape = """
            SELECT string_agg(column_name || ' ' || data_type || ' ' || udt_name || is_nullable || coalesce(collation_name, ''), ', '
            ORDER BY ordinal_position) || (SELECT string_agg(replace(indexdef, current_schema(), ''), ', ' ORDER BY indexname)
            FROM pg_indexes WHERE schemaname = current_schema()) || (SELECT fingerprint FROM swiftdata_store)
            || (SELECT count(*) FROM pg_proc WHERE pronamespace = to_regnamespace(current_schema()))
            FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'basket'
            """
        #expect(try namespace.psql(shape) == fresh.psql(shape))
        // Both are rounded as a save rounds.
        #expect(
            try ModelContext(container).fetch(FetchDescriptor<Basket>()).first { $0.name == "empty" }?.dates
                == [Date(timeIntervalSinceReferenceDate: 100)]
        )
    }

    @Test func aContainerOfBeforeWritesNoMore() throws {
        let namespace = try TemporaryNamespace()
        let early = ModelContext(try container(namespace))
        early.insert(Basket(name: "one"))
        try early.save()
        try makeStore(namespace)
        _ = try container(namespace)
        early.insert(Basket(name: "two"))
        do {
            try early.save()
            Issue.record("a container of before has written")
        } catch let error as StoreError {
            #expect(error.code == .migration)
        }
    }

    @Test(arguments: [
        ("texts", "'{}'"), ("texts", "'[1]'"), ("texts", "'[null]'"), ("numbers", "'[\"1\"]'"), ("numbers", "'[[1]]'"),
        ("numbers", "'[1.5]'"), ("dates", "'[1e15]'"), ("dates", "'[\"NaN\"]'"), ("labels", "'[2]'"),
        ("blobs", "'[\"?\"]'"),
    ])
    func jsonThatNoModelWroteKeepsTheLayout(_ column: String, _ value: String) throws {
        let namespace = try TemporaryNamespace()
        try makeStore(namespace)
        _ = try namespace.psql("UPDATE basket SET \(column) = \(value) WHERE name = 'empty'")
        do {
            _ = try container(namespace)
            Issue.record("the store was opened")
        } catch let error as StoreError {
            #expect(error.code == .migration && error.entityName == "Basket")
            #expect(error.propertyName?.hasSuffix(column == "labels" ? "parts" : column) == true)
        }
        #expect(try namespace.psql("SELECT layout_version, generation FROM swiftdata_store") == "3|1")
        #expect(
            try namespace.psql(
                "SELECT format_type(atttypid, NULL) FROM pg_attribute WHERE attrelid = 'basket'::regclass AND attname = 'texts'"
            )
                == "jsonb"
        )
    }
}
#endif
