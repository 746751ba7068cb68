import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// The rows that are read when the history is read.
@Suite struct HistoryCostTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    /// A store with a history of 10,000 transactions of 2 changes each, written with plain SQL.
    init() throws {
        folder = try TemporaryFolder()
        do {
            let context = ModelContext(try folder.container(for: Expedition.self, Camp.self))
            context.insert(Camp(1))
            try context.save()
        }
        try folder.sqlite3(
            """
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZPROCESSIDTS, ZTIMESTAMP) SELECT i, 16002, 1, i FROM n;
            WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID)
            SELECT i, 16001, 0, 1, i, i / 2 + 1 FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 10000 WHERE Z_ENT = 16002;
            UPDATE Z_PRIMARYKEY SET Z_MAX = 19999 WHERE Z_ENT = 16001;
            """
        )
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
    }

    private func token(_ number: Int64) throws -> DefaultHistoryToken {
        try #require(
            try context.fetchHistory(described(#Predicate { $0.transactionIdentifier == number })).first?.token
        )
    }

    /// The plan of a statement as the `sqlite3` program has it.
    private func plan(_ statement: String) throws -> String {
        // Parameters have no part in these plans.
        try folder.sqlite3("EXPLAIN QUERY PLAN " + statement.replacingOccurrences(of: "?", with: "'[1]'"))
    }

    @Test func theNewestTransactionsAreFoundWithoutTheOldOnes() throws {
        let token = try token(9_997)
        var found: [DefaultHistoryTransaction] = []
        let statements = try StatementRecorder(container).statements {
            found = try context.fetchHistory(described(#Predicate { $0.token > token }))
        }
        #expect(found.map(\.transactionIdentifier) == [9_998, 9_999, 10_000])
        #expect(found.map(\.changes.count) == [2, 2, 2])
        for statement in statements {
            let plan = try plan(statement)
            #expect(!plan.contains("SCAN t\n") && !plan.contains("SCAN ACHANGE"), "\(plan)")
            if statement.contains("ATRANSACTION t") { #expect(plan.contains("SEARCH t USING INTEGER PRIMARY KEY")) }
            if statement.contains("FROM ACHANGE") {
                #expect(plan.contains("SEARCH ACHANGE USING INDEX ACHANGE_ZTRANSACTIONID_INDEX (ZTRANSACTIONID=?)"))
            }
            #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
        }
    }

    @Test func theLastTransactionIsReadAlone() throws {
        let descriptor = described(sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)], limit: 1)
        var found: [DefaultHistoryTransaction] = []
        let statements = try StatementRecorder(container).statements { found = try context.fetchHistory(descriptor) }
        #expect(found.map(\.transactionIdentifier) == [10_000])
        let statement = try #require(statements.first { $0.contains("ATRANSACTION t") })
        #expect(statement.contains("LIMIT 1"))
        // Walked from its end, and not sorted.
        #expect(try !plan(statement).contains("TEMP B-TREE"))
    }

    @Test func aHistoryTakesTheSameNumberOfStatementsHoweverLongItIs() throws {
        func count(after number: Int64) throws -> Int {
            let token = try token(number)
            let predicate = #Predicate<DefaultHistoryTransaction> { $0.token > token && $0.processIdentifier != "x" }
            var found = 0
            let statements = try StatementRecorder(container).statements {
                found = try context.fetchHistory(described(predicate)).count
            }
            #expect(found == Int(10_000 - number))
            return statements.count
        }
        #expect(try count(after: 9_990) == count(after: 5_000))
        #expect(try count(after: 5_000) <= 6)
    }

    @Test func whatMemoryMustTellIsReadUpToTheLimit() throws {
        let descriptor = described(
            #Predicate { $0.changes.count > 1 },
            sortBy: [SortDescriptor(\.transactionIdentifier, order: .reverse)],
            limit: 3
        )
        var found: [DefaultHistoryTransaction] = []
        let statements = try StatementRecorder(container).statements { found = try context.fetchHistory(descriptor) }
        #expect(found.map(\.transactionIdentifier) == [10_000, 9_999, 9_998])
        #expect(statements.filter { $0.contains("FROM ACHANGE") }.count == 1)
    }

    @Test func aSaveAddsThreeStatementsForNewRowsOfAClass() throws {
        func statements(_ count: Int) throws -> [String] {
            for number in 0..<count { context.insert(Camp(number)) }
            return try StatementRecorder(container).statements { try context.save() }
        }
        _ = try statements(1)
        for count in [1, 10, 100] {
            let history = try statements(count).filter {
                $0.contains("ACHANGE") || $0.contains("ATRANSACTION") || $0.contains("1600")
            }
            #expect(history.count == 3, "\(history.prefix(5))")
        }
    }

    @Test func pruningMakesTheFileShorter() throws {
        try folder.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        let before = try size()
        try context.deleteHistory(described(#Predicate { $0.transactionIdentifier < 9_990 }))
        let after = try size()
        #expect(after < before / 2, "\(before) \(after)")
        #expect(try context.fetchHistory(described()).count == 11)
        #expect(try folder.sqlite3("PRAGMA integrity_check") == "ok")
        #expect(try folder.sqlite3("SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID < 9990") == "0")
    }

    @Test func pruningMakesAFileOfAnotherKindShorterToo() throws {
        try folder.sqlite3("PRAGMA auto_vacuum = NONE; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try folder.sqlite3("PRAGMA auto_vacuum") == "0")
        let context = ModelContext(try folder.container(for: Expedition.self, Camp.self))
        let before = try size()
        try context.deleteHistory(described(#Predicate { $0.transactionIdentifier < 9_990 }))
        // Another container that looks at the file at that moment keeps pages in the log until the next checkpoint.
        try folder.sqlite3("PRAGMA wal_checkpoint(TRUNCATE)")
        #expect(try size() < before / 2)
        #expect(try folder.sqlite3("PRAGMA auto_vacuum") == "2")
    }

    /// Returns the size of the file and its log.
    private func size() throws -> Int {
        try ["", "-wal"].reduce(0) { sum, suffix in
            let path = folder.file.path + suffix
            guard FileManager.default.fileExists(atPath: path) else { return sum }
            return sum + (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
        }
    }
}
