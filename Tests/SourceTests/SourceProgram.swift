import Foundation
import Testing

/// A program that tests compile.
struct SourceProgram: Sendable, CustomTestStringConvertible {
    let url: URL
    let source: String

    var testDescription: String { url.deletingPathExtension().lastPathComponent }

    var expectations: [Expectation] { Expectation.all(in: source) }

    /// The options of the compiler that the program asks for, in a line `// compile-with: …`.
    var flags: [String] {
        source.matches(of: /(?m)^\/\/ compile-with: (.+)$/).flatMap { $0.1.split(separator: " ").map(String.init) }
    }

    /// The files of the folder `Beside` that are parts of the program, each in a line `// compile-beside: …`.
    var filesBeside: [URL] {
        let folder = url.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Beside")
        return source.matches(of: /(?m)^\/\/ compile-beside: (.+)$/).map { folder.appending(path: $0.1) }
    }

    static func all(in folder: String) -> [SourceProgram] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: folder)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.compactMap { url in
            (try? String(contentsOf: url, encoding: .utf8)).map { SourceProgram(url: url, source: $0) }
        }
    }
}
