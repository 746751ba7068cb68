#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

@Model final class Sighting {
    #Index<Sighting>([\.at])

    var name: String
    var at: Date
    var before: Date?
    var span: Span = Span(from: Date(timeIntervalSinceReferenceDate: 0), notes: [])
    var days: [Date] = []
    @Relationship(inverse: \Almanac.sightings) var almanacs: [Almanac] = []

    struct Span: Codable, Equatable {
        var from: Date
        var notes: [Date]
    }

    init(name: String, at: Date) {
        (self.name, self.at) = (name, at)
    }
}

@Model final class Almanac {
    @Attribute(.unique) var year: Int
    var sightings: [Sighting] = []

    init(year: Int) { self.year = year }
}

/// Dates as numbers, and keys without sequences.
@Suite struct ChoiceTests {
    private let namespace: TemporaryNamespace

    init() throws { namespace = try TemporaryNamespace() }

    private func container(
        _ dates: PostgresConfiguration.Dates = .timestamp,
        _ keys: PostgresConfiguration.Keys = .sequence
    ) throws -> ModelContainer {
        var configuration = namespace.configuration()
        (configuration.dates, configuration.keys) = (dates, keys)
        return try ModelContainer(for: Sighting.self, Almanac.self, configurations: configuration)
    }

    // MARK: Dates

