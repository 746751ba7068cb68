import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Model
final class Lap {
    #Index<Lap>([\.time])
    var name: String
    var time: Duration
    var pause: Duration?

    init(_ name: String, _ time: Duration, pause: Duration? = nil) {
        (self.name, self.time, self.pause) = (name, time, pause)
    }
}

/// Durations in a store of their own, compared with Swift's order and with the bytes that the `sqlite3` program reads.
@Suite struct DurationTests {
    struct Case: Sendable {
        let name: String
        let time: Duration
        /// The bytes in the file, worked out by hand: 2^127 and a second, which is 10^18, in hexadecimal digits.
        let bytes: String
    }

    /// In the order of the durations.
    static let cases: [Case] = [
        Case(name: "least", time: Duration(attoseconds: .min), bytes: "00000000000000000000000000000000"),
        Case(name: "back", time: .seconds(-1), bytes: "7FFFFFFFFFFFFFFFF21F494C589C0000"),
        Case(name: "just before", time: Duration(attoseconds: -1), bytes: "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
        Case(name: "none", time: .zero, bytes: "80000000000000000000000000000000"),
        Case(name: "just after", time: Duration(attoseconds: 1), bytes: "80000000000000000000000000000001"),
        Case(name: "half", time: .milliseconds(500), bytes: "800000000000000006F05B59D3B20000"),
        Case(name: "one", time: .seconds(1), bytes: "80000000000000000DE0B6B3A7640000"),
        Case(name: "greatest", time: Duration(attoseconds: .max), bytes: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF"),
    ]

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let context = try Self.context(folder)
        for (index, test) in Self.cases.shuffled().enumerated() {
            context.insert(Lap(test.name, test.time, pause: index.isMultiple(of: 2) ? test.time : nil))
        }
        try context.save()
    }

    private static func context(_ folder: TemporaryFolder) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema([Lap.self]), configurations: [ModelConfiguration(url: folder.file)])
        )
    }

    /// A context that has seen nothing of what was saved.
    private func reopened() throws -> ModelContext { try Self.context(folder) }

    @Test func aDurationSurvivesTheFile() throws {
        let laps = try reopened().fetch(FetchDescriptor<Lap>())
        #expect(Dictionary(uniqueKeysWithValues: laps.map { ($0.name, $0.time) }) == Self.times)
        #expect(laps.compactMap(\.pause).count == Self.cases.count / 2)
        for lap in laps { #expect(lap.pause == nil || lap.pause == Self.times[lap.name]) }
    }

    @Test func anotherReaderSeesBytesInTheOrderOfTheDurations() throws {
        let type = try folder.sqlite3("SELECT type FROM pragma_table_info('ZLAP') WHERE name = 'ZTIME'")
        #expect(type == "BLOB")
        let rows = try folder.sqlite3("SELECT ZNAME, hex(ZTIME) FROM ZLAP ORDER BY ZTIME")
        #expect(rows == Self.cases.map { "\($0.name)|\($0.bytes)" }.joined(separator: "\n"))
        #expect(try folder.sqlite3("SELECT count(*) FROM ZLAP WHERE ZPAUSE IS NULL") == "\(Self.cases.count / 2)")
    }

    @Test func aDurationOfAnotherWriterIsRead() throws {
        try folder.sqlite3("UPDATE ZLAP SET ZTIME = x'80000000000000000DE0B6B3A7640001' WHERE ZNAME = 'one'")
        let found = try reopened().fetch(FetchDescriptor<Lap>(predicate: #Predicate { $0.name == "one" }))
        #expect(found.map(\.time) == [.seconds(1) + Duration(attoseconds: 1)])
    }

    @Test func aSortIsThatOfTheDurations() throws {
        let context = try reopened()
        let names = Self.cases.map(\.name)
        let forward = FetchDescriptor<Lap>(sortBy: [SortDescriptor(\.time)])
        #expect(try context.fetch(forward).map(\.name) == names)
        let reverse = FetchDescriptor<Lap>(sortBy: [SortDescriptor(\.time, order: .reverse)])
        #expect(try context.fetch(reverse).map(\.name) == names.reversed())
    }

    @Test(arguments: [Duration.zero, .seconds(1), .milliseconds(500), .seconds(2), Duration(attoseconds: .min)])
    func aPredicateComparesAsSwiftDoes(limit: Duration) throws {
        try check(#Predicate { $0.time < limit }) { $0 < limit }
        try check(#Predicate { $0.time <= limit }) { $0 <= limit }
        try check(#Predicate { $0.time > limit }) { $0 > limit }
        try check(#Predicate { $0.time >= limit }) { $0 >= limit }
        try check(#Predicate { $0.time == limit }) { $0 == limit }
        try check(#Predicate { $0.time != limit }) { $0 != limit }
        let wanted: [Duration] = [limit, .seconds(-1)]
        try check(#Predicate { wanted.contains($0.time) }) { wanted.contains($0) }
    }

    @Test func anIndexServesAComparison() throws {
        let limit = Duration.seconds(1)
        let descriptor = FetchDescriptor<Lap>(predicate: #Predicate { $0.time < limit })
        let explanation = try reopened().explanation(of: descriptor)
        #expect(explanation.isSQLOnly)
        #expect(explanation.plan.contains { $0.contains("SEARCH") && $0.contains("INDEX") }, "\(explanation)")
    }

    @Test(arguments: ["x'00'", "'1.5'", "1"]) func otherBytesAreAFailureAndNotADuration(literal: String) throws {
        try StoreConnection.inMemory().readOnce { runner in
            try runner.query("SELECT \(literal)") { row in
                #expect(throws: ColumnFailure.self) { try ColumnCoding.read(0, as: .duration, of: row) }
            }
        }
    }

    private static let times = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0.time) })

    /// Compares what the store finds with Swift's own answer for each case.
    private func check(
        _ predicate: Predicate<Lap>,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isExpected: (Duration) -> Bool
    ) throws {
        let expected = Set(Self.cases.filter { isExpected($0.time) }.map(\.name))
        let found = try reopened().fetch(FetchDescriptor(predicate: predicate)).map(\.name)
        #expect(Set(found) == expected && found.count == expected.count, sourceLocation: sourceLocation)
    }
}
