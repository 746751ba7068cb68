import Foundation

/// A folder that goes away with its value.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("OpenSwiftDataTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    /// Name, size and modification time of each file, and the bytes: to show that nothing was written.
    func contents() throws -> [String: FileState] {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
                let state = FileState(
                    bytes: try Data(contentsOf: url.appendingPathComponent(name)),
                    modified: attributes[.modificationDate] as? Date
                )
                return (name, state)
            }
        )
    }

    struct FileState: Equatable {
        var bytes: Data
        var modified: Date?
    }
}