    private static let dates: [Date] = [
        .distantPast, .distantFuture, Date(timeIntervalSinceReferenceDate: 0.1 + 0.2),
        Date(timeIntervalSinceReferenceDate: -1e300), Date(timeIntervalSinceReferenceDate: 1e15),
        Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: -.infinity),
        Date(timeIntervalSinceReferenceDate: -0.0), Date(timeIntervalSinceReferenceDate: 100.000_000_4),
    ]

    @Test(arguments: [1, 600]) func datesAsNumbersComeBackWithAllBits(_ factor: Int) throws {
        let container = try container(.double)
        let context = ModelContext(container)
        for _ in 0..<factor {
            for (number, date) in Self.dates.enumerated() {
                let sighting = Sighting(name: "\(number)", at: date)
                context.insert(sighting)
                sighting.span = .init(from: date, notes: [date])
                sighting.days = Self.dates
            }
            context.insert(Sighting(name: "nan", at: Date(timeIntervalSinceReferenceDate: .nan)))
        }
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<Sighting>())
        #expect(read.count == 10 * factor)
        func bits(_ date: Date) -> UInt64 { date.timeIntervalSinceReferenceDate.bitPattern }
        for sighting in read {
            guard let number = Int(sighting.name) else {
                #expect(sighting.at.timeIntervalSinceReferenceDate.isNaN)
                continue
            }
            let date = Self.dates[number]
            #expect(bits(sighting.at) == bits(date) && bits(sighting.span.from) == bits(date) && sighting.before == nil)
            #expect(sighting.span.notes.map(bits) == [bits(date)] && sighting.days.map(bits) == Self.dates.map(bits))
        }
        #expect(
            try namespace.psql(
                "SELECT string_agg(column_name || ' ' || udt_name, ', ' ORDER BY ordinal_position) FROM information_schema.columns "
                    + "WHERE table_schema = current_schema() AND table_name = 'sighting' AND udt_name LIKE '%float8'"
            ) == "at float8, before float8, from float8, notes _float8, days _float8"
        )
        #expect(try namespace.psql("SELECT DISTINCT at FROM sighting WHERE name = '2'") == "0.30000000000000004")
    }

    @Test func partsOfDatesAsNumbersAreThoseOfFoundation() throws {
        let container = try container(.double)
        let context = ModelContext(container)
        let seconds =
            [
                -211_845_067_200, -211_845_067_200.5, -3e11, -1e300, 1e13, 15_927_175_497_600, 15_927_175_497_599.5,
                1e15, 1e300,
            ]
            + [.infinity, -.infinity, .nan, 978_307_199.999_999_9, -0.1, 0, 1e-9, -63_114_076_800, 63_113_904_000]
        for (number, second) in seconds.enumerated() {
            context.insert(Sighting(name: "\(number)", at: Date(timeIntervalSinceReferenceDate: second)))
        }
        try context.save()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "GMT"))
        let all = try context.fetch(FetchDescriptor<Sighting>())
        let utc = calendar
        for (number, second) in seconds.enumerated() {
            let date = Date(timeIntervalSinceReferenceDate: second)
            let (year, day) = (utc.component(.year, from: date), utc.component(.day, from: date))
            let predicate = #Predicate<Sighting> {
                utc.component(.year, from: $0.at) == year && utc.component(.day, from: $0.at) == day
            }
            let found = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
            #expect(found == all.filter { (try? predicate.evaluate($0)) == true }.map(\.name).sorted(), "\(number)")
            #expect(found.contains("\(number)"))
        }
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        #expect(store.refusalCount == 0)
    }

    @Test func anotherChoiceIsAnErrorThatNamesIt() throws {
        try withExtendedLifetime(container(.double, .timeOrdered)) {}
        for (dates, keys, name) in [
            (.timestamp, .timeOrdered, "dates"), (.double, .sequence, "keys"),
        ] as [(PostgresConfiguration.Dates, PostgresConfiguration.Keys, String)] {
            do {
                _ = try container(dates, keys)
                Issue.record("tables were opened that have other \(name)")
            } catch let error as StoreError {
                #expect(error.code == .cannotOpen && error.message.contains("\(name) = ."))
            }
        }
        try withExtendedLifetime(container(.double, .timeOrdered)) {}
        #expect(try namespace.psql("SELECT dates, keys FROM swiftdata_store") == "double|time_ordered")
    }

    // MARK: Keys

    @Test func keysOrderedByTimeNeedNoSequence() throws {
        let container = try container(.timestamp, .timeOrdered)
        let context = ModelContext(container)
        let almanac = Almanac(year: 2026)
        context.insert(almanac)
        for number in 0..<1_000 {
            let sighting = Sighting(name: "\(number)", at: Date(timeIntervalSinceReferenceDate: 1))
            context.insert(sighting)
            if number < 10 { almanac.sightings.append(sighting) }
        }
        let before = Date.now.timeIntervalSinceReferenceDate
        let store = try #require(container.core.stores.first?.object as? PostgresStore)
        let statements = Locked<[String]>([])
        store.statementObserver = { sql in statements.withLock { $0.append(sql) } }
        try context.save()
        #expect(statements.withLock { $0.count > 3 && !$0.contains { $0.contains("nextval") } })
        #expect(
            try namespace.psql(
                "SELECT count(*) FROM pg_sequences WHERE schemaname = current_schema() AND sequencename LIKE '%_pk_seq'"
            ) == "0"
        )
        // In the order of insertion, and of now.
        let order = try namespace.psql(
            "SELECT bool_and(name::int = n - 1) FROM (SELECT name, row_number() OVER (ORDER BY pk) AS n FROM sighting) s"
        )
        #expect(order == "t")
        let first = try #require(Double(try namespace.psql("SELECT min(pk) >> 21 FROM sighting")))
        #expect(abs(first / 1000 - before) < 60)
        #expect(try namespace.psql("SELECT count(*) FROM almanac_sightings") == "10")
        // A program in SQL gets keys too.
        _ = try namespace.psql("INSERT INTO almanac (year) SELECT n FROM generate_series(1, 100) n")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Almanac>()) == 101)
        #expect(try namespace.psql("SELECT bool_and(abs((pk >> 21) / 1000.0 - \(before)) < 60) FROM almanac") == "t")
        let identifier = almanac.persistentModelID
        let predicate = #Predicate<Almanac> { $0.persistentModelID == identifier }
        #expect(try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map(\.year) == [2026])
    }

    /// A key that a row of another process has already is found by the primary key, and the save begins anew.
    @Test func aKeyThatIsTakenIsReplaced() throws {
        let container = try container(.timestamp, .timeOrdered)
        let context = ModelContext(container)
        context.insert(Almanac(year: 1))
        try context.save()
        // The first new row gets the key that there is.
        _ = try namespace.psql(
            """
            CREATE SEQUENCE attempts; CREATE FUNCTION clash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF nextval('attempts') = 1 THEN NEW.pk := (SELECT min(pk) FROM almanac); END IF; RETURN NEW; END $$;
            CREATE TRIGGER clash BEFORE INSERT ON almanac FOR EACH ROW EXECUTE FUNCTION clash()
            """
        )
        let almanac = Almanac(year: 2)
        context.insert(almanac)
        try context.save()
        #expect(try namespace.psql("SELECT string_agg(year::text, ' ' ORDER BY year) FROM almanac") == "1 2")
        #expect(try namespace.psql("SELECT last_value FROM attempts") == "2")
        #expect(
            try ModelContext(container).fetch(FetchDescriptor<Almanac>()).contains {
                $0.persistentModelID == almanac.persistentModelID
            }
        )
    }

    @Test func keysOfAProcessAscend() {
        let times = Locked<[Double]>([10, 10, 9, 0, 11, 11])
        let keys = TimeOrderedKeys { Date(timeIntervalSinceReferenceDate: times.withLock { $0.removeFirst() }) }
        var all: [Int64] = []
        for count in [1, 2_100_000, 2, 1, 1, 1] {
            let some = keys.next(count)
            all += [some[0], some[count - 1]].prefix(count)
        }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0 < $1 })
        #expect(all[0] >> 21 == 10_000 && (all.last ?? 0) >> 21 == 11_000)
    }
}
#endif
