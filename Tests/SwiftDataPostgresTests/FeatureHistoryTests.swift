#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import TestSupport
import Testing

/// The history of a store that counts its transactions itself, and of stores without other features.
@Suite struct FeatureHistoryTests {
    private func container(_ namespace: TemporaryNamespace) throws -> ModelContainer {
        try ModelContainer(for: Stamp.self, Album.self, configurations: namespace.configuration())
    }

    private static func transactions(
        _ context: ModelContext,
        after token: DefaultHistoryToken? = nil
    ) throws -> [DefaultHistoryTransaction] {
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token { descriptor.predicate = #Predicate { $0.token > token } }
        return try context.fetchHistory(descriptor)
    }

    /// A reader that goes on from the last token that it has read meets each save of several writers once.
    @Test(arguments: FeatureTests.avoided) func aReaderBesideWritersMissesNothing(_ avoided: PostgresFeatures) throws {
        try TestServer.$avoided.withValue(avoided) {
            let namespace = try TemporaryNamespace()
            let (containers, reading) = (try (0..<2).map { _ in try container(namespace) }, try container(namespace))
            let (writers, rounds) = (4, 12)
            let left = Locked(writers)
            for writer in 0..<writers {
                Thread.detachNewThread {
                    for round in 0..<rounds {
                        let context = ModelContext(containers[writer % 2])
                        context.author = "\(writer)-\(round)"
                        context.insert(Stamp(name: "\(round)"))
                        do { try context.save() } catch { Issue.record(error) }
                    }
                    left.withLock { $0 -= 1 }
                }
            }
            let context = ModelContext(reading)
            var seen: [String] = []
            var token: DefaultHistoryToken?
            var isLast = false
            while !isLast {
                isLast = left.withLock { $0 } == 0
                let found = try Self.transactions(context, after: token)
                seen += found.compactMap(\.author)
                if let last = found.last?.token {
                    #expect(token.map { $0 < last } ?? true)
                    token = last
                }
            }
            let expected = (0..<writers).flatMap { writer in (0..<rounds).map { "\(writer)-\($0)" } }
            #expect(seen.sorted() == expected.sorted())
        }
    }

    /// Transactions with numbers of the server, as other ways do not touch them.
    @Test(arguments: [PostgresFeatures.listen, .advisoryLocks, .deferrableConstraints])
    func transactionsThatAreOpenAreWaitedFor(_ avoided: PostgresFeatures) throws {
        try TestServer.$avoided.withValue(avoided) { try HistoryTests().holdTransactions(8) }
    }

    /// A transaction of SQL that changes rows of two stores takes a number of each.
    @Test func twoStoresInOneTransactionOfSQLHaveNumbersOfTheirOwn() throws {
        try TestServer.$avoided.withValue(.transactionNumbers) {
            let namespaces = [try TemporaryNamespace(), try TemporaryNamespace()]
            let contexts = try namespaces.map { namespace in
                var configuration = namespace.configuration()
                configuration.recordsOtherPrograms = true
                return ModelContext(
                    try ModelContainer(for: Stamp.self, Album.self, configurations: configuration)
                )
            }
            // The number that the first store gives next is the one that the second store has given last.
            for (context, count) in zip(contexts, [2, 3]) {
                for number in 0..<count {
                    context.insert(Stamp(name: "\(number)"))
                    try context.save()
                }
            }
            let tokens = try contexts.map { try #require(try Self.transactions($0).last?.token) }
            let changes = namespaces.map { "UPDATE \"\($0.name)\".stamp SET name = 'x' WHERE name = '0'" }
            _ = try namespaces[0].psql("BEGIN; \(changes.joined(separator: "; ")); COMMIT")
            for (context, token) in zip(contexts, tokens) {
                #expect(try Self.transactions(context, after: token).map(\.changes.count) == [1])
            }
        }
    }

    /// A transaction that has its number and is not committed keeps later ones out, and neither is read before both can be.
    @Test func aCountedTransactionThatIsOpenIsNotPassed() throws {
        try TestServer.$avoided.withValue(.transactionNumbers) {
            let namespace = try TemporaryNamespace()
            let (writing, reading) = (try container(namespace), ModelContext(try container(namespace)))
            let first = ModelContext(writing)
            first.insert(Stamp(name: "first"))
            try first.save()
            let held = try PostgresConnection(namespace.url)
            try held.script("SET search_path TO \(namespace.name)")
            // A transaction of the server that takes no number stands in nobody's way.
            let other = try PostgresConnection(namespace.url)
            try other.script("BEGIN; SELECT pg_current_xact_id()")
            var token = try #require(try Self.transactions(reading).last?.token)
            var seen: [String] = []
            for round in 0..<6 {
                try held.script(
                    "BEGIN; UPDATE swiftdata_counter SET number = number + 1; INSERT INTO swiftdata_history (number, at, author, "
                        + "bundle, process) SELECT number, now(), 'held \(round)', '', '' FROM swiftdata_counter"
                )
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    let context = ModelContext(writing)
                    context.author = "quick \(round)"
                    context.insert(Stamp(name: "\(round)"))
                    do { try context.save() } catch { Issue.record(error) }
                    done.signal()
                }
                #expect(done.wait(timeout: .now() + 0.3) == .timedOut)
                #expect(try Self.transactions(reading, after: token).isEmpty)
                try held.script(round % 3 == 0 ? "ROLLBACK" : "COMMIT")
                #expect(done.wait(timeout: .now() + 10) == .success)
                let found = try Self.transactions(reading, after: token)
                seen += found.compactMap(\.author)
                token = found.last?.token ?? token
            }
            let expected = (0..<6).flatMap { round in (round % 3 == 0 ? [] : ["held \(round)"]) + ["quick \(round)"] }
            #expect(seen == expected)
        }
    }
}
#endif
