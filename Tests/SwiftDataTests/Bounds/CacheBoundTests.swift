import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Caches keep no more than their bounds, whatever is asked for.
@Suite struct CacheBoundTests {
    @Test func aBoundedCacheForgetsWhatItHasBeforeItGrows() {
        var cache = BoundedCache<Int, String>(limit: 10)
        for number in 0..<1_000 {
            cache[number] = "\(number)"
            #expect(cache[number] == "\(number)")
            #expect(cache.count <= 10)
            cache[number] = "again"
            #expect(cache[number] == "again")
        }
        cache[999] = nil
        #expect(cache[999] == nil)
    }

    @Test func aConnectionKeepsABoundedNumberOfStatements() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let connection = try #require(container.core.stores.first?.object as? DefaultStore).connection
        var most = 0
        for number in 0..<2_000 {
            let found = try connection.read { runner in
                most = max(most, runner.statementCount)
                return try runner.integer("SELECT \(number) + ?") { $0.integer(1) }
            }
            #expect(found == Int64(number + 1))
        }
        #expect(most <= SQLRunner.mostStatements)
        #expect(most > SQLRunner.mostStatements / 2)
        var mostWriting = 0
        for number in 0..<1_000 {
            try connection.write { runner in
                try runner.run("UPDATE ZAUTHOR SET ZNAME = '\(number)' WHERE Z_PK = -1")
                mostWriting = max(mostWriting, runner.statementCount)
            }
        }
        #expect(mostWriting <= SQLRunner.mostStatements)
        #expect(mostWriting > SQLRunner.mostStatements / 2)
    }

    @Test func aStatementInUseOutlivesTheOthers() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let connection = try #require(container.core.stores.first?.object as? DefaultStore).connection
        try connection.read { runner in
            let kept = try runner.prepare("SELECT 7 + ?")
            var numbers: [Int64] = []
            let rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i FROM n"
            // While rows are read, the statement among others is let go of.
            try runner.query(rows) { row in
                numbers.append(row.integer(0))
                _ = try runner.integer("SELECT -\(row.integer(0))")
            }
            #expect(numbers == Array(1...900))
            var found: Int64 = 0
            try kept.query({ $0.integer(1) }) { found = $0.integer(0) }
            #expect(found == 8)
        }
    }

    @Test func queriesOfEverNewShapesLeaveABoundedNumberOfStatements() throws {
        let store = try TemporaryFolder()
        let container = try store.container(for: Author.self)
        let context = ModelContext(container)
        for number in 0..<10 { context.insert(Author(name: "\(number)")) }
        try context.save()
        let connection = try #require(container.core.stores.first?.object as? DefaultStore).connection
        for shape in 1..<600 {
            var descriptor = FetchDescriptor<Author>(
                predicate: #Predicate { $0.name != "x" },
                sortBy: (0..<10).map { bit in
                    SortDescriptor(\.name, order: shape & (1 << bit) == 0 ? .forward : .reverse)
                }
            )
            descriptor.fetchLimit = 3
            #expect(try context.fetch(descriptor).count == 3)
        }
        let count = try connection.read { $0.statementCount }
        #expect(count <= SQLRunner.mostStatements)
    }

    @Test func regularExpressionsAreKeptUpToABound() throws {
        for number in 0..<300 {
            _ = try? TextComparison.matches("row \(number)", pattern: "row \(number)")
            #expect(TextComparison.compiledCount <= 64)
        }
        #expect(TextComparison.compiledCount > 0)
    }

    @Test func calendarsAreKeptUpToABound() throws {
        var asked = 0
        for number in 0..<200 {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = try #require(TimeZone(secondsFromGMT: number * 60))
            calendar.firstWeekday = 1 + number % 7
            let text = try SQLFunctions.text(of: try #require(QueryCalendar(calendar)))
            if SQLFunctions.calendarPart("day", text, Date(timeIntervalSince1970: 86_400)) != nil { asked += 1 }
            #expect(SQLFunctions.calendarCount <= 64)
        }
        #expect(asked == 200)
        #expect(SQLFunctions.calendarCount > 0)
    }
}
