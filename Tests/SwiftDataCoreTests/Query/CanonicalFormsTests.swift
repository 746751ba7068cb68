import Foundation
import SwiftDataCore
import Testing

struct CanonicalFormsTests {
    private static let samples = [
        "", "a", "K", "Kelvin;`", "é", "Ångström", "ế", "한국어", "日本", "a\u{327}\u{301}", "\u{301}", "\u{344}x",
        "q\u{323}\u{307}", "\u{9CB}", "👩‍👩‍👧", "\u{2126}", "\u{1FEF}", "\u{37E}",
    ]

    private func bytes(_ strings: [String]) -> Set<[UInt8]> { Set(strings.map { Array($0.utf8) }) }

    @Test("Each form is equal to the string, and no two have the same bytes", arguments: samples)
    func formsAreEqual(_ text: String) {
        let forms = CanonicalForms.forms(of: text, limit: 64)
        #expect(forms.isComplete)
        #expect(forms.strings.allSatisfy { $0 == text })
        #expect(bytes(forms.strings).count == forms.strings.count)
        #expect(bytes(forms.strings).contains(Array(text.utf8)))
    }

    @Test("All strings of three scalars that are equal to each other are forms of each other")
    func formsAreComplete() {
        let alphabet: [Unicode.Scalar] = [
            "K", "\u{212A}", "A", "\u{C5}", "\u{212B}", "\u{30A}", "\u{301}", "\u{341}", "\u{327}", "\u{1FA}", "\u{E7}",
            "c", "\u{1100}", "\u{1161}", "\u{AC00}", "\u{11A8}", "\u{AC01}", "\u{344}", "\u{308}", "\u{323}",
        ]
        var equal: [String: [String]] = [:]
        for first in alphabet {
            for second in alphabet {
                for third in alphabet {
                    for count in 1...3 {
                        let text = String(String.UnicodeScalarView([first, second, third].prefix(count)))
                        equal[text, default: []].append(text)
                    }
                }
            }
        }
        #expect(equal.count > 1_000)
        for (text, others) in equal {
            let forms = CanonicalForms.forms(of: text, limit: 1_000)
            #expect(forms.isComplete)
            #expect(bytes(forms.strings).isSuperset(of: bytes(others)), "\(Array(text.unicodeScalars))")
        }
    }

    @Test("Every scalar that another string is equal to is known")
    func mapIsComplete() {
        var missing: [UInt32] = []
        for value in 0...UInt32(0x10FFFF) where !(0xAC00...0xD7A3).contains(value) {
            guard let scalar = Unicode.Scalar(value), !CanonicalMap.ranges.contains(where: { $0.contains(value) })
            else { continue }
            // Foundation has a table of its own.
            if !String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.elementsEqual([scalar]) {
                missing.append(value)
            }
        }
        #expect(missing.isEmpty)
    }

    @Test("Beyond the limit, the forms are those of a beginning")
    func beginnings() {
        for text in [String(repeating: "é", count: 9), "abcK" + String(repeating: "한", count: 9)] {
            let forms = CanonicalForms.forms(of: text, limit: 16)
            #expect(!forms.isComplete)
            #expect(forms.strings.count <= 16)
            #expect(forms.strings.allSatisfy { text.starts(with: $0) && !$0.isEmpty })
        }
        let endless = "a" + String(repeating: "\u{301}", count: 100)
        #expect(CanonicalForms.forms(of: endless, limit: 16).strings == [""])
    }

    @Test("The bytes of composed forms are in Swift's order, and equal for equal strings")
    func composedOrder() {
        var generator = SeededGenerator(seed: 7)
        let scalars: [Unicode.Scalar] = [
            "a", "e", "K", "\u{212A}", "\u{301}", "\u{323}", "\u{307}", "é", "\u{1EA1}", "한", "\u{1112}", "\u{1161}",
            "日", "\u{FB1D}", "\u{FFFD}", "\u{1F600}", "z", "\0",
        ]
        let texts = (0..<200).map { _ in
            String(String.UnicodeScalarView((0..<4).map { _ in scalars.randomElement(using: &generator) ?? "a" }))
        }
        for left in texts {
            #expect(CanonicalForms.isComposed(CanonicalForms.composed(left)))
            #expect(CanonicalForms.composed(left) == left)
            for right in texts {
                let (a, b) = (CanonicalForms.composed(left).utf8, CanonicalForms.composed(right).utf8)
                if CanonicalForms.precedes(left, right) != a.lexicographicallyPrecedes(b)
                    || (left == right) != a.elementsEqual(b)
                {
                    Issue.record("\(Array(left.unicodeScalars)) and \(Array(right.unicodeScalars))")
                }
            }
        }
    }

    @Test("Scalars that are called inert neither change nor join others")
    func inertRanges() {
        for value in CanonicalForms.inertRanges.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            #expect(CanonicalMap.shared.beginsBlock(scalar))
            #expect(CanonicalForms.composed(String(scalar)).unicodeScalars.elementsEqual([scalar]))
        }
    }
}
