import Foundation
import Testing

/// Decision 19 names each file with a place that the compiler does not check, that ends the process, or that catches an
/// error.
@Suite struct UncheckedPlaceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let page = "docs/decisions/0019-unsafe-and-caught.md"

    @Test func eachFileWithAPlaceHasARow() throws {
        let names = try Self.names()
        #expect(names["SwiftDataCore"]?.contains("Locked") == true)
        var missing: [String] = []
        for folder in ["Sources", "Server/Sources", "Adapters"] {
            for path in try Self.files(in: folder) {
                // The first folder is that of the module.
                let module = String(path.prefix { $0 != "/" })
                let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
                guard names[module]?.contains(name) != true else { continue }
                let text = try Self.text(folder + "/" + path)
                if let place = try Self.place(in: text) { missing.append("\(folder)/\(path): \(place)") }
            }
        }
        #expect(missing.isEmpty, "\(Self.page) has no row for:\n\(missing.joined(separator: "\n"))")
    }

    @Test func eachSuiteOfTheTablesExists() throws {
        // Sources declare `SharedTests`, which is no suite.
        var declared: Set<String> = []
        for folder in ["Tests", "Server/Tests", "Sources"] {
            for path in try Self.files(in: folder) {
                let pattern = #"\b(?:struct|class|enum|extension) (\w+Tests)\b"#
                declared.formUnion(try Self.groups(of: pattern, in: try Self.text(folder + "/" + path)))
            }
        }
        let named = Set(try Self.groups(of: #"\b(\w+Tests)\b"#, in: try Self.text(Self.page)))
        #expect(named.count > 100 && named.subtracting(declared).isEmpty, "\(named.subtracting(declared).sorted())")
    }

    @Test(
        arguments: [
            ("final class A: @unchecked Sendable {}", "@unchecked Sendable"), ("let a = try? b()", "try?"),
            ("} catch let error {", "catch"), ("[unowned self] in", "unowned"),
            ("UnsafeRawPointer(a)", "UnsafeRawPointer"),
            ("/// `@unchecked Sendable` is a promise.", nil), ("let a = b // try? it", nil),
            (#"let a = "\"try! catch""#, nil),
            ("nonisolated var unownedExecutor: UnownedSerialExecutor", nil), ("catches(a)", nil),
            (#"let a = "https://b"; try? c()"#, "try?"),
        ] as [(String, String?)]
    )
    func aPlaceIsFoundOutsideOfTextsAndComments(_ line: String, _ place: String?) throws {
        #expect(try Self.place(in: line) == place)
    }

    // MARK: Sources

    /// The first place in a source. Texts and comments are matched as a whole, so that words in them are no places.
    private static func place(in source: String) throws -> String? {
        let places = [
            #"@unchecked Sendable"#, #"nonisolated\(unsafe\)"#, #"@exclusivity\(unchecked\)"#, #"\bUnmanaged\b"#,
            #"\bunsafe(?:BitCast|Downcast)\b"#, #"\bunowned\b"#, #"\bUnsafe\w+"#, #"\bwithUnsafe\w+"#,
            #"\bloadUnaligned\b"#, #"\btry[?!]"#, #"\bas!"#, #"\bcatch\b"#, #"\bassumeIsolated\b"#,
            #"\b(?:fatalError|precondition|preconditionFailure|assertionFailure)\b(?=\()"#,
        ]
        let pattern = #""(?:\\.|[^"\\\n])*"|//[^\n]*|("# + places.joined(separator: "|") + ")"
        return try groups(of: pattern, in: source).first
    }

    /// The texts of the first group in all matches that have it.
    private static func groups(of pattern: String, in text: String) throws -> [String] {
        let expression = try NSRegularExpression(pattern: pattern)
        let whole = NSRange(text.startIndex..., in: text)
        return expression.matches(in: text, range: whole).compactMap { match in
            Range(match.range(at: 1), in: text).map { String(text[$0]) }
        }
    }

    private static func files(in folder: String) throws -> [String] {
        let found = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
        return found.filter { $0.hasSuffix(".swift") && !$0.contains(".build/") }.sorted()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    // MARK: The page

    /// The names in code spans, by the modules in the heading above. One that begins with "+" continues the name before.
    private static func names() throws -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        var modules: [String] = []
        var stem = ""
        for line in try text(page).split(separator: "\n") {
            if line.hasPrefix("#") {
                modules = line.hasPrefix("### ") ? String(line.dropFirst(4)).components(separatedBy: ", ") : []
            }
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            for part in parts.indices where !part.isMultiple(of: 2) {
                let name = String(parts[part].prefix { $0.isLetter || $0.isNumber || $0 == "+" })
                let whole = name.hasPrefix("+") ? stem + name : name
                if !name.hasPrefix("+") { stem = String(name.prefix { $0 != "+" }) }
                for module in modules { names[module, default: []].insert(whole) }
            }
        }
        return names
    }
}
