import SwiftData
import TestSupport
import Testing

/// Tokens of which a store no longer knows what came after them.
@Suite struct HistoryExpiryTests {
    private let folder: TemporaryFolder
    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        container = try folder.container(for: Expedition.self, Camp.self)
        context = ModelContext(container)
        for number in 1...5 {
            context.insert(Camp(number))
            try context.save()
        }
    }

    private func tokens() throws -> [DefaultHistoryToken] { try context.fetchHistory(described()).map(\.token) }

    private func prune(through number: Int64) throws {
        try context.deleteHistory(described(#Predicate { $0.transactionIdentifier <= number }))
    }

    private func numbers(after token: DefaultHistoryToken) throws -> [Int64] {
        try context.fetchHistory(described(#Predicate { $0.token > token })).map(\.transactionIdentifier)
    }

    @Test func aTokenWhoseNextTransactionWasPrunedHasExpired() throws {
        let tokens = try tokens()
        try prune(through: 3)
        for token in tokens.prefix(2) {
            #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: token) }
        }
        #expect(try numbers(after: tokens[2]) == [4, 5])
        #expect(try numbers(after: tokens[3]) == [5])
    }

    @Test func theTokensOwnTransactionCountsWhereItIsAskedFor() throws {
        let token = try tokens()[2]
        try prune(through: 3)
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(described(#Predicate { $0.token >= token }))
        }
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.fetchHistory(described(#Predicate { !(token > $0.token) }))
        }
        #expect(try context.fetchHistory(described(#Predicate { token < $0.token })).count == 2)
    }

    @Test func whatCameBeforeATokenNeverExpires() throws {
        let token = try tokens()[3]
        try prune(through: 4)
        #expect(try context.fetchHistory(described(#Predicate { $0.token <= token })).isEmpty)
    }

    @Test func aWhollyPrunedHistoryExpiresAllButTheLastToken() throws {
        let tokens = try tokens()
        try context.deleteHistory(described())
        #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: tokens[3]) }
        #expect(try numbers(after: tokens[4]) == [])
        context.insert(Camp(6))
        try context.save()
        #expect(try numbers(after: tokens[4]) == [6])
    }

    @Test func erasingExpiresTokens() throws {
        let tokens = try tokens()
        try container.erase()
        for token in tokens {
            #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: token) }
        }
        context.insert(Camp(6))
        try context.save()
        #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: tokens[4]) }
        #expect(try context.fetchHistory(described()).map(\.transactionIdentifier) == [7])
        #expect(try folder.sqlite3("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") == "TRANSACTION|7")
    }

    @Test func erasingExpiresTokensWhereTheCounterIsMissing() throws {
        let tokens = try tokens()
        try folder.sqlite3("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT = 16002")
        try container.erase()
        #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: tokens[4]) }
        #expect(try folder.sqlite3("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") == "TRANSACTION|6")
    }

    @Test func aGapFurtherOnIsNoExpiry() throws {
        let tokens = try tokens()
        try context.deleteHistory(described(#Predicate { $0.transactionIdentifier == 3 }))
        #expect(try numbers(after: tokens[0]) == [2, 4, 5])
        #expect(try numbers(after: tokens[1]) == [4, 5])
    }

    @Test func aSaveThatFailsLeavesNoGap() throws {
        let last = try #require(try tokens().last)
        try folder.sqlite3("CREATE TRIGGER refuse BEFORE INSERT ON ZEXPEDITION BEGIN SELECT raise(ABORT, 'no'); END")
        context.insert(Expedition("refused"))
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        try folder.sqlite3("DROP TRIGGER refuse")
        context.insert(Camp(6))
        try context.save()
        #expect(try numbers(after: last) == [6])
    }

    @Test func aTokenBeyondTheNewestTransactionHasExpired() throws {
        let copy = folder.url.appendingPathComponent("copy.store")
        try folder.sqlite3("VACUUM INTO '\(copy.path)'")
        context.insert(Camp(6))
        try context.save()
        let token = try #require(try tokens().last)
        let older = ModelContext(
            try ModelContainer(for: Expedition.self, Camp.self, configurations: ModelConfiguration(url: copy))
        )
        for predicate in [#Predicate<DefaultHistoryTransaction> { $0.token > token }, #Predicate { $0.token <= token }]
        {
            #expect(throws: SwiftDataError.historyTokenExpired) { try older.fetchHistory(described(predicate)) }
            #expect(throws: SwiftDataError.historyTokenExpired) { try older.deleteHistory(described(predicate)) }
        }
        #expect(try older.fetchHistory(described()).count == 5)
    }

    @Test func aTokenOfAnotherContainerHasExpired() throws {
        let other = try TemporaryFolder()
        let theirs = ModelContext(try other.container(for: Camp.self))
        theirs.insert(Camp(1))
        try theirs.save()
        let token = try #require(try theirs.fetchHistory(described()).last?.token)
        #expect(throws: SwiftDataError.historyTokenExpired) { try numbers(after: token) }
        #expect(throws: SwiftDataError.historyTokenExpired) {
            try context.deleteHistory(described(#Predicate { $0.token <= token }))
        }
        #expect(try tokens().count == 5)
    }
}
