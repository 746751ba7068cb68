#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

/// The connection to a server.
@Suite struct ConnectionTests {
    private func connection(preparedLimit: Int = 256) throws -> PostgresConnection {
        try PostgresConnection(TestServer.url, preparedLimit: preparedLimit)
    }

    @Test(arguments: [0, 1, 256]) func statementsGiveTheirRows(preparedLimit: Int) throws {
        let connection = try connection(preparedLimit: preparedLimit)
        for round in 0..<3 {
            let sum = try connection.run("SELECT $1::bigint + 1, $2::text", [.integer(Int64(round)), .text("é")])
            #expect(sum.count == 1 && sum.integer(0, 0) == Int64(round + 1) && sum.text(0, 1) == "é")
            #expect(try connection.run("SELECT NULL::bigint").integer(0, 0) == nil)
        }
    }

    @Test(arguments: [
        "postgresql://anna:geheim/x@/y", "postgresql://anna:12/geheim@host/y", "host=geheim port=geheim",
        "postgresql://u:pa@geheim@localhost/db",
    ])
    func aPasswordThatIsNotEscapedIsNotShown(_ url: String) {
        do {
            _ = try PostgresConnection(url)
            Issue.record("a connection was made")
        } catch let failure as PostgresFailure {
            #expect(!"\(failure)".contains("geheim"))
        } catch {
            Issue.record("\(error)")
        }
    }

    @Test(arguments: [Double.infinity, .greatestFiniteMagnitude, .nan, -.infinity, 0])
    func aStoreOpensWithLimitsOfAnyLength(_ seconds: Double) throws {
        let namespace = try TemporaryNamespace()
        var configuration = namespace.configuration()
        configuration.connectionWaitLimit = seconds
        configuration.statementTimeout = seconds
        configuration.migrationWait = seconds
        let context = ModelContext(
            try ModelContainer(for: Parcel.self, Courier.self, configurations: configuration)
        )
        context.insert(Parcel(label: "one"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Parcel>()) == 1)
    }

    @Test func anErrorHasItsStateAndLeavesTheConnectionInOrder() throws {
        let connection = try connection()
        do {
            try connection.run("SELECT 1 / $1::bigint", [.integer(0)])
            Issue.record("a division by zero gave a result")
        } catch let failure as PostgresFailure {
            #expect(failure.state == "22012" && !failure.isConnectionLost)
        }
        #expect(try connection.run("SELECT 1::bigint").integer(0, 0) == 1)
    }

    @Test func aStatementThatCannotBePreparedIsNotKnown() throws {
        let connection = try connection()
        for _ in 0..<2 {
            #expect(throws: PostgresFailure.self) { try connection.run("SELECT nothing FROM nowhere") }
        }
        try connection.script("CREATE TEMPORARY TABLE nowhere (nothing bigint)")
        #expect(try connection.run("SELECT nothing FROM nowhere").count == 0)
    }

    @Test(arguments: [0, 2, 256]) func aPipelineGivesTheResultsOfAll(preparedLimit: Int) throws {
        let connection = try connection(preparedLimit: preparedLimit)
        for _ in 0..<3 {
            let results = try connection.pipeline(
                (0..<5).map { PostgresStatement("SELECT $1::bigint * \($0)", [.integer(7)]) }
            )
            #expect(results.map { $0.integer(0, 0) } == [0, 7, 14, 21, 28])
        }
    }

    @Test func aPipelineThatFailsTakesBackWhatRanBefore() throws {
        let connection = try connection()
        try connection.script("CREATE TEMPORARY TABLE numbers (n bigint UNIQUE)")
        let insert = PostgresStatement("INSERT INTO numbers VALUES ($1)", [.integer(1)])
        do {
            _ = try connection.pipeline([insert, insert, insert])
            Issue.record("a number was inserted twice")
        } catch let failure as PostgresFailure {
            #expect(failure.isUniqueViolation && failure.table == "numbers")
        }
        #expect(try connection.run("SELECT count(*) FROM numbers").integer(0, 0) == 0)
        try connection.reset()
        _ = try connection.pipeline([insert])
        #expect(try connection.run("SELECT count(*) FROM numbers").integer(0, 0) == 1)
    }

    /// What does not fit into the buffers of the connection in both directions at once.
    @Test func muchGoesThroughAPipelineInBothDirections() throws {
        let connection = try connection()
        let text = String(repeating: "x", count: 1_000_000)
        let echo = PostgresStatement("SELECT $1::text", [.text(text)])
        let results = try connection.pipeline(Array(repeating: echo, count: 20))
        #expect(results.count == 20 && results.allSatisfy { $0.text(0, 0) == text })
    }

