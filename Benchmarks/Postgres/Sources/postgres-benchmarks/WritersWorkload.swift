#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataPostgres
import Synchronization

/// Threads that save changes, each of an item of its own and in a context of its own.
struct WritersWorkload {
    private static let count = 8

    private let server: BenchmarkServer
    private let container: ModelContainer

    init(_ server: BenchmarkServer) throws {
        self.server = server
        container = try server.container(connections: Self.count)
    }

    func run(seconds: Int) throws {
        let connection = try server.connection()
        try connection.script("TRUNCATE item")
        let context = ModelContext(container)
        for number in 0..<Self.count { context.insert(Item(ItemValues(number: number, category: number))) }
        try context.save()
        let identifiers = try context.fetchIdentifiers(FetchDescriptor<Item>())

        let start = ContinuousClock.now
        let end = start + .seconds(seconds)
        let saves = try writers(identifiers, until: end)
        let rate = Double(saves) / ((ContinuousClock.now - start) / .seconds(1))
        // Every save is in the table: the weight of an item counts its saves.
        let stored = try connection.run("SELECT sum(weight)::bigint FROM item").integer(0, 0) ?? 0
        var measurement = Measurement(workload: WorkloadName.writers.rawValue)
        measurement.rate = rate
        measurement.lost = saves - stored
        try measurement.report()
    }

    /// The number of saves of all threads until some moment.
    private func writers(_ identifiers: [PersistentIdentifier], until end: ContinuousClock.Instant) throws -> Int64 {
        let outcome = Outcome()
        let group = DispatchGroup()
        for identifier in identifiers {
            group.enter()
            Thread.detachNewThread { [container] in
                defer { group.leave() }
                outcome.add(Result { try Self.write(identifier, in: container, until: end) })
            }
        }
        group.wait()
        return try outcome.saves()
    }

    private static func write(
        _ identifier: PersistentIdentifier,
        in container: ModelContainer,
        until end: ContinuousClock.Instant
    ) throws -> Int64 {
        let context = ModelContext(container)
        guard let item = context.model(for: identifier) as? Item else { return 0 }
        var saves: Int64 = 0
        while ContinuousClock.now < end {
            item.weight += 1
            try context.save()
            saves += 1
        }
        return saves
    }

    /// What the threads have done.
    private final class Outcome: Sendable {
        private let result = Mutex<Result<Int64, any Error>>(.success(0))

        func add(_ more: Result<Int64, any Error>) {
            result.withLock { sum in sum = sum.flatMap { old in more.map { old + $0 } } }
        }

        func saves() throws -> Int64 { try result.withLock { $0 }.get() }
    }
}
#endif
