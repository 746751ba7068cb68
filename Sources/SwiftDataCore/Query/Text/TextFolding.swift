@_spi(_Unicode) import Swift

/// What case-insensitive and diacritic-insensitive comparisons leave of a string.
enum TextFolding {
    /// The scalars of a string, canonically decomposed.
    static func decomposed(_ text: String) -> some Sequence<Unicode.Scalar> { text._nfd }

    /// Whether the scalar changes the letter before it.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// A letter without case, width and stroke, with what was taken away: 0 nothing, 1 the capital, 2 the width.
    static func fold(_ scalar: Unicode.Scalar) -> [(Unicode.Scalar, UInt8)] {
        if scalar.value < 128 {
            let isCapital = scalar.value >= 0x41 && scalar.value <= 0x5A
            return [(isCapital ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar, isCapital ? 1 : 0)]
        }
        if scalar.value >= 0xFF01, scalar.value <= 0xFF5E {
            return fold(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))).map { ($0.0, 2) }
        }
        if scalar.value == 0x3000 { return [(" ", 2)] }
        let lowered = scalar.properties.lowercaseMapping.unicodeScalars
        let variant: UInt8 = lowered.first == scalar ? 0 : 1
        return lowered.filter { !isMark($0) }.flatMap { letter in
            (expansions[letter] ?? String(letter)).unicodeScalars.map { ($0, variant) }
        }
    }

    /// Letters that are sorted as others, with a difference on the second level.
    private static let expansions: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ŧ": "t", "ı": "i", "ς": "σ",
    ]

    /// The second-level mark of a letter that ``fold(_:)`` replaced.
    static func stroke(_ scalar: Unicode.Scalar) -> UInt32? {
        guard scalar.value >= 128, let letter = scalar.properties.lowercaseMapping.unicodeScalars.first,
            expansions[letter] != nil
        else { return nil }
        return letter.value
    }

    /// The letters of a string without case, diacritics and width.
    static func searchKey(_ text: String) -> [Unicode.Scalar] {
        decomposed(text).flatMap { scalar in isMark(scalar) ? [] : fold(scalar).map(\.0) }
    }
}
