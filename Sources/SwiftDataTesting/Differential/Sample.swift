package import Foundation
package import SwiftData

/// A type that attributes have, with values of it that are likely to be got wrong.
package protocol Sample: Equatable {
    /// A value made of other values, with operations that only this type has.
    static func composed<Model: PersistentModel>(
        by source: PredicateSource,
        _ subject: Sealed<Model>,
        _ depth: Int
    ) -> Sealed<Self>?
    static func random(_ random: inout SeededRandom) -> Self
}

/// A sample that predicates can order.
package protocol OrderedSample: Sample, Comparable {}

extension Bool: Sample {
    package static func random(_ random: inout SeededRandom) -> Bool { random.chance(50) }
}

extension FixedWidthInteger {
    fileprivate static func extreme(_ random: inout SeededRandom) -> Self {
        switch random.below(8) {
        case 0: [min, max, max - 1, min + 1][random.below(4)]
        case 1: Self(truncatingIfNeeded: random.next())
        default: Self(clamping: random.below(16) - 4)
        }
    }
}

extension Int: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Int { extreme(&random) }
}
extension Int8: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Int8 { extreme(&random) }
}
extension Int16: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Int16 { extreme(&random) }
}
extension Int32: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Int32 { extreme(&random) }
}
extension Int64: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Int64 { extreme(&random) }
}
extension UInt: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UInt { extreme(&random) }
}
extension UInt8: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UInt8 { extreme(&random) }
}
extension UInt16: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UInt16 { extreme(&random) }
}
extension UInt32: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UInt32 { extreme(&random) }
}
extension UInt64: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UInt64 { extreme(&random) }
}

extension Float: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Float {
        let hostile: [Float] = [
            .nan, .infinity, -.infinity, -0.0, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1,
        ]
        let value = random.chance(40) ? hostile[random.below(hostile.count)] : Float(random.below(40) - 12) / 4
        return value.isFinite || !random.lacking.contains(.nonFiniteNumbers) ? value : 1
    }
}

extension Double: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Double {
        let hostile: [Double] = [
            .nan, .infinity, -.infinity, -0.0, 0, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, 0x1p53,
        ]
        let value = random.chance(40) ? hostile[random.below(hostile.count)] : Double(random.below(40) - 12) / 8
        return value.isFinite || !random.lacking.contains(.nonFiniteNumbers) ? value : 1
    }
}

extension Decimal: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Decimal {
        let hostile: [Decimal] = [
            0, .greatestFiniteMagnitude, -Decimal.greatestFiniteMagnitude, .leastNonzeroMagnitude,
            Decimal(sign: .plus, exponent: -3, significand: 100), Decimal(sign: .minus, exponent: 20, significand: 7),
            Decimal(string: "12345678901234567890.12345678901234567") ?? 1,
        ]
        return random.chance(30) ? hostile[random.below(hostile.count)] : Decimal(random.below(40) - 12) / 8
    }
}

extension String: OrderedSample {
    package static let hostile = [
        "", " ", "a", "A", "é", "e\u{301}", "E\u{301}", "cafe\u{301} noir", "Café Noir", "caf", "ß", "ss", "STRASSE",
        "straße", "\u{212A}", "K", "k", "\r\n", "\n", "\r", "a\u{0}b", "'", "\"", "it's", "%", "_", "a%b_c", "\\",
        "a\\b",
        "😀", "👨‍👩‍👧", "🇩🇪🇫🇷", "شمس", "日本", "ﬁ", "fi", "İ", "ı", "i", "10", "9", "alpha 10", "Alpha 9", "alpha", "\u{301}",
        "\u{37E}", ";", "\u{1FEF}", "`", "가", "\u{1100}\u{1161}", "  padded\t", "NULL", "NaN", "0", "zebra", "ärger",
        "Zebra",
        "a.c", "[x]", "\u{FFFD}", "\u{10FFFF}",
    ]
    package static func random(_ random: inout SeededRandom) -> String {
        let text =
            switch random.below(12) {
            case 0: hostile[random.below(hostile.count)] + hostile[random.below(hostile.count)]
            case 1: String(repeating: hostile[random.below(hostile.count)], count: random.below(30))
            default: hostile[random.below(hostile.count)]
            }
        guard random.lacking.contains(.nulCharacters) else { return text }
        return text.replacingOccurrences(of: "\u{0}", with: "\u{1}")
    }
}

extension Date: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> Date {
        let hostile: [Double] = [
            0, -0.0, 0.1, 1e-9, -978_307_200, 63_113_904_000, -63_114_076_800, 1e15, .infinity, .nan,
        ]
        var seconds =
            random.chance(40) ? hostile[random.below(hostile.count)] : Double(random.below(60)) * 86_400.25
        if abs(seconds) > 6e10, random.lacking.contains(.distantDates) { seconds = 1 }
        if !seconds.isFinite, !random.lacking.isDisjoint(with: [.nonFiniteNumbers, .nonFiniteDates]) { seconds = 1 }
        if random.lacking.contains(.subMicrosecondDates) { seconds = (seconds * 1e6).rounded() / 1e6 }
        if random.lacking.contains(.subSecondDates) { seconds = seconds.rounded() + 0 }
        return Date(timeIntervalSinceReferenceDate: seconds)
    }
}

extension UUID: OrderedSample {
    package static func random(_ random: inout SeededRandom) -> UUID {
        func byte() -> UInt8 { random.chance(50) ? 0 : UInt8(truncatingIfNeeded: random.next()) }
        return UUID(
            uuid: (
                byte(), byte(), 0, 0, 0, 0, byte(), 0, byte(), 0, 0, 0, 0, 0, byte(), byte()
            )
        )
    }
}

extension URL: Sample {
    package static func random(_ random: inout SeededRandom) -> URL {
        let texts = [
            "https://example.com", "https://example.com/", "HTTPS://example.com", "https://example.com/a?b=c#d",
            "file:///a/b", "mailto:a@b.c", "relative/path", "https://example.com/%C3%A9", "https://example.com/e%CC%81",
        ]
        return URL(string: texts[random.below(texts.count)]) ?? URL(fileURLWithPath: "/")
    }
}

extension Data: Sample {
    package static func random(_ random: inout SeededRandom) -> Data {
        Data((0..<random.below(6)).map { _ in [0, 0xFF, 0x41, 0x80][random.below(4)] })
    }
}
