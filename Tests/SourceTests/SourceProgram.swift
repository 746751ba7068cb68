import Foundation
import Testing

/// A program that tests compile.
struct SourceProgram: Sendable, CustomTestStringConvertible {
    let url: URL
    let source: String
    /// The other files of the program.
    let filesBeside: [URL]

    /// - Parameter filesBeside: Without it, the files of the folder `Beside` that the program names, each in a line
    ///   `// compile-beside: …`.
    init(url: URL, source: String, filesBeside: [URL]? = nil) {
        self.url = url
        self.source = source
        let folder = url.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Beside")
        self.filesBeside =
            filesBeside ?? source.matches(of: /(?m)^\/\/ compile-beside: (.+)$/).map { folder.appending(path: $0.1) }
    }

    var testDescription: String { url.deletingPathExtension().lastPathComponent }

    var expectations: [Expectation] { Expectation.all(in: source) }

    /// The options of the compiler that the program asks for, in a line `// compile-with: …`.
    var flags: [String] {
        source.matches(of: /(?m)^\/\/ compile-with: (.+)$/).flatMap { $0.1.split(separator: " ").map(String.init) }
    }

    static func all(in folder: String) -> [SourceProgram] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: folder)
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.compactMap { url in
            (try? String(contentsOf: url, encoding: .utf8)).map { SourceProgram(url: url, source: $0) }
        }
    }
}
