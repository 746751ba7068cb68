package import Foundation

/// A folder for one test, removed with it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "openswiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The place of the store of a test that has one.
    package var file: URL { file("test.store") }

    /// The place of a file in the folder.
    package func file(_ name: String) -> URL { url.appending(path: name) }

    /// The path of a file in the folder.
    package func path(_ name: String) -> String { file(name).path }

    /// The files in the folder by name: two equal answers show that nothing was written.
    package func contents() throws -> [String: FileState] {
        let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
        return try Dictionary(
            uniqueKeysWithValues: names.map { name in
                let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
                let modified = attributes[.modificationDate] as? Date
                return (name, FileState(bytes: try Data(contentsOf: file(name)), modified: modified))
            }
        )
    }

    /// The bytes of a file, and the time when it was last written.
    package struct FileState: Equatable {
        package var bytes: Data
        package var modified: Date?
    }

    /// Returns the output of the `sqlite3` program for a statement, without the newlines around it.
    @discardableResult
    package func sqlite3(_ statement: String, _ name: String = "test.store") throws -> String {
        // A container that has just gone may still be moving its log into the file.
        let (output, status) = try ChildProcess.run("sqlite3", ["-cmd", ".timeout 10000", path(name), statement])
        guard status == 0 else { throw Program.Failure(status: status) }
        return output.trimmingCharacters(in: .newlines)
    }
}
