#if PostgreSQL
import Foundation
import SwiftDataPostgres
import SwiftDataTesting
import TestSupport
import Testing

/// Every behaviour of a store, on a server.
@Suite struct BehaviourTests {
    @Test(
        arguments: [PostgresConfiguration.Dates.timestamp, .double],
        [PostgresConfiguration.Keys.sequence, .timeOrdered]
    )
    func theStoreOnAServerBehaves(_ dates: PostgresConfiguration.Dates, _ keys: PostgresConfiguration.Keys) throws {
        // The other choice of both at once has nothing of its own.
        if dates == .double, keys == .timeOrdered { return }
        try Self.run(
            "PostgreSQL store",
            predicates: Trials.count(dates == .timestamp && keys == .sequence ? 600 : 100),
            scripts: Trials.count(dates == .timestamp && keys == .sequence ? 30 : 10),
            dates: dates,
            keys: keys
        )
    }

    /// Runs every behaviour on the server of the task, without the features that the task avoids; or what is random alone.
    static func run(
        _ name: String,
        predicates: Int,
        scripts: Int,
        named: Bool = true,
        dates: PostgresConfiguration.Dates = .timestamp,
        keys: PostgresConfiguration.Keys = .sequence
    ) throws {
        let namespaces = Namespaces(url: try TestServer.url)
        let avoided = TestServer.avoided
        var lacking: Set<StoreCapability> = [.nulCharacters]
        // Predicates are compared with the year 31,690,000 too.
        if dates == .timestamp { lacking.formUnion([.distantDates, .subMicrosecondDates, .nonFiniteDates]) }
        var suite = StoreBehaviourSuite(name, lacking: lacking) { schema, folder in
            // One namespace for each folder: a store that is opened again is the same one.
            var configuration = namespaces.namespace(of: folder).configuration(schema)
            configuration.avoidedFeatures = avoided
            (configuration.dates, configuration.keys) = (dates, keys)
            return configuration
        }
        suite.predicates = predicates
        suite.scripts = scripts
        suite.triesNamedBehaviours = named
        let report = suite.run()
        print("• \(report)")
        for failure in report.failures { Issue.record("\(failure)") }
        #expect(report.run > (named ? 100 : 0))
    }
}

/// The namespaces of the folders of tests.
private final class Namespaces: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: TemporaryNamespace] = [:]
    private let url: String

    init(url: String) { self.url = url }

    func namespace(of folder: URL) -> TemporaryNamespace {
        lock.withLock {
            if let found = known[folder.path] { return found }
            let made = TemporaryNamespace(url: url)
            known[folder.path] = made
            return made
        }
    }
}
#endif
