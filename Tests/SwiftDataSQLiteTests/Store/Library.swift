import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import TestSupport

/// A container on a file, with a way to look into the file.
final class Library {
    let folder: TemporaryFolder
    let container: ModelContainer
    let store: DefaultStore

    static let models: [any PersistentModel.Type] = [
        Shelf.self, Volume.self, Subject.self, Note.self, Museum.self, Keeper.self,
    ]

    init(folder: TemporaryFolder? = nil, allowsSave: Bool = true) throws {
        let folder = try folder ?? TemporaryFolder()
        self.folder = folder
        let url = folder.url.appendingPathComponent("library.store")
        container = try ModelContainer(
            for: Schema(Self.models),
            configurations: [ModelConfiguration(url: url, allowsSave: allowsSave)]
        )
        guard let box = container.core.stores.first as? TrustedStore<DefaultStore> else {
            throw StoreError(.cannotOpen, "not a default store")
        }
        store = box.store
    }

    var context: ModelContext { ModelContext(container) }

    /// The rows of a query, columns joined with `|`, NULL as nothing.
    func rows(_ sql: String) throws -> [String] {
        var found: [String] = []
        try store.connection.read { runner in
            let statement = try runner.prepare(sql)
            let count = statement.columnNames.count
            try statement.query { row in
                found.append((0..<count).map { row.isNull($0) ? "" : row.text($0) }.joined(separator: "|"))
            }
        }
        return found
    }

    func write(_ sql: String) throws {
        try store.connection.write { try $0.run(sql) }
    }

    /// Names of the files with large values.
    var externalFiles: [String] {
        let path = folder.path(".library_SUPPORT/_EXTERNAL_DATA")
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
