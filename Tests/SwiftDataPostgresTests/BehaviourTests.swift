#if PostgreSQL
import Foundation
import SwiftDataPostgres
import SwiftDataTesting
import TestSupport
import Testing

/// Every behaviour of a store, on a server.
@Suite struct BehaviourTests {
    @Test func theStoreOnAServerBehaves() throws {
        let namespaces = Namespaces()
        let lacking: Set<StoreCapability> = [
            // Predicates are compared with the year 31,690,000 too.
            .distantDates, .subMicrosecondDates, .nonFiniteDates, .nulCharacters,
        ]
        var suite = StoreBehaviourSuite("PostgreSQL store", lacking: lacking) { schema, folder in
            // One namespace for each folder: a store that is opened again is the same one.
            try! namespaces.namespace(of: folder).configuration(schema)
        }
        suite.predicates = Trials.count(600)
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
