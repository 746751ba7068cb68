import Foundation
import SwiftDataCore
import Testing

struct TextComparisonTests {
    private static let words = [
        "", " ", "a", "A", "b", "B", "a1", "a2", "a10", "a02", "A10", "1", "2", "10", "ä", "Ä", "á", "z", "Z", "é",
        "e\u{301}", "co-op", "coop", "Straße", "STRASSE", "œuvre", "日本", "ω", "Ω", "_", "-", "file 9", "file 10",
    ]

    @Test("The localized comparison is a strict order: no cycles, and equal only by canonical equivalence")
    func isAnOrder() {
        let sorted = Self.words.sorted { TextComparison.localizedStandard($0, $1) == .orderedAscending }
        for (index, left) in sorted.enumerated() {
            for right in sorted[index...] {
                let order = TextComparison.localizedStandard(left, right)
                let back = TextComparison.localizedStandard(right, left)
                #expect(order.rawValue == -back.rawValue)
                #expect((order == .orderedSame) == (left == right))
                #expect(order != .orderedDescending, "\(left) before \(right)")
            }
        }
    }

    @Test(
        "It agrees with Foundation's localizedStandardCompare",
        arguments: [
            ("a", "B"), ("A", "b"), ("a", "A"), ("file 9", "file 10"), ("a2", "a10"), ("é", "f"), ("ä", "z"),
            ("e", "é"), ("résumé", "resume"), ("1", "a"), ("a b", "ab"), ("", "a"), ("Straße", "Strasse"), ("Z", "a"),
            ("ab", "äa"), ("10", "9"),
        ]
    )
    func agreesWithFoundation(_ left: String, _ right: String) {
        #expect(TextComparison.localizedStandard(left, right) == left.localizedStandardCompare(right))
    }

    @Test(
        "Searching agrees with Foundation's localizedStandardContains",
        arguments: [
            ("Café", "cafe"), ("Cafe\u{301} noir", "É N"), ("STRASSE", "ss"), ("Straße", "SS"), ("abc", ""), ("", ""),
            ("Ärger", "arg"), ("a%b_c", "%B_"), ("日本語", "本"), ("abc", "d"), ("ﬀ", "x"), ("Ω", "ω"), ("naïve", "NAIVE"),
        ]
    )
    func searchAgrees(_ text: String, _ part: String) {
        #expect(
            TextComparison.localizedStandardContains(text, part) == text.localizedStandardContains(part)
        )
    }

    @Test("An embedded NUL neither ends a string nor hides what follows")
    func nulIsACharacter() {
        #expect(TextComparison.contains("a\0b", "b"))
        #expect(TextComparison.localizedStandardContains("a\0B", "b"))
        #expect(TextComparison.localizedStandard("a\0b", "a\0c") == .orderedAscending)
    }
}
