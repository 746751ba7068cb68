import Foundation
import ClientModels
import SwiftData
import TestSupport
import Testing

/// Two processes that write to one store.
@Suite struct AlternationTests {
    /// `ALTERNATION_SECONDS=60 swift test --filter AlternationTests` lets them write for a minute.
    private var seconds: String { ProcessInfo.processInfo.environment["ALTERNATION_SECONDS"] ?? "3" }

    @Test func twoProcessesThatWriteInTurnsEndWithTheSameCompleteData() async throws {
        let store = try NeighbourStore()
        let (file, seconds) = (store.file.path, seconds)
        let writers = [("one", "two"), ("two", "one")]
        let ends = try await ChildProgram.runTogether(
            "visit",
            writers.map { [file, "alternate", $0.0, $0.1, seconds] }
        )
        try #require(ends.map(\.status) == [0, 0])
        let (one, two) = (ends[0].output, ends[1].output)
        let lines = one.split(separator: "\n").map(String.init)
        #expect(one == two && lines.count > 20)

        let rows = try store.temporary.sqlite3(
            "SELECT ZWRITER || ' ' || ZNUMBER || ' ' || ZSEEN FROM ZLEDGERENTRY WHERE ZLEDGER = 1"
        )
        #expect(rows.split(separator: "\n").map(String.init).sorted() == lines.dropLast())
        for name in ["one", "two"] {
            let numbers = lines.dropLast().filter { $0.hasPrefix(name) }
            // From -1, which is the last one, without a gap.
            let expected = (-1..<numbers.count - 1).map { "\(name) \($0) 1" }
            #expect(numbers.count > 10 && Set(numbers) == Set(expected))
        }
        let fresh = try #require(try ModelContext(try store.container()).fetch(FetchDescriptor<Ledger>()).first)
        #expect(fresh.entries.map { "\($0.writer) \($0.number)" }.joined(separator: ",") == lines.last)
        #expect(try store.temporary.sqlite3("PRAGMA integrity_check") == "ok")
        let changes = try store.temporary.sqlite3(
            "SELECT count(*) FROM ACHANGE WHERE ZCHANGETYPE = 0 AND ZENTITY = 2"
        )
        #expect(changes == "\(lines.count - 1)")
    }
}
