@_spi(_Unicode) import Swift

/// The folding of strings for case-insensitive and diacritic-insensitive comparisons.
enum TextFolding {
    /// The scalars of a string, canonically decomposed.
    static func decomposed(_ text: String) -> some Sequence<Unicode.Scalar> { text._nfd }

    /// True if the scalar changes the letter before it.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Unicode's full case folding of a scalar: `ß` is `ss`, and a final sigma is a sigma.
    static func caseFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.value < 128 {
            let isCapital = scalar.value >= 0x41 && scalar.value <= 0x5A
            return [isCapital ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar]
        }
        guard scalar.properties.changesWhenCaseFolded else { return [scalar] }
        // By way of the capital, which distinguishes letters that are variants of one.
        return scalar.properties.lowercaseMapping.unicodeScalars.flatMap { small in
            small.properties.uppercaseMapping.unicodeScalars.flatMap { $0.properties.lowercaseMapping.unicodeScalars }
        }
    }

    /// The scalars of a string without case, decomposed.
    static func caseKey(_ text: String) -> [Unicode.Scalar] {
        let folded = decomposed(text).flatMap(caseFolded)
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: folded)
        return Array(decomposed(String(scalars)))
    }

    static func searchFolded(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar.value >= 0xFF01, scalar.value <= 0xFF5E {
            return caseFolded(Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21)))
        }
        if scalar.value == 0x3000 { return [" "] }
        return caseFolded(scalar).filter { !isMark($0) }.map { strokes[$0] ?? $0 }
    }

    /// Letters whose stroke is a diacritic that Unicode does not take off.
    private static let strokes: [Unicode.Scalar: Unicode.Scalar] = ["ø": "o", "đ": "d", "ł": "l", "ħ": "h"]
}
