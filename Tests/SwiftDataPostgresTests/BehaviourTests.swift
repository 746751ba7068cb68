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
        let isUsual = dates == .timestamp && keys == .sequence
        // An ordinary run tries a further configuration by the behaviours that it concerns.
        let concerned: NamedBehaviours = dates == .double ? .ofValues : .ofRows
        // DifferentialTests compares as many predicates.
        try Self.run(
            "PostgreSQL store",
            predicates: isUsual ? Trials.count(600, short: 150) : Trials.count(100, short: 50),
            scripts: isUsual ? Trials.count(30) : Trials.count(10, short: 5),
            named: isUsual || Trials.isLong ? .all : concerned,
            dates: dates,
            keys: keys
        )
    }

    /// Runs every behaviour on the server of the task, without the features that the task avoids; or what is random alone.
    static func run(
        _ name: String,
        predicates: Int,
        scripts: Int,
        named: NamedBehaviours,
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
        suite.named = named
        let report = suite.run()
        print("• \(report)")
        for failure in report.failures { Issue.record("\(failure)") }
        let least =
            switch named {
            case .all: 100
            case .ofValues, .ofRows: 25
            case .none: 0
            }
        #expect(report.run > least)
    }
}
#endif
