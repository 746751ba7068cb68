import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Stores of Apple's frameworks, read without a model class.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct DynamicReadingTests {
    /// Every sample, with how many rows `sqlite3` counts for each entity and those below it.
    static let counts: [String: [String: Int]] = [
        "SampleModel2_V1.sqlite": [
            "Book": 52, "GraphicNovel": 1, "Feedback": 444, "Page": 4970, "Writer": 2, "Author": 2,
        ],
        "SampleModel2_V2.sqlite": [
            "Book": 3, "GraphicNovel": 1, "Feedback": 3, "Page": 119, "Writer": 1, "Author": 1,
        ],
        "SampleModel3_V1.sqlite": ["User": 12],
        "SampleModel_V1.sqlite": ["Car": 125, "SportCar": 10, "ExpensiveSportCar": 5, "Person": 20],
        // Z_PRIMARYKEY has the name that LuxuryCar had before it was renamed.
        "SampleModel_V2.sqlite": ["Car": 125, "SportCar": 10, "LuxuryCar": 5, "Person": 20],
        "coredata-cartkit-v1.sqlite": ["CDCart": 1, "CDCartItem": 1, "CDCartItemModifier": 0],
        "coredata-ddg-Bookmarks_V4.sqlite": ["BookmarkEntity": 0],
        "coredata-ddg-Bookmarks_V5.sqlite": ["BookmarkEntity": 0],
        "coredata-ddg-SyncMetadata_V3.sqlite": ["SyncableSettingsMetadata": 0, "SyncFeatureEntity": 0],
        "coredata-moody1.moody": ["GeographicRegion": 5, "Continent": 2, "Country": 3, "Mood": 4],
        "coredata-moody4.moody": ["Continent": 2, "Country": 3, "Mood": 4],
        "swiftdata-cartkit-v1.sqlite": ["CartModel": 1, "CartItemModel": 0, "CartItemModifierModel": 0],
        "swiftdata-spezi-iOS26MigrationInput.sqlite": ["Task": 5, "Outcome": 0],
    ]

    @Test(arguments: counts.keys.sorted())
    func everyRowIsReadAndNothingIsWritten(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        try expectRows(try #require(Self.counts[name]), in: sample)
    }

    @Test func rowsThatAreLeftOutDoNotEndTheReading() throws {
        let sample = try SampleStore("SampleModel2_V1.sqlite")
        defer { sample.remove() }
        // One in the middle of the first rows, and more than are read at once.
        _ = try sqlite3(sample, "UPDATE ZPAGE SET Z_ENT = 99 WHERE Z_PK = 7 OR Z_PK BETWEEN 1000 AND 2400")
        let left = Int(try sqlite3(sample, "SELECT count(*) FROM ZPAGE WHERE Z_ENT <> 99"))
        let store = try DynamicStore(url: sample.file)
        var found = 0
        try store.forEachRow(of: "Page", includesMembers: false, damage: .isLeftOut) { _ in found += 1 }
        #expect(found == left)
        #expect(throws: StoreError.self) { try store.forEachRow(of: "Page", includesMembers: false) { _ in } }
    }

    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
    }
}
