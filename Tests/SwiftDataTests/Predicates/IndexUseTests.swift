import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import Testing

/// The fetches that an index serves, according to SQLite's query plans.
struct IndexUseTests {
    /// A fetch, the index that must serve it, and the rows that it finds, told without the store.
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let predicate: Predicate<Crate>
        let index: String
        var sort: [SortDescriptor<Crate>] = []
        let matches: @Sendable (Crate) -> Bool

        init(
            _ testDescription: String,
            _ index: String,
            _ predicate: Predicate<Crate>,
            sort: [SortDescriptor<Crate>] = [],
            _ matches: @escaping @Sendable (Crate) -> Bool
        ) {
            self.testDescription = testDescription
            self.index = index
            self.predicate = predicate
            self.sort = sort
            self.matches = matches
        }
    }

    private static let labels = (0..<60).map { "label \($0)" }
    private static let minute = Date(timeIntervalSinceReferenceDate: 60)
    private static let hour = Date(timeIntervalSinceReferenceDate: 1200)
    private static let late: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: -1200) ?? .gmt
        return calendar
    }()
    private static let opening = Date(timeIntervalSinceReferenceDate: 3)

    static let values: [Case] = [
        Case("a number", "Z_Crate_SwiftDataIndexOnBinarycount", #Predicate { $0.count == 5 }) { $0.count == 5 },
        Case("a range of numbers", "Z_Crate_SwiftDataIndexOnBinarycount", #Predicate { $0.count >= 5 && $0.count < 9 })
        {
            (5..<9).contains($0.count)
        },
        Case("a captured range", "Z_Crate_SwiftDataIndexOnBinarycount", #Predicate { (5..<9).contains($0.count) }) {
            (5..<9).contains($0.count)
        },
        Case("captured numbers", "Z_Crate_SwiftDataIndexOnBinarycount", #Predicate { [3, 7, 500].contains($0.count) }) {
            $0.count == 3 || $0.count == 7
        },
        Case(
            "a number with a fraction, beside NaN",
            "Z_Crate_SwiftDataIndexOnBinaryweight",
            #Predicate { $0.weight == 1.25 }
        ) {
            $0.weight == 1.25
        },
        Case("great numbers, beside NaN", "Z_Crate_SwiftDataIndexOnBinaryweight", #Predicate { $0.weight > 11 }) {
            $0.weight > 11
        },
        Case("a date", "Z_Crate_SwiftDataIndexOnBinarypacked", #Predicate { [minute] in $0.packed == minute }) {
            $0.packed == minute
        },
        Case("dates before one", "Z_Crate_SwiftDataIndexOnBinarypacked", #Predicate { [hour] in $0.packed < hour }) {
            $0.packed < hour
        },
        Case(
            "a day of a calendar, which begins twenty minutes late",
            "Z_Crate_SwiftDataIndexOnBinarypacked",
            #Predicate { [late, hour] in late.isDate($0.packed, inSameDayAs: hour) }
        ) {
            late.isDate($0.packed, inSameDayAs: hour)
        },
        Case(
            "an optional date",
            "Z_Crate_SwiftDataIndexOnBinaryopened",
            #Predicate { [opening] in $0.opened == opening }
        ) {
            $0.opened == opening
        },
        Case("no date", "Z_Crate_SwiftDataIndexOnBinaryopened", #Predicate { $0.opened == nil }) { $0.opened == nil },
        Case("a Boolean", "Z_Crate_SwiftDataIndexOnBinaryisSealed", #Predicate { $0.isSealed }) { $0.isSealed },
        Case(
            "a compound condition",
            "Z_Crate_SwiftDataIndexOnBinaryisSealedweight",
            #Predicate { $0.isSealed && $0.weight == 3 }
        ) {
            $0.isSealed && $0.weight == 3
        },
        Case(
            "a value and a range",
            "Z_Crate_SwiftDataIndexOnBinaryisSealedweight",
            #Predicate { $0.isSealed && $0.weight < 3.5 }
        ) {
            $0.isSealed && $0.weight < 3.5
        },
        Case("a to-one relationship", "ZCRATE_ZSHELF_INDEX", #Predicate { $0.shelf == nil }) { $0.shelf == nil },
        Case("a text", "Z_Crate_SwiftDataIndexOnBinarylabel", #Predicate { $0.label == "label 7" }) {
            $0.label == "label 7"
        },
        Case("an optional text", "Z_Crate_SwiftDataIndexOnBinarynote", #Predicate { $0.note == "label 7" }) {
            $0.note == "label 7"
        },
        Case(
            "captured texts",
            "Z_Crate_SwiftDataIndexOnBinarylabel",
            #Predicate { ["label 7", "Kelvin", "é"].contains($0.label) }
        ) {
            $0.label == "label 7"
        },
        Case("a prefix", "Z_Crate_SwiftDataIndexOnBinarylabel", #Predicate { $0.label.starts(with: "label 1") }) {
            $0.label.hasPrefix("label 1")
        },
        Case(
            "a prefix of an optional",
            "Z_Crate_SwiftDataIndexOnBinarynote",
            #Predicate { $0.note?.starts(with: "label 1") == true }
        ) {
            $0.note?.hasPrefix("label 1") == true
        },
        Case(
            "a prefix or nothing",
            "Z_Crate_SwiftDataIndexOnBinarynote",
            #Predicate { $0.note?.starts(with: "label 1") ?? false }
        ) {
            $0.note?.hasPrefix("label 1") == true
        },
        Case(
            "a range of texts",
            "Z_Crate_SwiftDataIndexOnBinarylabel",
            #Predicate { $0.label >= "label 5" && $0.label < "label 6" }
        ) {
            $0.label >= "label 5" && $0.label < "label 6"
        },
    ]

    @Test("An index finds the rows", arguments: values)
    func indexServes(_ test: Case) throws {
        let crates = try CrateStore(labels: Self.labels)
        let (plan, rows) = try crates.run(FetchDescriptor(predicate: test.predicate))
        #expect(rows.map(\.count).sorted() == crates.crates.filter(test.matches).map(\.count).sorted())
        #expect(!rows.isEmpty)
        #expect(plan.contains("SEARCH t0 USING") && plan.contains("INDEX \(test.index)"), "\(plan)")
    }

    @Test("A UUID and a model are found by an index")
    func identities() throws {
        let crates = try CrateStore(labels: Self.labels)
        let serial = crates.crates[9].serial
        let (plan, rows) = try crates.run(FetchDescriptor(predicate: #Predicate { $0.serial == serial }))
        #expect(rows.map(\.count) == [9])
        #expect(plan.contains("SEARCH t0 USING INDEX Z_Crate_SwiftDataIndexOnBinaryserial"), "\(plan)")
        let shelf = try #require(crates.crates[9].shelf?.persistentModelID)
        let onShelf = #Predicate<Crate> { $0.shelf?.persistentModelID == shelf }
        let (second, found) = try crates.run(FetchDescriptor(predicate: onShelf))
        #expect(found.map(\.count).sorted() == (0..<60).filter { $0 % 4 == 1 })
        #expect(second.contains("SEARCH t0 USING INDEX ZCRATE_ZSHELF_INDEX"), "\(second)")
    }

    @Test("A sort with a limit walks along the index, in both directions")
    func sorts() throws {
        let crates = try CrateStore(labels: Self.labels)
        // Rows with equal keys are in the order of their primary keys, as without a sort.
        let stored = try crates.context.fetch(FetchDescriptor<Crate>())
        let sorts: [(String, [SortDescriptor<Crate>])] = [
            ("Z_Crate_SwiftDataIndexOnBinarycount", [SortDescriptor(\.count)]),
            ("Z_Crate_SwiftDataIndexOnBinarypacked", [SortDescriptor(\.packed, order: .reverse)]),
            ("Z_Crate_SwiftDataIndexOnBinaryopened", [SortDescriptor(\.opened)]),
            ("Z_Crate_SwiftDataIndexOnBinaryserial", [SortDescriptor(\.serial)]),
            ("Z_Crate_SwiftDataIndexOnBinaryisSealed", [SortDescriptor(\.isSealed, order: .reverse)]),
            ("Z_Crate_SwiftDataIndexOnBinaryisSealedweight", [SortDescriptor(\.isSealed), SortDescriptor(\.weight)]),
            ("Z_Crate_SwiftDataIndexOnBinarylabel", [SortDescriptor(\.label, comparator: .lexical)]),
            ("Z_Crate_SwiftDataIndexOnBinarynote", [SortDescriptor(\.note, comparator: .lexical, order: .reverse)]),
            (
                "Z_Crate_SwiftDataIndexOnBinaryopenedlabel",
                [SortDescriptor(\.opened), SortDescriptor(\.label, comparator: .lexical)]
            ),
        ]
        for (index, sort) in sorts {
            var descriptor = FetchDescriptor<Crate>(sortBy: sort)
            descriptor.fetchLimit = 10
            let (plan, rows) = try crates.run(descriptor)
            let order = QueryOrder(try sort.map { try QuerySort($0) })
            #expect(rows.map(\.count) == order.sort(stored) { ModelRow($0) }.prefix(10).map(\.count), "\(index)")
            #expect(plan.contains("SCAN t0 USING INDEX \(index)"), "\(plan)")
            #expect(!plan.contains("TEMP B-TREE FOR ORDER BY"), "\(plan)")
        }
    }

    @Test("A condition and a sort share a compound index")
    func conditionAndSort() throws {
        let crates = try CrateStore(labels: Self.labels)
        var descriptor = FetchDescriptor<Crate>(
            predicate: #Predicate { $0.isSealed },
            sortBy: [SortDescriptor(\.weight)]
        )
        descriptor.fetchLimit = 5
        let (plan, rows) = try crates.run(descriptor)
        #expect(rows.map(\.count) == [2, 4, 6, 8, 10])
        #expect(plan.contains("SEARCH t0 USING INDEX Z_Crate_SwiftDataIndexOnBinaryisSealedweight"), "\(plan)")
        #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
    }

    @Test("Both sides of a relationship are found by its index")
    func relationships() throws {
        let crates = try CrateStore(labels: Self.labels)
        let stamped = #Predicate<Crate> { $0.stamps.contains { $0.name == "stamp 1" } }
        let (plan, rows) = try crates.run(FetchDescriptor(predicate: stamped))
        #expect(rows.map(\.count).sorted() == (0..<60).filter { $0 % 3 == 1 })
        #expect(!plan.contains("SCAN t1") && !plan.contains("SCAN t2"), "\(plan)")
        let shelves = #Predicate<Shelf> { $0.crates.contains { $0.count == 4 } }
        let connection = try crates.store.connection
        let statement = try SelectStatement(
            layout: crates.store.layout,
            dialect: SQLiteDialect(),
            entity: "Shelf",
            storeIdentifier: nil,
            query: QueryNode(shelves)
        )
        let second = try connection.readOnce { runner in
            var plan: [String] = []
            try runner.query("EXPLAIN QUERY PLAN " + statement.sql, row: { plan.append($0.text(3)) })
            return plan.joined(separator: "\n")
        }
        #expect(second.contains("SEARCH t1 USING INDEX"), "\(second)")
        #expect(try crates.context.fetch(FetchDescriptor(predicate: shelves)).map(\.name) == ["shelf 0"])
    }
}
