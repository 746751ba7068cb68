import Foundation

/// A block of Swift code in a documentation comment of the product `SwiftData`.
struct DocumentedExample: Sendable {
    /// The file, below `Sources`.
    let file: String
    /// The line of the file on which the code begins.
    let line: Int
    let code: [Substring]

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    static let all: [DocumentedExample] = ["SwiftData", "SwiftDataCore", "SwiftDataSQLite"].flatMap { module in
        let names = FileManager.default.enumerator(atPath: sources.appending(path: module).path)?.allObjects ?? []
        let files = names.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
        return files.flatMap { examples(in: "\(module)/\($0)") }
    }

    static func examples(in file: String) -> [DocumentedExample] {
        guard let text = try? String(contentsOf: sources.appending(path: file), encoding: .utf8) else { return [] }
        return examples(of: text, in: file)
    }

    static func examples(of text: String, in file: String) -> [DocumentedExample] {
        var (examples, block): ([DocumentedExample], DocumentedExample?) = ([], nil)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("///") else { continue }
            let comment = line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
            if let open = block {
                if comment.hasPrefix("```") { examples.append(open) }
                let code = open.code + [comment]
                block = comment.hasPrefix("```") ? nil : DocumentedExample(file: file, line: open.line, code: code)
            } else if comment == "```swift" {
                block = DocumentedExample(file: file, line: number + 2, code: [])
            }
        }
        return examples
    }

    /// The example as a part of a program that has the models and values of `Beside/DocumentedExamples.swift`.
    ///
    /// Extensions stay at the top. Types and properties with a wrapper become members of a type, functions those of a store, and
    /// statements become the body of a function.
    func source(number: Int) -> String {
        let located = "#sourceLocation(file: \"Sources/\(file)\", line: \(line))\n" + code.joined(separator: "\n")
        if has(["extension "]) { return located + "\n#sourceLocation()" }
        let isOfMembers = has(["@Model", "@Query", "final class ", "class ", "struct ", "enum ", "actor "])
        let head =
            if isOfMembers {
                "struct Example\(number)"
            } else if has(["func "]) {
                "extension ExampleStore"
            } else {
                "@MainActor func example\(number)() async throws"
            }
        return "\(head) {\n\(located)\n#sourceLocation()\n}"
    }

    private func has(_ beginnings: [String]) -> Bool {
        code.contains { line in beginnings.contains { line.hasPrefix($0) } }
    }

    /// The program of all examples, which names the files of the examples in messages of the compiler.
    static var program: String {
        let parts = all.enumerated().map { $1.source(number: $0) }
        return (["import Foundation", "import Observation", "import SwiftData"] + parts).joined(separator: "\n\n")
            + "\n"
    }
}
