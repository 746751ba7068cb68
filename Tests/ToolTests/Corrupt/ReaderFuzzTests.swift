import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// The readers of a file's description of itself return a value or throw a `StoreError`, and never trap, where bytes of
/// it were changed.
///
/// `TRIAL_FACTOR=100 swift test --filter ReaderFuzzTests` runs a hundred times as many.
@Suite(.enabled(if: Program.python3 != nil, "needs python3"))
struct ReaderFuzzTests {
    /// The property list of the metadata and the model's archive, as they are in a store of ours.
    private func seeds() throws -> (metadata: Data, archive: Data, content: Data) {
        let library = try FilledLibrary()
        let python = try #require(Program.python3)
        let names = ["metadata", "archive", "content"].map { library.folder.url.appending(path: $0) }
        try python.run(
            ["-", library.path] + names.map(\.path),
            input: """
                import sqlite3, sys, zlib
                database = sqlite3.connect(sys.argv[1])
                content = database.execute("SELECT Z_CONTENT FROM Z_MODELCACHE").fetchone()[0]
                open(sys.argv[2], "wb").write(database.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
                open(sys.argv[3], "wb").write(zlib.decompress(content, -15))
                open(sys.argv[4], "wb").write(content)
                """
        )
        let data = try names.map { try Data(contentsOf: $0) }
        return (data[0], data[1], data[2])
    }

    /// A keyed archive of a dictionary with arrays.
    private func archivedDictionary() throws -> Data {
        let folder = try TemporaryFolder()
        let python = try #require(Program.python3)
        try python.run(
            ["-", folder.file.path],
            input: """
                import plistlib, sys
                from plistlib import UID
                array = {"$classname": "NSArray", "$classes": ["NSArray", "NSObject"]}
                objects = ["$null", {"$class": UID(2), "NS.keys": [UID(3), UID(4)], "NS.objects": [UID(5), UID(6)]},
                    {"$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]}, "numbers", "words",
                    {"$class": UID(7), "NS.objects": [UID(8), UID(9), UID(10)]},
                    {"$class": UID(7), "NS.objects": [UID(11), UID(12)]}, array, 1, 2.5, True, "a", "é"]
                archive = {"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": {"root": UID(1)},
                    "$objects": objects}
                open(sys.argv[1], "wb").write(plistlib.dumps(archive, fmt=plistlib.FMT_BINARY))
                """
        )
        return try Data(contentsOf: folder.file)
    }

    /// True if the input is understood; any error must be one of ours.
    private func isUnderstood(_ seed: UInt64, _ body: () throws -> Void) -> Bool {
        do {
            try body()
            return true
        } catch is StoreError {
            return false
        } catch {
            Issue.record("seed \(seed): \(error)")
            return false
        }
    }

    @Test func metadataThatAreNoneAreAnError() throws {
        let original = try seeds().metadata
        var understood = 0
        for seed in Trials.seeds(1_500) {
            var numbers = SeededNumbers(seed: seed)
            let data = Mutation.mutated(original, &numbers)
            let isRead = isUnderstood(seed) {
                let metadata = try StoreMetadata(storeIdentifier: "A", propertyList: data)
                _ = try metadata.propertyList()
            }
            if isRead { understood += 1 }
        }
        // Else the mutations would be too coarse to get anywhere.
        #expect(understood > Trials.count(1_500) / 50)
    }

    @Test func aModelArchiveThatIsNoneIsAnError() throws {
        let original = try seeds().archive
        var understood = 0
        for seed in Trials.seeds(500) {
            var numbers = SeededNumbers(seed: seed)
            let data = Mutation.mutated(original, &numbers)
            let isRead = isUnderstood(seed) {
                let model = try ModelCache.model(archive: data)
                let layout = try StoreLayout(model)
                #expect(!layout.creationStatements.isEmpty)
                _ = try ModelCache.content(model)
            }
            if isRead { understood += 1 }
        }
        #expect(understood > Trials.count(500) / 50)
    }

    @Test func aModelCacheThatIsNoneIsAnError() throws {
        let original = try seeds().content
        for seed in Trials.seeds(500) {
            var numbers = SeededNumbers(seed: seed)
            let data = Mutation.mutated(original, &numbers)
            _ = isUnderstood(seed) { _ = try ModelCache.model(data) }
        }
    }

    @Test func anArchiveOfATransformerIsReadOrLeft() throws {
        let original = try archivedDictionary()
        #expect(DynamicValue.archive(original).archivedContent == #"{"numbers":[1,2.5,true],"words":["a","é"]}"#)
        for seed in Trials.seeds(500) {
            var numbers = SeededNumbers(seed: seed)
            let data = Mutation.mutated(original, &numbers)
            // Text that is JSON, or nothing.
            if let text = DynamicValue.archive(data).archivedContent {
                let json = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
                #expect(json != nil, "seed \(seed)")
            }
        }
    }
}
