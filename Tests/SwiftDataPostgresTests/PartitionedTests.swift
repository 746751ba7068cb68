#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataQueries
import Testing

/// The models of the partitions in docs/postgres.md.
enum Weather1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Station.self, Reading.self, Page.self] }

    @Model final class Station {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Reading.station) var readings: [Reading] = []
        @Relationship(inverse: \Page.stations) var pages: [Page] = []

        init(_ name: String) { self.name = name }
    }

    @Model final class Reading {
        #Unique<Reading>([\.taken, \.sensor])

        var taken: Date
        var sensor: String
        @Attribute(.preserveValueOnDeletion) var value: Double
        var station: Station?

        init(_ taken: Date, _ sensor: String, _ value: Double = 0) {
            (self.taken, self.sensor, self.value) = (taken, sensor, value)
        }
    }

    @Model final class Page {
        var text: String
        var next: Page?
        @Relationship(inverse: \Page.next) var previous: [Page] = []
        var stations: [Station] = []

        init(_ text: String) { self.text = text }
    }
}

enum Weather2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Station.self, Reading.self, Page.self] }

    @Model final class Station {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Reading.station) var readings: [Reading] = []
        @Relationship(inverse: \Page.stations) var pages: [Page] = []

        init(_ name: String) { self.name = name }
    }

    @Model final class Reading {
        #Unique<Reading>([\.taken, \.sensor])
        #Index<Reading>([\.value])

        var taken: Date
        var sensor: String
        @Attribute(.preserveValueOnDeletion) var value: Double
        var unit: String = "K"
        var station: Station?

        init(_ taken: Date, _ sensor: String, _ value: Double = 0) {
            (self.taken, self.sensor, self.value) = (taken, sensor, value)
        }
    }

    @Model final class Page {
        @Attribute(originalName: "text") var words: String
        var next: Page?
        @Relationship(inverse: \Page.next) var previous: [Page] = []
        var stations: [Station] = []

        init(_ words: String) { self.words = words }
    }
}

/// Tables that the SQL of docs/postgres.md has partitioned.
@Suite struct PartitionedTests {
    private let namespace: TemporaryNamespace
    private let container: ModelContainer

    init() throws {
        namespace = try TemporaryNamespace()
        container = try Self.open(Weather1.self, namespace)
        let context = ModelContext(container)
        let station = Weather1.Station("Uppsala")
        for month in 0..<30 {
            let reading = Weather1.Reading(Self.date(month), "a", Double(month))
            reading.station = station
            context.insert(reading)
        }
        var last: Weather1.Page?
        for number in 1...5 {
            let page = Weather1.Page("page \(number)")
            context.insert(page)
            page.next = last
            page.stations = [station]
            last = page
        }
        try context.save()
        let before = try Self.state(namespace)
        for heading in ["### By a property", "### By the key"] { _ = try namespace.psql(Self.sql(heading)) }
        // No row is lost, and each is in its partition.
        #expect(try Self.state(namespace) == before)
        #expect(try namespace.psql("SELECT count(*) FROM ONLY reading_2025") == "12")
        #expect(try namespace.psql("SELECT count(*) FROM page_1") == "5")
    }

    private static func open(_ version: any VersionedSchema.Type, _ namespace: TemporaryNamespace) throws
        -> ModelContainer
    {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(for: schema, configurations: [namespace.configuration(schema)])
    }

    /// A day of a month from 2024 on.
    private static func date(_ month: Int) -> Date {
        Date(timeIntervalSince1970: 1_705_320_000 + Double(month) * 30.4375 * 86_400)
    }

    private static func state(_ namespace: TemporaryNamespace) throws -> String {
        try namespace.psql(
            "SELECT string_agg(r::text, ';' ORDER BY pk) FROM reading r UNION ALL SELECT string_agg(p::text, ';' ORDER BY pk) "
                + "FROM page p UNION ALL SELECT string_agg(j::text, ';' ORDER BY page_pk) FROM page_stations j"
        )
    }

