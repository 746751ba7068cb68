import Foundation

/// A folder for the file of one script, removed with it.
final class ScriptFolder {
    private let folder: URL
    var file: URL { folder.appendingPathComponent("script.store") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("openswiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
