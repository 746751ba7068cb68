#if PostgreSQL
import SwiftData
import SwiftDataPostgres
import Testing

@Model final class Inscription {
    var text: String

    init(_ text: String) { self.text = text }
}

/// Searches for a constant text among the characters of a text, in composed and decomposed forms.
@Suite struct TextTests {
    private static let texts = [
        "", "e", "E", "\u{E9}", "e\u{301}", "E\u{301}", "xe", "ex", "xe\u{301}x", "x\u{E9}x", "e\u{301}e", "ee\u{301}",
        "e\u{301}\u{323}", "e\u{323}\u{301}", "\u{1EB9}\u{301}", "\r\n", "\r", "\n", "a\r\nb", "\u{1F1E9}\u{1F1EA}",
        "\u{1F1E9}", "x\u{1F1E9}\u{1F1EA}\u{1F1EB}", "\u{1F468}\u{200D}\u{1F469}", "\u{1F468}", "\u{1100}\u{1161}",
        "\u{AC00}",
        "\u{1100}", "\u{AC00}\u{11A8}", "\u{AC01}", "1\u{20E3}", "1", "\u{212B}", "\u{C5}", "A\u{30A}", "A", "\u{FB01}",
        "fi",
    ]

    /// The answer of Swift's characters, without the library.
    private static func places(_ wanted: String, in text: String) -> (contains: Bool, begins: Bool, ends: Bool) {
        let (wanted, text) = (Array(wanted), Array(text))
        guard wanted.count <= text.count else { return (false, false, false) }
        let starts = (0...text.count - wanted.count).filter { Array(text[$0..<$0 + wanted.count]) == wanted }
        return (!starts.isEmpty, starts.first == 0, starts.last == text.count - wanted.count)
    }

    @Test func aTextIsFoundAmongCharacters() throws {
        let namespace = try TemporaryNamespace()
        let container = try ModelContainer(for: Inscription.self, configurations: namespace.configuration())
        let context = ModelContext(container)
        // Each text is alone in its row, and between others.
        let texts = Self.texts + Self.texts.map { "x\($0)y" } + Self.texts.map { "\($0)\($0)" }
        for text in texts { context.insert(Inscription(text)) }
        try context.save()
        for wanted in Self.texts where !wanted.isEmpty {
            func found(_ predicate: Predicate<Inscription>) throws -> [String] {
                try ModelContext(container).fetch(FetchDescriptor(predicate: predicate)).map { Self.scalars($0.text) }
                    .sorted()
            }
            func expected(_ isWanted: ((contains: Bool, begins: Bool, ends: Bool)) -> Bool) -> [String] {
                texts.filter { isWanted(Self.places(wanted, in: $0)) }.map(Self.scalars).sorted()
            }
            let name = Self.scalars(wanted)
            #expect(try found(#Predicate { $0.text.contains(wanted) }) == expected(\.contains), "contains \(name)")
            #expect(try found(#Predicate { $0.text.starts(with: wanted) }) == expected(\.begins), "starts with \(name)")
        }
    }

    private static func scalars(_ text: String) -> String {
        text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }
}
#endif
