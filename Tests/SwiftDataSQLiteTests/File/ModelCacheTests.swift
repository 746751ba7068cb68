import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

@Suite("The model cache", .enabled(if: Program.python3 != nil, "needs python3"))
struct ModelCacheTests {
    /// Python's property lists and zlib share no code with ours.
    private func normalized(_ model: ModelOutline) throws -> [String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try ModelCache.content(model).write(to: file)
        return try CachedModel.normalized(file)
    }

    @Test(
        "The archive of a real store's model has every key, class and value of the real one",
        .enabled(if: SampleStore.canBeRead, "needs ../shared/stores"),
        arguments: ["swiftdata-cartkit-v1.sqlite", "swiftdata-spezi-iOS26MigrationInput.sqlite"]
    )
    func sameAsApple(name: String) throws {
        let store = try SampleStore(name)
        defer { store.remove() }
        let theirs = try CachedModel.normalized(store.file)
        #expect(theirs.count > 100)
        #expect(try normalized(CachedModel.read(store.file)) == theirs)
    }
}
