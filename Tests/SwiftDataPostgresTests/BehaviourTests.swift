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
        let namespaces = Namespaces()
        var lacking: Set<StoreCapability> = [.nulCharacters]
        // Predicates are compared with the year 31,690,000 too.
        if dates == .timestamp { lacking.formUnion([.distantDates, .subMicrosecondDates, .nonFiniteDates]) }
        var suite = StoreBehaviourSuite("PostgreSQL store", lacking: lacking) { schema, folder in
            // One namespace for each folder: a store that is opened again is the same one.
            var configuration = try! namespaces.namespace(of: folder).configuration(schema)
            (configuration.dates, configuration.keys) = (dates, keys)
            return configuration
        }
        suite.predicates = Trials.count(dates == .double || keys == .sequence ? 600 : 100)
        suite.scripts = Trials.count(30)
        let report = suite.run()
        print("• \(report)")
        for failure in report.failures { Issue.record("\(failure)") }
        #expect(report.run > 100)
    }
}

/// The namespaces of the folders of tests.
private final class Namespaces: @unchecked Sendable {
    private let lock = NSLock()
    private var known: [String: TemporaryNamespace] = [:]

    func namespace(of folder: URL) throws -> TemporaryNamespace {
        try lock.withLock {
            if let found = known[folder.path] { return found }
            let made = try TemporaryNamespace()
            known[folder.path] = made
            return made
        }
    }
}
#endif
