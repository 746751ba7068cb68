#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import Testing

@Model final class Ferry {
    var name: String
    var trips: Int

    init(name: String, trips: Int = 0) { (self.name, self.trips) = (name, trips) }
}

/// Reads from the standby that `Scripts/test-postgres` starts.
@Suite(.serialized) struct StandbyTests {
    private let namespace: TemporaryNamespace
    private let standby: PostgresConnection
    private let container: ModelContainer
    private let statements = Locked<[String]>([])

    init() throws {
        namespace = try TemporaryNamespace()
        let host = try #require(ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_STANDBY"])
        let url = namespace.url
        let first = try #require(url.split(separator: "=").last)
        standby = try PostgresConnection(url.replacing("host=\(first)", with: "host=\(host)"))
        #expect(try standby.script("SELECT pg_is_in_recovery()").text(0, 0) == "t")
        var configuration = PostgresConfiguration(
            "postgresql://postgres@/swiftdata?host=\(first),\(host)",
            namespace: namespace.name,
            reads: .preferStandby
        )
        configuration.statementTimeout = 20
        container = try ModelContainer(for: Ferry.self, configurations: configuration)
    }

    private var store: PostgresStore {
        get throws { try #require(container.core.stores.first?.object as? PostgresStore) }
    }

    /// The number of reads of the table that a server has made.
    private func reads(_ connection: PostgresConnection) throws -> Int64 {
        let sql =
            "SELECT coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::text FROM pg_stat_user_tables "
            + "WHERE schemaname = '\(namespace.name)' AND relname = 'ferry'"
        return Int64(try connection.script(sql).text(0, 0) ?? "") ?? 0
    }

    private func waitsForReplay(_ isPaused: Bool) throws {
        try standby.script("SELECT \(isPaused ? "pg_wal_replay_pause()" : "pg_wal_replay_resume()")")
        guard isPaused else { return }
        while try standby.script("SELECT pg_get_wal_replay_pause_state()").text(0, 0) != "paused" {
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    @Test func fetchesReadFromTheStandbyAndSeeWhatWasSaved() throws {
        let context = ModelContext(container)
        for number in 1...20 {
            context.insert(Ferry(name: "\(number)"))
            try context.save()
            // Another context has nothing in memory.
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ferry>()) == number)
        }
        let before = try reads(try PostgresConnection(namespace.url))
        for _ in 0..<30 { _ = try ModelContext(container).fetch(FetchDescriptor<Ferry>()) }
        // Statistics of sessions arrive at the latest when these are idle for a second.
        Thread.sleep(forTimeInterval: 1.5)
        _ = try ModelContext(container).fetch(FetchDescriptor<Ferry>())
        #expect(try reads(try PostgresConnection(namespace.url)) - before < 5)
    }

    @Test func aStandbyThatLagsIsNotRead() throws {
        let context = ModelContext(container)
        let ferry = Ferry(name: "A")
        context.insert(ferry)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Ferry>()) == 1)
        try waitsForReplay(true)
        defer { try? waitsForReplay(false) }
        ferry.trips = 7
        try context.save()
        // The standby has not heard of it: the primary is asked after a moment.
        #expect(try ModelContext(container).fetch(FetchDescriptor<Ferry>()).map(\.trips) == [7])
        #expect(try standby.script("SELECT trips FROM \"\(namespace.name)\".ferry").text(0, 0) == "0")
        try waitsForReplay(false)
        #expect(try ModelContext(container).fetch(FetchDescriptor<Ferry>()).map(\.trips) == [7])
    }

    @Test func aSaveDoesNotMeetAConflictWithItself() throws {
        let context = ModelContext(container)
        context.mergePolicy = .error
        let ferry = Ferry(name: "A")
        context.insert(ferry)
        try context.save()
        for number in 1...20 {
            let other = ModelContext(container)
            other.mergePolicy = .error
            let same = try #require(try other.fetch(FetchDescriptor<Ferry>()).first)
            same.trips = number
            try other.save()
        }
        #expect(try namespace.psql("SELECT trips FROM ferry") == "20")
    }

    @Test func tablesThatTheStandbyHasNotHeardOfAreReadOnThePrimary() throws {
        try waitsForReplay(true)
        defer { try? waitsForReplay(false) }
        let fresh = try TemporaryNamespace()
        var configuration = try store.configuration
        configuration.namespace = fresh.name
        configuration.schema = nil
        let context = ModelContext(try ModelContainer(for: Ferry.self, configurations: configuration))
        #expect(try context.fetchCount(FetchDescriptor<Ferry>()) == 0)
        #expect(try standby.script("SELECT to_regnamespace('\(fresh.name)') IS NULL").text(0, 0) == "t")
    }

    /// The list names the standby first, as it does after a fail-over.
    @Test func locksAndNoticesGoToThePrimary() throws {
        let host = try #require(ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_STANDBY"])
        let first = try #require(namespace.url.split(separator: "=").last)
        let configuration = PostgresConfiguration(
            "postgresql://postgres@/swiftdata?host=\(host),\(first)",
            namespace: namespace.name
        )
        let context = ModelContext(try ModelContainer(for: Ferry.self, configurations: configuration))
        try context.transaction(isolated: true) {
            context.insert(Ferry(name: "locked"))
            let locks = try namespace.psql(
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1937204853 AND mode = 'ExclusiveLock'"
            )
            #expect(locks == "1")
        }
        let end = ContinuousClock.now + .seconds(5)
        var listeners = "0"
        while listeners == "0", ContinuousClock.now < end {
            listeners = try namespace.psql(
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE 'NOTIFY%'"
            )
        }
        #expect(listeners != "0")
    }

    @Test func aStandbyAloneCanBeReadAndNotWritten() throws {
        let context = ModelContext(container)
        context.insert(Ferry(name: "A"))
        try context.save()
        let host = try #require(ProcessInfo.processInfo.environment["OPENSWIFTDATA_POSTGRES_STANDBY"])
        let end = ContinuousClock.now + .seconds(5)
        while ContinuousClock.now < end {
            let found = try? standby.script("SELECT count(*) FROM \"\(namespace.name)\".ferry").text(0, 0)
            if found == "1" { break }
            Thread.sleep(forTimeInterval: 0.01)
        }
        let only = PostgresConfiguration(
            "postgresql://postgres@/swiftdata?host=\(host)",
            namespace: namespace.name,
            allowsSave: false
        )
        let reading = ModelContext(try ModelContainer(for: Ferry.self, configurations: only))
        #expect(try reading.fetch(FetchDescriptor<Ferry>()).map(\.name) == ["A"])
        reading.insert(Ferry(name: "B"))
        #expect(throws: StoreError.self) { try reading.save() }
    }
}
#endif