    /// The SQL of the documentation behind a heading.
    private static func sql(_ heading: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/postgres.md"), encoding: .utf8)
        let section = try #require(text.range(of: heading + "\n"))
        let start = try #require(text.range(of: "```sql\n", range: section.upperBound..<text.endIndex))
        let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
        return String(text[start.upperBound..<end.lowerBound])
    }

    @Test func savesFetchesAndDeletionsGoOn() throws {
        // The tables are those of the models: the opening changes nothing.
        let before = try namespace.psql("SELECT generation, xmin FROM swiftdata_store")
        let container = try Self.open(Weather1.self, namespace)
        #expect(try namespace.psql("SELECT generation, xmin FROM swiftdata_store") == before)
        let context = ModelContext(container)
        let station = try #require(try context.fetch(FetchDescriptor<Weather1.Station>()).first)
        #expect(station.readings.count == 30 && station.pages.count == 5)

        // One row, and as many as go by COPY.
        let single = Weather1.Reading(Self.date(3), "b", 3)
        single.station = station
        context.insert(single)
        try context.save()
        for number in 0..<600 { context.insert(Weather1.Reading(Self.date(number % 30), "c\(number)", 1)) }
        try context.save()
        #expect(try namespace.psql("SELECT count(*), count(DISTINCT pk) FROM reading") == "631|631")

        // An update, and one that takes the row to another partition.
        single.value = 7
        try context.save()
        single.taken = Self.date(20)
        try context.save()
        #expect(
            try namespace.psql(
                "SELECT tableoid::regclass::text LIKE '%reading_2025', value, row_version FROM reading WHERE sensor = 'b'"
            ) == "t|7|3"
        )
        let (year, end) = (Date(timeIntervalSince1970: 1_735_689_600), Date(timeIntervalSince1970: 1_767_225_600))
        let found = try context.fetchCount(
            FetchDescriptor<Weather1.Reading>(predicate: #Predicate { $0.taken >= year && $0.taken < end })
        )
        #expect(try namespace.psql("SELECT count(*) FROM ONLY reading_2025") == "\(found)")

        // An upsert, by the constraint that contains the column of the partitions.
        let other = ModelContext(container)
        other.insert(Weather1.Reading(Self.date(20), "b", 8))
        try other.save()
        #expect(try namespace.psql("SELECT count(*), max(value) FROM reading WHERE sensor = 'b'") == "1|8")
        // A conflict is found: the row is not as it was read.
        _ = try namespace.psql("UPDATE reading SET value = 99.5, row_version = row_version + 1 WHERE sensor = 'b'")
        #expect(
            try ModelContext(container).fetch(
                FetchDescriptor<Weather1.Reading>(predicate: #Predicate { $0.value == 99.5 })
            ).count == 1
        )

        // Deletions: one row, many rows, and by a rule.
        let fresh = ModelContext(container)
        let some = try #require(
            try fresh.fetch(FetchDescriptor<Weather1.Reading>(predicate: #Predicate { $0.sensor == "c1" })).first
        )
        fresh.delete(some)
        try fresh.save()
        try fresh.delete(model: Weather1.Reading.self, where: #Predicate { $0.value == 1 })
        try fresh.save()
        #expect(try namespace.psql("SELECT count(*) FROM reading") == "30")
        for station in try fresh.fetch(FetchDescriptor<Weather1.Station>()) { fresh.delete(station) }
        try fresh.save()
        // The upsert has taken one away from its station.
        #expect(try namespace.psql("SELECT string_agg(sensor, ',') FROM reading") == "b")
        let changes = try fresh.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        #expect(changes.filter { if case .delete = $0 { true } else { false } }.count == 631)
    }

    @Test func relationshipsLeadToTablesThatAreDividedByTheKey() throws {
        let context = ModelContext(container)
        let first = try #require(
            try context.fetch(FetchDescriptor<Weather1.Page>(predicate: #Predicate { $0.text == "page 1" })).first
        )
        #expect(first.previous.map(\.text) == ["page 2"] && first.stations.map(\.name) == ["Uppsala"])
        // A key of another partition, as the sequence hands it out.
        _ = try namespace.psql("SELECT setval('page_pk_seq', 1000001)")
        let later = ModelContext(try Self.open(Weather1.self, namespace))
        let pages = FetchDescriptor<Weather1.Page>(predicate: #Predicate { $0.text == "page 1" })
        let found = try #require(try later.fetch(pages).first)
        let page = Weather1.Page("later")
        later.insert(page)
        page.next = found
        page.stations = try later.fetch(FetchDescriptor<Weather1.Station>())
        try later.save()
        #expect(try namespace.psql("SELECT count(*) FROM page_2") == "1")
        #expect(first.previous.count == 1 && page.next?.previous.map(\.text).sorted() == ["later", "page 2"])
        // The server still refuses a key that leads nowhere.
        let refused = try namespace.psql(
            "DO $$ BEGIN DELETE FROM page WHERE text = 'page 1'; SET CONSTRAINTS ALL IMMEDIATE; "
                + "RAISE NOTICE 'deleted'; EXCEPTION WHEN foreign_key_violation THEN CREATE TABLE refusal (); END $$; "
                + "SELECT to_regclass('refusal') IS NOT NULL"
        )
        #expect(refused.hasSuffix("t"))
    }

    @Test func aMigrationKeepsThePartitions() throws {
        let context = ModelContext(try Self.open(Weather2.self, namespace))
        let readings = try context.fetch(FetchDescriptor<Weather2.Reading>(sortBy: [SortDescriptor(\.value)]))
        #expect(readings.count == 30 && readings.allSatisfy { $0.unit == "K" })
        readings[0].unit = "C"
        context.insert(Weather2.Reading(Self.date(12), "new"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Weather2.Page>()).map(\.words).sorted().first == "page 1")
        let kinds =
            "SELECT string_agg(relkind::text, '') FROM pg_class WHERE oid IN ('reading'::regclass, 'page'::regclass)"
        #expect(try namespace.psql(kinds) == "pp")
        let index =
            "SELECT count(*) FROM pg_indexes WHERE schemaname = '\(namespace.name)' AND indexname = 'reading_value_index'"
        #expect(try namespace.psql(index) == "1")
    }

    @Test func statementsOfTheProgramWrite() throws {
        let context = ModelContext(container)
        let insertion: ModelSQL =
            "INSERT INTO \(Weather1.Reading.self) (\(\Weather1.Reading.taken), \(\Weather1.Reading.sensor), \(\Weather1.Reading.value)) VALUES (\(Self.date(1)), \("x"), \(1.0))"
        try context.execute(insertion)
        try context.save()
        try context.execute("UPDATE \(Weather1.Reading.self) SET value = 5 WHERE value = 6")
        try context.save()
        #expect(try namespace.psql("SELECT count(*) FROM reading WHERE value = 5 OR sensor = 'x'") == "3")
    }

    @Test func programsInSQLAreRecordedAgain() throws {
        let schema = Schema(versionedSchema: Weather1.self)
        var configuration = namespace.configuration(schema)
        configuration.recordsOtherPrograms = true
        _ = try ModelContainer(for: schema, configurations: [configuration])
        // As the documentation says for tables that lost their triggers.
        _ = try namespace.psql("DROP FUNCTION IF EXISTS swiftdata_record CASCADE")
        let context = ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
        _ = try namespace.psql("UPDATE reading SET value = 99 WHERE value = 3; DELETE FROM reading WHERE value = 4")
        let changes = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).flatMap(\.changes)
        #expect(changes.suffix(2).count == 2 && changes.count == 38)
        #expect(try namespace.psql("SELECT row_version FROM reading WHERE value = 99") == "2")
    }
}
#endif
