import Foundation
import JSONStoreExample
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Every behaviour on each of our stores.
@Suite struct StoreBehaviourTests {
    /// A row of a store that knows nothing of pending changes comes with an empty list of members: what was added before
    /// the row was read stays.
    @Test func whatWasAddedToAFaultStaysWhenItsRowIsRead() throws {
        let folder = try TemporaryFolder()
        let trial = ScriptTrial { _, schema in
            try ModelContainer(
                for: schema,
                configurations: [PlainConfiguration<DefaultSnapshot>(file: folder.file("rows.json"), schema: schema)]
            )
        }
        try trial.run(
            RandomScript(
                .init(isFile: false, hasUndo: false, isLazy: true),
                [
                    .make(2, .commission, [.integer(5)]),
                    .insert(2),
                    .make(4, .sculptor, [.text("t3"), .integer(0), .nothing, .real(2.0)]),
                    .insert(4),
                    .save,
                    .switchContext,
                    .point(2, "sculptor", 4),
                ]
            )
        )
    }

    private static let history = [
        "the history tells of insertions, updates and deletions, save by save",
        "an update names the properties that changed",
        "a deletion leaves the values that are to be preserved",
        "a transaction has the author of its context, and its time",
        "a new model that becomes a stored one is an update in the history",
        "what is not saved is not in the history",
        "a save tells the position in the history after it",
        "the history is read from a position, by an author, page by page and backwards",
        "a token means the same after it was encoded",
        "history and tokens are there when the store is opened again",
        "containers that are open together read each other's history",
        "deleted history is gone, and a token before its end has expired",
        "every token from before erase() has expired",
    ]

    private func check(_ suite: StoreBehaviourSuite, skips: [String]) {
        var suite = suite
        suite.predicates = Trials.count(600)
        suite.scripts = Trials.count(30)
        let report = suite.run()
        print("• \(report)")
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
                "history and tokens are there when the store is opened again",
                "containers that are open together read each other's history",
            ]
        )
    }

    @Test func theJSONStore() {
        let lacking: Set<StoreCapability> = [.subSecondDates, .distantDates, .nonFiniteNumbers]
        let suite = StoreBehaviourSuite("JSON store", lacking: lacking) { schema, folder in
            JSONStoreConfiguration(schema: schema, url: folder.appendingPathComponent("archive.json"))
        }
        check(
            suite,
            skips: [
                "fractions of a second are kept",
                "dates before the year 1 and after the year 9999 are kept",
                "NaN and infinities are kept",
            ]
        )
    }

    @Test func aMinimalStore() {
        let suite = StoreBehaviourSuite(
            "minimal store",
            lacking: [.uniqueness, .missingRows, .erasing, .nonFiniteNumbers, .history]
        ) { schema, folder in
            PlainConfiguration<DefaultSnapshot>(file: folder.appendingPathComponent("rows.json"), schema: schema)
        }
        check(
            suite,
            skips: [
                "erase() removes every row",
                "NaN and infinities are kept",
                "a new model with a stored unique value updates the stored one",
                "the registered object takes the values of the newcomer",
                "two new models with one unique value become one",
                "unique strings clash byte for byte",
                "relationships of the stored model and of the newcomer are united",
                "an update that clashes is refused, and nothing is lost",
                "an update of a row that is gone is refused",
            ] + Self.history
        )
    }
}
