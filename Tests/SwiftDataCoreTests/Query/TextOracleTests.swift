import Foundation
import SwiftDataCore
import Testing

/// The comparisons of text beside ICU's and Foundation's own, which share nothing with them.
struct TextOracleTests {
    /// Characters of Latin, Greek and Cyrillic text, with marks, punctuation, symbols and controls.
    private static let covered: [Unicode.Scalar] = [
        0x01...0x52F, 0x1D00...0x218B, 0x2C60...0x2C7F, 0xA640...0xA69F, 0xA720...0xA7D9, 0xAB30...0xAB6B,
        0xFB00...0xFB06, 0xFF01...0xFF5E,
    ].flatMap { (range: ClosedRange<UInt32>) in Array(range) }.compactMap { Unicode.Scalar($0) }
        // The table's, and the oldest ICU's, Unicode.
        .filter { ($0.properties.age ?? (99, 0)).major <= 14 }
    private static let frequent = Array("aAbBeEiIoOuUнНиИйЙіїєґ012 -_\u{301}\u{306}\u{327}".unicodeScalars)

    /// Random strings of a few characters, half of them frequent ones.
    private struct Source {
        var generator: SeededGenerator

        init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

        mutating func pool() -> [Unicode.Scalar] {
            (0..<4).compactMap { _ in
                (Bool.random(using: &generator) ? covered : frequent).randomElement(using: &generator)
            }
        }

