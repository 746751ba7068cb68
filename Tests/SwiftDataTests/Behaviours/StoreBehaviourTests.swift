import Foundation
import SwiftData
import SwiftDataTesting
import Testing

/// Every behaviour on each of our stores. The JSON store's run is in its own package.
@Suite struct StoreBehaviourTests {
    private func check(_ suite: StoreBehaviourSuite, skips: [String]) {
        let report = suite.run()
        print(report)
        for failure in report.failures { Issue.record("\(report.store): \(failure)") }
        #expect(report.skipped.map(\.behaviour) == skips)
        #expect(report.run > 100)
    }

    @Test func theDefaultStoreOnDisk() {
        let suite = StoreBehaviourSuite("default store on disk") { schema, folder in
            ModelConfiguration(schema: schema, url: folder.appendingPathComponent("default.store"))
        }
        check(suite, skips: [])
    }

    @Test func theDefaultStoreInMemory() {
        let suite = StoreBehaviourSuite("default store in memory", lacking: [.persistence]) { schema, _ in
            ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        }
        check(
            suite,
            skips: [
                "what was saved is there when the store is opened again",
                "edits and deletions are saved",
                "an identifier is the same in every context, and when the store is opened again",
                "containers that are open together read what the others save",
                "an update of a row that is gone is refused",
            ]
        )
    }

    @Test func aMinimalStore() {
        let suite = StoreBehaviourSuite("minimal store", lacking: [.uniqueness, .missingRows]) { schema, folder in
            PlainConfiguration<DefaultSnapshot>(file: folder.appendingPathComponent("rows.json"), schema: schema)
        }
        check(suite, skips: [])
    }
}
