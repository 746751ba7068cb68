package import Foundation

/// A folder for one test, removed with it.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "openswiftdata-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The place of a file in the folder.
    package func file(_ name: String = "test.store") -> URL { url.appending(path: name) }

    /// What the `sqlite3` program prints for a statement, without the newline at its end.
    package func sqlite3(_ statement: String, _ name: String = "test.store") throws -> String {
        guard let program = Program.sqlite3 else { throw CocoaError(.fileNoSuchFile) }
        // A container that has just gone may still be moving its log into the file.
        let output = try program.run(["-cmd", ".timeout 10000", file(name).path, statement])
        return output.hasSuffix("\n") ? String(output.dropLast()) : output
    }
}
