import Foundation
import SwiftDataCore
import Testing

/// The laws that every comparison of strings must keep, over random strings.
struct TextOrderTests {
    enum Order: String, CaseIterable {
        case localizedStandard, localized, lexical

        func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
            switch self {
            case .localizedStandard: TextComparison.localizedStandard(lhs, rhs)
            case .localized: TextComparison.localized(lhs, rhs)
            case .lexical: TextComparison.lexical(lhs, rhs)
            }
        }
    }

    @Test("Exchanging two strings reverses the order, and equal strings alone have none", arguments: Order.allCases)
    func isAntisymmetric(_ order: Order) {
        var random = RandomText(seed: 11)
        let texts = random.texts(250)
        for (index, left) in texts.enumerated() {
            for right in texts[index...] {
                let result = order.compare(left, right)
                if result.rawValue != -order.compare(right, left).rawValue
                    || (result == .orderedSame) != (left == right)
                {
                    Issue.record("\(Array(left.unicodeScalars)) and \(Array(right.unicodeScalars))")
                }
            }
        }
    }

    @Test("What comes before a string that comes before another comes before that", arguments: Order.allCases)
    func isTransitive(_ order: Order) {
        var random = RandomText(seed: 12)
        let sorted = random.texts(250).sorted { order.compare($0, $1) == .orderedAscending }
        for (index, left) in sorted.enumerated() {
            for right in sorted[index...] where order.compare(left, right) == .orderedDescending {
                Issue.record("\(Array(left.unicodeScalars)) and \(Array(right.unicodeScalars))")
            }
        }
    }

    @Test("The order of some strings does not depend on where they stood", arguments: Order.allCases)
    func isOneOrder(_ order: Order) {
        var random = RandomText(seed: 13)
        let texts = random.texts(2_000)
        let first = texts.sorted { order.compare($0, $1) == .orderedAscending }
        let second = random.shuffled(texts).sorted { order.compare($0, $1) == .orderedAscending }
        #expect(first == second)
    }

    @Test("Swift's own order of composed strings is the lexical one")
    func lexicalIsSwifts() {
        var random = RandomText(seed: 14)
        let texts = random.texts(2_000).map(\.precomposedStringWithCanonicalMapping)
        #expect(texts.sorted() == texts.sorted { TextComparison.lexical($0, $1) == .orderedAscending })
    }

    @Test(
        "Letters come before accents, accents before case, and case before width",
        arguments: [
            ["cote", "coté", "côte", "côté"], ["a", "A", "á", "Á", "b"], ["resume", "Resume", "résumé", "resumes"],
            ["a1", "a2", "a10", "a010", "a100"], ["1a", "2", "10", "a"], ["k", "K", "Ｋ", "l"], ["🙂", "ア", "日"],
            ["", " ", "_", "-", "1", "a", "z", "ω", "я"], ["ß", "ssa"], ["o", "ø", "oa"], ["א", "ב", "ע"],
            ["file9", "file10", "file10a", "File11"], ["e", "e\u{301}", "f"], ["x２", "x10"],
        ]
    )
    func rules(_ expected: [String]) {
        let sorted = expected.reversed().sorted { TextComparison.localizedStandard($0, $1) == .orderedAscending }
        #expect(sorted == expected)
    }

    @Test("Digits are characters like others where numbers do not count")
    func digits() {
        let sorted = ["a9", "a10", "a1"].sorted { TextComparison.localized($0, $1) == .orderedAscending }
        #expect(sorted == ["a1", "a10", "a9"])
    }
}
