import SwiftData

/// A folder for one test, removed with it.
final class TemporaryStore {
    let folder: URL
    var file: URL { folder.appendingPathComponent("test.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("openswiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A container on the file.
    func container(for types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(url: file, allowsSave: allowsSave)]
        )
    }

    /// What the `sqlite3` program prints for a statement.
    func sqlite3(_ statement: String) throws -> String {
        try ChildProcess.run("sqlite3", [file.path, statement]).output.trimmingCharacters(in: .newlines)
    }
}

/// A context on a store in memory.
func memoryContext(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
        try ModelContainer(for: Schema(types), configurations: [ModelConfiguration(isStoredInMemoryOnly: true)])
    )
}
