#if PostgreSQL
import SwiftData

/// Requests at once on a pool of few connections, while a task ticks on Swift's own threads.
struct PoolWorkload {
    private static let requests = 200
    private static let connections = 4
    private static let page = 20

    private let container: ModelContainer

    init(_ server: BenchmarkServer, contexts: Int) throws {
        container = try server.container(connections: Self.connections)
        container.contextLimits = ModelContainer.ContextLimits(
            contexts: contexts,
            wait: .seconds(60),
            total: .seconds(120)
        )
    }

    func run(_ repeats: Int) async throws {
        var times: [Double] = []
        var lateness = 0.0
        var measurement = Measurement(workload: WorkloadName.pool.rawValue)
        for turn in 0..<warmUps + repeats {
            let ticking = Task { await Self.tick() }
            try await Task.sleep(for: .milliseconds(20))
            let start = ContinuousClock.now
            measurement.sum = try await answers()
            let taken = (ContinuousClock.now - start) / .milliseconds(1)
            ticking.cancel()
            let late = await ticking.value
            guard turn >= warmUps else { continue }
            times.append(taken)
            lateness = max(lateness, late)
        }
        measurement.take(times)
        measurement.lateness = lateness
        try measurement.report()
    }

    /// The sum of the answers to all requests.
    private func answers() async throws -> Int64 {
        try await withThrowingTaskGroup(of: Int64.self) { [container] group in
            for number in 0..<Self.requests {
                group.addTask {
                    try await container.read { context in
                        let first = number * 4
                        var descriptor = FetchDescriptor<Dossier>(
                            predicate: #Predicate { $0.number >= first },
                            sortBy: [SortDescriptor(\.number)]
                        )
                        descriptor.fetchLimit = Self.page
                        return try context.fetch(descriptor).reduce(0) { $0 + $1.checksum }
                    }
                }
            }
            return try await group.reduce(0, +)
        }
    }

    /// The greatest lateness of a task that sleeps for five milliseconds at a time, in milliseconds.
    private static func tick() async -> Double {
        var latest = 0.0
        while !Task.isCancelled {
            let start = ContinuousClock.now
            // A sleep that is cancelled ends early.
            try? await Task.sleep(for: .milliseconds(5))
            latest = max(latest, (ContinuousClock.now - start) / .milliseconds(1) - 5)
        }
        return latest
    }
}
#endif
