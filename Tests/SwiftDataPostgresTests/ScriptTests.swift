#if PostgreSQL
import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataPostgres
import SwiftDataTesting
import TestSupport
import Testing

/// Random scripts of edits, by one process, and by two of which the other one does some steps in the same tables.
@Suite struct ScriptTests {
    @Test(.timeLimit(.minutes(60))) func scriptsOfOneProcessGoAsTheReferenceModelSays() throws {
        let namespaces = Namespaces(url: try TestServer.url)
        let trial = ScriptTrial(makeContainer: { asked, schema in
            // A script that asks for a file opens it again; any other one has a store of its own.
            let folder =
                asked.isStoredInMemoryOnly
                ? URL(fileURLWithPath: "/\(UUID().uuidString)") : asked.url.deletingLastPathComponent()
            return try ModelContainer(
                for: schema,
                configurations: [namespaces.namespace(of: folder).configuration(schema)]
            )
        })
        // The behaviours of the store have random scripts too, with other seeds.
        let seeds = Trials.seeds(Trials.isLong ? 20 : 3, from: 10_001)
        for seed in seeds {
            _ = try trial.run(seed: seed, steps: 50)
            namespaces.removeAll()
        }
        print("• \(seeds.count) random scripts of one process")
    }

    /// A script whose setting asks for a file, in which another program may do a step: each fortieth seed.
    private static let seedStep: UInt64 = 40

    @Test(.timeLimit(.minutes(60))) func scriptsOfTwoProcessesGoAsTheReferenceModelSays() throws {
        let url = try TestServer.url
        let namespaces = Namespaces(url: url)
        let partner = try ScriptPartner(url: url)
        defer { partner.end() }
        let current = Locked("")
        let trial = ScriptTrial(
            makeContainer: { asked, schema in
                let namespace = namespaces.namespace(of: asked.url.deletingLastPathComponent())
                // A script has one container at a time.
                current.withLock { $0 = namespace.name }
                return try ModelContainer(for: schema, configurations: [namespace.configuration(schema)])
            },
            callProgram: { _, step in try partner.perform(step, in: current.withLock { $0 }) }
        )
        let count = Trials.count(67, short: 10)
        let first = Trials.seeds(1, from: 1).lowerBound
        for number in first..<first + UInt64(count) {
            _ = try trial.run(seed: number * Self.seedStep, steps: 50)
            try partner.close()
            namespaces.removeAll()
        }
        #expect(partner.stepCount > count)
        print("• \(count) random scripts of two processes: \(partner.stepCount) steps by the other one")
    }
}
#endif
