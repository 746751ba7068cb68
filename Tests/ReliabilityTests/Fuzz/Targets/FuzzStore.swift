import Foundation
import SwiftData
import SwiftDataSQLite

/// A sound store with a value of each kind, on small pages.
enum FuzzStore {
    static func make() throws -> Data {
        let name = "openswiftdata-fuzz-\(UUID().uuidString)"
        let folder = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "sound.store")
        try fill(file)
        let connection = try StoreConnection.singleFile(file.path)
        try connection.writeWithoutTransaction { runner in
            // A change on a small page hits something more often.
            for pragma in ["wal_checkpoint(TRUNCATE)", "journal_mode = DELETE", "page_size = 1024"] {
                try runner.run("PRAGMA \(pragma)")
            }
            try runner.run("VACUUM")
        }
        try connection.close()
        return try Data(contentsOf: file)
    }

    private static func fill(_ file: URL) throws {
        let schema = Schema(FuzzModels.all)
        let container = try ModelContainer(
            for: schema,
            configurations: [ModelConfiguration(schema: schema, url: file)]
        )
        let context = ModelContext(container)
        context.autosaveEnabled = false
        context.author = "fuzz"
        let shelf = FuzzShelf("Hall")
        shelf.place = FuzzPlace(town: "Lund", latitude: 55.7)
        let first = FuzzBook("Dünen", pages: 412)
        (first.weight, first.price, first.isRead) = (0.1, Decimal(string: "1234567890123.5"), true)
        first.published = Date(timeIntervalSinceReferenceDate: 700_000_000.125)
        first.number = UUID(uuidString: "8E2C3D5A-0B7F-4C11-9E55-0123456789AB")
        (first.link, first.digest) = (URL(string: "https://example.org/a?b=c"), Data([0, 1, 255]))
        (first.format, first.loan, first.words) = (.hardcover, .lent(to: "Ada"), ["a", "é"])
        first.cover = Data(repeating: 7, count: 200)
        first.shelf = shelf
        let comic = FuzzComic("Line", artist: "Ō😀")
        comic.shelf = shelf
        let (sand, sea) = (FuzzTag("sand"), FuzzTag("sea"))
        first.tags = [sand, sea]
        comic.tags = [sea]
        let gone = FuzzBook("Gone", pages: 1)
        let models: [any PersistentModel] = [shelf, first, comic, sand, sea, gone]
        for model in models { context.insert(model) }
        try context.save()
        context.delete(gone)
        first.pages = 300
        try context.save()
    }
}