    @Test func aStatementIsStoppedFromAnotherThread() throws {
        let connection = try connection()
        let cancellation = try #require(connection.cancellation)
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            cancellation.cancel()
        }
        do {
            try connection.run("SELECT pg_sleep(20)")
            Issue.record("the statement was not stopped")
        } catch let failure as PostgresFailure {
            #expect(failure.isCancelled)
        }
        #expect(try connection.run("SELECT 1::bigint").integer(0, 0) == 1)
    }

    @Test func aConnectionThatTheServerEndsIsLost() throws {
        let connection = try connection()
        let number = try #require(try connection.run("SELECT pg_backend_pid()").integer(0, 0))
        try self.connection().run("SELECT pg_terminate_backend($1::bigint::integer)", [.integer(number)])
        do {
            try connection.run("SELECT 1")
            Issue.record("the connection was not ended")
        } catch let failure as PostgresFailure {
            #expect(failure.isConnectionLost)
        }
        #expect(connection.isLost)
    }

    @Test func noServerIsAnErrorWithoutThePassword() {
        do {
            _ = try PostgresConnection("postgresql://user:secret@/nothing?host=/nonexistent")
            Issue.record("a server was reached")
        } catch {
            #expect(!"\(error)".contains("secret"))
        }
        #expect(!"\(PostgresConfiguration("postgresql://user:secret@/nothing"))".contains("secret"))
        #expect(!String(reflecting: PostgresConfiguration("postgresql://user:secret@/nothing")).contains("secret"))
    }
}

/// The connections of a store.
@Suite struct PoolTests {
    @Test func connectionsAreUsedAgain() throws {
        let pool = PostgresPool(try TestServer.url)
        let numbers = try (0..<5).map { _ in
            try pool.withConnection { try $0.run("SELECT pg_backend_pid()").integer(0, 0) }
        }
        #expect(Set(numbers).count == 1 && pool.count == 1)
    }

    @Test func aTransactionThatIsLeftOpenIsRolledBack() throws {
        let pool = PostgresPool(try TestServer.url)
        _ = try pool.withConnection { try $0.script("BEGIN; CREATE TEMPORARY TABLE left_over (n bigint)") }
        try pool.withConnection { connection in
            #expect(!connection.isInTransaction)
            #expect(throws: PostgresFailure.self) { try connection.run("SELECT * FROM left_over") }
        }
    }

    @Test func aConnectionThatIsLostIsReplaced() throws {
        let pool = PostgresPool(try TestServer.url)
        #expect(throws: PostgresFailure.self) {
            try pool.withConnection { try $0.run("SELECT pg_terminate_backend(pg_backend_pid())") }
        }
        #expect(try pool.withConnection { try $0.run("SELECT 1::bigint").integer(0, 0) } == 1)
        #expect(pool.count == 1)
    }

    /// The end of an idle connection is noticed without a round trip, however short it was idle.
    @Test func aConnectionThatTheServerEndedWhileItWasIdleIsNotLent() throws {
        let pool = PostgresPool(try TestServer.url)
        func backend() throws -> Int64 {
            try pool.withConnection { try #require(try $0.run("SELECT pg_backend_pid()").integer(0, 0)) }
        }
        let number = try backend()
        let other = try PostgresConnection(TestServer.url)
        // With a time limit the server waits until the process has ended.
        try other.run("SELECT pg_terminate_backend($1::bigint::integer, 5000)", [.integer(number)])
        #expect(try backend() != number)
        #expect(pool.count == 1)
    }

    /// The request would stop a statement of the next borrower.
    @Test func aConnectionIsNotLentAgainWhileARequestToStopItIsUnderWay() throws {
        let pool = PostgresPool(try TestServer.url)
        let mayEnd = DispatchSemaphore(value: 0)
        let number = try pool.withConnection { connection in
            try #require(connection.cancellation).cancelOnOwnThread { _ in mayEnd.wait() }
            return try connection.run("SELECT pg_backend_pid()").integer(0, 0)
        }
        defer { mayEnd.signal() }
        #expect(pool.count == 0)
        #expect(try pool.withConnection { try $0.run("SELECT pg_backend_pid()").integer(0, 0) } != number)
    }

    @Test func whoeverFindsNoConnectionIsToldAfterTheLimit() throws {
        var settings = PostgresPoolSettings()
        settings.maximum = 1
        settings.waitLimit = .milliseconds(200)
        let pool = PostgresPool(try TestServer.url, settings)
        try pool.withConnection { _ in
            let start = ContinuousClock.now
            do {
                try pool.withConnection { _ in }
                Issue.record("there was a second connection")
            } catch let error as StoreError {
                #expect(error.code == .busy && ContinuousClock.now - start >= .milliseconds(200))
            }
        }
        #expect(try pool.withConnection { _ in true })
    }

    @Test func manyThreadsShareFewConnections() async throws {
        var settings = PostgresPoolSettings()
        settings.maximum = 3
        let pool = PostgresPool(try TestServer.url, settings)
        try await withThrowingTaskGroup(of: Int64?.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try pool.withConnection {
                        try $0.run("SELECT $1::bigint", [.integer(Int64(number))]).integer(0, 0)
                    }
                }
            }
            var found: Set<Int64> = []
            for try await number in group { if let number { found.insert(number) } }
            #expect(found == Set(0..<50))
        }
        #expect(pool.count <= 3)
    }
}
#endif
