#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Testing

@Model final class Specimen {
    var name: String
    var truth: Bool = true
    var small: Int8 = 0
    var medium: Int32 = 0
    var large: Int = 0
    var unsigned: UInt64 = 0
    var single: Float = 0
    var double: Double = 0
    var decimal: Decimal = 0
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var uuid: UUID = UUID()
    var url: URL?
    var data: Data = Data()
    var tags: [String] = []
    var measure: Measure = Measure(width: 0, note: nil)
    var grade: Grade?

    struct Measure: Codable, Equatable {
        var width: Double
        var note: String?
    }

    enum Grade: String, Codable { case good, bad }

    init(name: String) { self.name = name }
}

/// Values on a server, as psql sees them.
@Suite struct ValueTests {
    private func stored(_ change: (Specimen) -> Void) throws -> (TemporaryNamespace, ModelContainer) {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Specimen.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        let specimen = Specimen(name: "one")
        context.insert(specimen)
        change(specimen)
        try context.save()
        return (namespace, container)
    }

    @Test func columnsHaveTheTypesOfSQL() throws {
        let (namespace, container) = try stored { _ in }
        let types = try namespace.psql(
            """
            SELECT string_agg(column_name || ' ' || data_type || CASE is_nullable WHEN 'NO' THEN '!' ELSE '' END, ', '
            ORDER BY ordinal_position) FROM information_schema.columns
            WHERE table_schema = '\(namespace.name)' AND table_name = 'specimen'
            """
        )
        #expect(
            types == """
                pk bigint!, row_entity smallint!, row_version bigint!, name text!, truth boolean!, small smallint!, \
                medium integer!, large bigint!, unsigned numeric!, single real!, double double precision!, \
                decimal numeric!, date timestamp with time zone!, uuid uuid!, url text, data bytea!, tags ARRAY!, \
                width double precision, note text, grade text
                """
        )
        withExtendedLifetime(container) {}
    }

    @Test func psqlSeesWhatTheModelHas() throws {
        let (namespace, container) = try stored { specimen in
            specimen.truth = false
            specimen.small = -128
            specimen.large = .min
            specimen.unsigned = .max
            specimen.single = 0.1
            specimen.double = -.infinity
            specimen.decimal = Decimal(string: "-12345678901234567890.5")!
            specimen.date = Date(timeIntervalSince1970: 1_795_000_000.25)
            specimen.uuid = UUID(uuidString: "0F1E2D3C-4B5A-6978-8796-A5B4C3D2E1F0")!
            specimen.url = URL(string: "https://example.org/a?b=c")
            specimen.data = Data([0, 1, 255])
            specimen.tags = ["x", "é"]
            specimen.measure = .init(width: 1.5, note: "wide")
            specimen.grade = .bad
        }
        let row = try namespace.psql(
            """
            SELECT truth, small, large, unsigned, single, double, decimal, date AT TIME ZONE 'UTC', uuid, url, data, tags,
            width, note, grade FROM specimen
            """
        )
        #expect(
            row == #"f|-128|-9223372036854775808|18446744073709551615|0.1|-Infinity|-12345678901234567890.5|"#
                + #"2026-11-18 11:06:40.25|0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0|https://example.org/a?b=c|\x0001ff|"#
                + #"{x,é}|1.5|wide|bad"#
        )
        let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Specimen>()).first)
        #expect(read.unsigned == .max && read.decimal == Decimal(string: "-12345678901234567890.5"))
        #expect(read.tags == ["x", "é"] && read.measure == .init(width: 1.5, note: "wide") && read.grade == .bad)
        #expect(read.date == Date(timeIntervalSince1970: 1_795_000_000.25) && read.data == Data([0, 1, 255]))
    }

    @Test func theModelHasTheDateThatTheServerKeeps() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Specimen.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        let specimen = Specimen(name: "one")
        context.insert(specimen)
        specimen.date = Date(timeIntervalSinceReferenceDate: 100.000_000_4)
        try context.save()
        #expect(specimen.date == Date(timeIntervalSinceReferenceDate: 100))
        specimen.date = Date(timeIntervalSinceReferenceDate: 200.000_000_6)
        try context.save()
        #expect(specimen.date == Date(timeIntervalSinceReferenceDate: 200.000_001))
        #expect(try ModelContext(container).fetch(FetchDescriptor<Specimen>()).first?.date == specimen.date)
    }

    @Test func whatTheServerCannotKeepIsAnErrorThatNamesTheProperty() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Specimen.self, configurations: namespace.configuration())
        let changes: [(String, (Specimen) -> Void)] = [
            ("name", { $0.name = "a\u{0}b" }),
            ("date", { $0.date = Date(timeIntervalSinceReferenceDate: .nan) }),
            ("date", { $0.date = Date(timeIntervalSinceReferenceDate: 1e15) }),
            ("measure", { $0.measure.note = "\u{0}" }),
        ]
        for (property, change) in changes {
            let context = ModelContext(container)
            let specimen = Specimen(name: "one")
            context.insert(specimen)
            change(specimen)
            do {
                try context.save()
                Issue.record("\(property) was saved")
            } catch let error as StoreError {
                #expect(error.code == .validation && error.entityName == "Specimen" && error.propertyName == property)
                #expect(context.hasChanges)
            }
        }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Specimen>()) == 0)
    }

    @Test func aDamagedNumberIsAnErrorThatNamesTheProperty() throws {
        let (namespace, container) = try stored { _ in }
        _ = try namespace.psql("UPDATE specimen SET small = 200")
        do {
            _ = try ModelContext(container).fetch(FetchDescriptor<Specimen>()).map(\.small)
            Issue.record("the number was read")
        } catch let error as StoreError {
            #expect(error.code == .corruptRow && error.propertyName == "small")
        }
    }
}
#endif