        mutating func text(_ pool: [Unicode.Scalar], upTo limit: Int) -> String {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...limit, using: &generator) {
                if let scalar = pool.randomElement(using: &generator) { scalars.append(scalar) }
            }
            return String(scalars)
        }
    }

    private static func shown(_ texts: String...) -> String {
        texts.map { text in text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "+") }
            .joined(separator: " and ")
    }

    @Test("Foundation has an ICU, so that nothing here is skipped") func thereIsAWitness() {
        #expect(ICULibrary.all.contains { $0.isFoundations })
    }

    /// The weights of our own collation are those of Foundation's ICU, which is no witness of a mistake that both have.
    @Test("The system has an ICU of its own", .enabled(if: ICULibrary.system != nil, "needs the system's ICU (libicu)"))
    func thereIsASecondWitness() throws {
        let system = try #require(ICULibrary.system)
        #expect(!system.isFoundations)
        #expect(system.order("a", "b", numeric: false) < 0 && system.contains("Straße", "ß"))
    }

    /// Roman numerals above a thousand and two currencies stand elsewhere in ICUs that are older than Foundation's.
    private static let moved: Set<UInt32> = Set(0x2180...0x2188).union([0x20A7, 0x20A8])

    private static func covers(_ text: String, _ icu: ICULibrary) -> Bool {
        icu.isFoundations || !text.unicodeScalars.contains { moved.contains($0.value) }
    }

    @Test("Characters of Latin, Greek and Cyrillic come in the order of ICU's root", arguments: ICULibrary.all)
    func characters(_ icu: ICULibrary) {
        let sorted = Self.covered.map { String($0) }.filter { Self.covers($0, icu) }.sorted {
            TextComparison.localized($0, $1) == .orderedAscending
        }
        var wrong: [String] = []
        for (left, right) in zip(sorted, sorted.dropFirst()) where icu.order(left, right, numeric: false) > 0 {
            wrong.append(Self.shown(left, right))
        }
        #expect(wrong.isEmpty)
    }

    @Test("Random texts come in the order of ICU's root, with and without numbers", arguments: ICULibrary.all)
    func texts(_ icu: ICULibrary) {
        var source = Source(seed: 21)
        var wrong: [String] = []
        for _ in 0..<10_000 {
            let pool = source.pool()
            let (left, right) = (source.text(pool, upTo: 5), source.text(pool, upTo: 5))
            guard Self.covers(left + right, icu) else { continue }
            // Texts that ICU holds for equal have an order here, which nothing else decides.
            let plain = icu.order(left, right, numeric: false)
            if plain != 0, plain != TextComparison.localized(left, right).rawValue {
                wrong.append(Self.shown(left, right))
            }
            let numeric = icu.order(left, right, numeric: true)
            if numeric != 0, numeric != TextComparison.localizedStandard(left, right).rawValue {
                wrong.append(Self.shown(left, right) + " with numbers")
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test(
        "Alphabets are in their order",
        arguments: [
            "а б в г ґ д е є ж з и і ї й к л м н о п р с т у ф х ц ч ш щ ь ю я",
            "Д Ђ Е Ж З И Ј К Л Љ М Н Њ О П Р С Т Ћ У",
            "a b d ð e f t u z þ", "a e ə f", "p q ĸ r", "n ŋ o", "h ƕ i ı j", "α β γ δ ε ζ η θ ι κ λ μ",
        ]
    )
    func alphabets(_ letters: String) {
        let expected = letters.split(separator: " ").map(String.init)
        let sorted = expected.reversed().sorted { TextComparison.localizedStandard($0, $1) == .orderedAscending }
        #expect(sorted == expected)
    }

    @Test("Leading zeros decide last, after the case")
    func leadingZeros() {
        #expect(TextComparison.localizedStandard("a02b", "a2B") == .orderedAscending)
        #expect(TextComparison.localizedStandard("a2", "a02") == .orderedAscending)
        #expect(TextComparison.localizedStandard("ä2", "ä02") == .orderedAscending)
    }

    @Test("A search finds what Foundation's and ICU's find both, and nothing that neither finds")
    func searches() throws {
        let icu = try #require(ICULibrary.system ?? ICULibrary.all.first)
        let letters = Self.covered.filter { $0.value != 0x345 && !$0.properties.isDefaultIgnorableCodePoint }
            .filter { $0.properties.generalCategory != .control }
        let parts =
            letters.map { String($0) } + ["ss", "ae", "oe", "ff", "fi", "st", "th", "ij", "dz", "lj", "'n"]
        var generator = SeededGenerator(seed: 22)
        var wrong: [String] = []
        func check(_ text: String, _ part: String) {
            let found = TextComparison.localizedStandardContains(text, part)
            guard found != text.localizedStandardContains(part), found != icu.contains(text, part) else { return }
            wrong.append(Self.shown(text, part))
        }
        for letter in letters {
            // Letters of other forms are near one another, so that random ones would hardly ever match.
            for part in letters where part != letter && letter.properties.numericValue == nil {
                if letter.properties.lowercaseMapping == part.properties.lowercaseMapping
                    || letter.properties.uppercaseMapping == part.properties.uppercaseMapping
                {
                    check(String(letter), String(part))
                }
            }
            for _ in 0..<20 { check(String(letter), parts.randomElement(using: &generator) ?? "") }
            for part in "aeioustdlhcnfz".map(String.init) { check(String(letter), part) }
        }
        for (text, part) in [("한국", "ᄒ"), ("각하", "가"), ("Straße", "s"), ("ﬁn", "i"), ("aſ", "S"), ("µ", "Μ")] {
            check(text, part)
        }
        #expect(wrong.isEmpty)
    }

    @Test("Without case, letters are equal and come as in Foundation's comparison")
    func caseInsensitive() {
        var generator = SeededGenerator(seed: 23)
        var wrong: [String] = []
        // A subscript iota is a letter in Unicode's folding and a mark in Foundation's.
        let letters = Self.covered.map { String($0) }.filter {
            !$0.decomposedStringWithCanonicalMapping.contains("\u{345}")
        }
        for left in letters {
            var others = (0..<5).compactMap { _ in letters.randomElement(using: &generator) }
            others += [left.lowercased(), left.uppercased()].filter { other in
                other.unicodeScalars.allSatisfy { ($0.properties.age ?? (99, 0)).major <= 14 }
            }
            others += ["ss", "s", "k", "σ", "ff", "st", "i"]
            for right in others
            where left.caseInsensitiveCompare(right) != TextComparison.caseInsensitive(left, right) {
                wrong.append(Self.shown(left, right))
            }
        }
        #expect(wrong.isEmpty)
    }
}
