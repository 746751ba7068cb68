#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import TestSupport
import Testing

@Model final class Tug {
    var name: String

    init(name: String) { self.name = name }
}

/// Contexts that are told of the commits of other processes. A container of its own is another process to a store: it has its
/// own connections, and nothing tells it but the server.
@Suite struct LiveTests {
    private func container(_ namespace: TemporaryNamespace, records: Bool = false) throws -> ModelContainer {
        var configuration = namespace.configuration()
        configuration.recordsOtherPrograms = records
        return try ModelContainer(for: Tug.self, configurations: configuration)
    }

    /// The changes that a container tells of.
    private final class Heard: Sendable {
        let counts = Locked<[String]>([])
        private let token: Locked<(any NSObjectProtocol)?>

        init(_ container: ModelContainer) {
            token = Locked(nil)
            let observer = NotificationCenter.default.addObserver(
                forName: ModelContainer.remoteChange,
                object: container,
                queue: nil
            ) { [counts] notification in
                func count(_ key: ModelContext.NotificationKey) -> Int {
                    (notification.userInfo?[key] as? [PersistentIdentifier])?.count ?? 0
                }
                let text =
                    "+\(count(.insertedIdentifiers)) ~\(count(.updatedIdentifiers)) -\(count(.deletedIdentifiers))"
                counts.withLock { $0.append(text) }
            }
            token.withLock { $0 = observer }
        }

        deinit { token.withLock { $0.map { NotificationCenter.default.removeObserver($0) } } }
    }

    private func waiting(_ seconds: Double = 5, _ condition: () throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    @Test func aContainerHearsOfWhatAnotherOneSaves() async throws {
        let namespace = try TemporaryNamespace()
        let (own, other) = (try container(namespace), try container(namespace))
        let context = ModelContext(own)
        let heard = Heard(own)
        let writer = ModelContext(other)
        let tug = Tug(name: "A")
        writer.insert(tug)
        try writer.save()
        #expect(try await waiting { heard.counts.withLock { $0 } == ["+1 ~0 -0"] })
        let shown = try #require(try context.fetch(FetchDescriptor<Tug>()).first)
        tug.name = "B"
        let start = ContinuousClock.now
        try writer.save()
        #expect(try await waiting { heard.counts.withLock { $0.count } == 2 })
        // A notice comes long before the look of each second.
        if !TestServer.avoided.contains(.listen) { #expect(ContinuousClock.now - start < .milliseconds(900)) }
        #expect(
            try await waiting {
                // A context receives the reported changes when it is used.
                _ = try context.fetchCount(FetchDescriptor<Tug>())
                return shown.name == "B"
            }
        )
        writer.delete(tug)
        try writer.save()
        #expect(try await waiting { heard.counts.withLock { $0.last } == "+0 ~0 -1" })
        // Its own saves are no news.
        context.insert(Tug(name: "own"))
        try context.save()
        try await Task.sleep(for: .seconds(1.3))
        #expect(heard.counts.withLock { $0.count } == 3)
    }

    @Test func aContainerHearsOfCommitsWhileAnOlderTransactionIsOpen() async throws {
        let namespace = try TemporaryNamespace()
        let (own, other) = (try container(namespace), try container(namespace))
        _ = ModelContext(own)
        let heard = Heard(own)
        let held = try PostgresConnection(namespace.url)
        try held.script("BEGIN; SELECT pg_current_xact_id()")
        let writer = ModelContext(other)
        for name in ["A", "B", "C"] {
            writer.insert(Tug(name: name))
            try writer.save()
        }
        #expect(try await waiting { heard.counts.withLock { $0.count } == 3 })
        try held.script("ROLLBACK")
        try await Task.sleep(for: .seconds(1.3))
        #expect(heard.counts.withLock { $0 } == ["+1 ~0 -0", "+1 ~0 -0", "+1 ~0 -0"])
    }

    @Test func editsByPsqlAreSeenWithinTwoSecondsWhereTriggersRecordThem() async throws {
        let namespace = try TemporaryNamespace()
        let own = try container(namespace, records: true)
        let context = ModelContext(own)
        let heard = Heard(own)
        let tug = Tug(name: "A")
        context.insert(tug)
        try context.save()
        let start = ContinuousClock.now
        _ = try namespace.psql("UPDATE tug SET name = 'psql'")
        #expect(
            try await waiting {
                _ = try context.fetchCount(FetchDescriptor<Tug>())
                return tug.name == "psql"
            }
        )
        #expect(ContinuousClock.now - start < .seconds(2))
        #expect(heard.counts.withLock { $0 } == ["+0 ~1 -0"])
    }

    @Test func theListenerConnectsAgain() async throws {
        let namespace = try TemporaryNamespace()
        let (own, other) = (try container(namespace), try container(namespace))
        _ = ModelContext(own)
        let heard = Heard(own)
        let writer = ModelContext(other)
        writer.insert(Tug(name: "A"))
        try writer.save()
        #expect(try await waiting { heard.counts.withLock { $0.count } == 1 })
        _ = try namespace.psql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' OR query LIKE 'NOTIFY%'"
        )
        for count in 2...4 {
            writer.insert(Tug(name: "\(count)"))
            try writer.save()
            #expect(try await waiting { heard.counts.withLock { $0.count } == count })
        }
    }

    @Test func aStoreThatGoesLeavesNoConnection() async throws {
        let namespace = try TemporaryNamespace()
        let channel: String
        do {
            let own = try container(namespace)
            let context = ModelContext(own)
            context.insert(Tug(name: "A"))
            try context.save()
            channel = try namespace.psql("SELECT identifier FROM swiftdata_store").lowercased()
        }
        #expect(
            try await waiting {
                try namespace.psql(
                    "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%\(channel)%' AND pid <> pg_backend_pid()"
                )
                    == "0"
            }
        )
    }
}
#endif
