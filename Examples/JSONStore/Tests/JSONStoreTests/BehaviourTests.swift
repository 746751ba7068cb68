import Foundation
import JSONStore
import SwiftData
import SwiftDataTesting
import Testing

/// Everything that models and contexts promise, on a JSON file.
@Test func theStoreBehavesAsModelsExpect() {
    let lacking: Set<StoreCapability> = [.subSecondDates, .distantDates, .nonFiniteNumbers]
    var suite = StoreBehaviourSuite("JSON store", lacking: lacking) { schema, folder in
        JSONStoreConfiguration(schema: schema, url: folder.appendingPathComponent("archive.json"))
    }
    // The whole file is read for each fetch.
    suite.scripts = 20
    suite.predicates = 500
    let report = suite.run()
    print(report)
    for failure in report.failures { Issue.record("\(failure)") }
    let skips = [
        "fractions of a second are kept", "dates before the year 1 and after the year 9999 are kept",
        "NaN and infinities are kept",
    ]
    #expect(report.skipped.map(\.behaviour) == skips)
    #expect(report.run > 100)
}
