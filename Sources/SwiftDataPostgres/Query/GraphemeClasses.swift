#if PostgreSQL
/// The scalars that share a character with their neighbours, by the rule that joins them.
///
/// The names come from Unicode Standard Annex 29.
struct GraphemeClasses {
    private(set) var control = ScalarRanges()
    /// Extend, SpacingMark and ZWJ: scalars that join the one before them.
    private(set) var extending = ScalarRanges()
    /// Scalars that may stand inside of an emoji sequence.
    private(set) var extend = ScalarRanges()
    private(set) var prepend = ScalarRanges()
    private(set) var pictographic = ScalarRanges()
    private(set) var consonant = ScalarRanges()
    private(set) var linker = ScalarRanges()
    /// Scalars that may stand between two consonants of a conjunct.
    private(set) var linked = ScalarRanges()

    /// The blocks that are not searched have one scalar a character: ideographs, Hangul syllables, private use, and the planes
    /// without characters.
    private static let searched: [ClosedRange<UInt32>] = [
        0x1...0x33FF, 0xA000...0xABFF, 0xD7B0...0xD7FF, 0xF900...0x11FFF, 0x13430...0x1345F, 0x16000...0x16FFF,
        0x1B000...0x1FFFF, 0xE0000...0xE0FFF,
    ]

    init() {
        for range in Self.searched {
            for value in range {
                if let scalar = Unicode.Scalar(value) { read(scalar) }
            }
        }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        let mayBePictographic = value < 0x100 || (0x2000...0x33FF).contains(value) || value >= 0x1F000
        switch scalar.properties.generalCategory {
        case .unassigned, .privateUse:
            if scalar.properties.isDefaultIgnorableCodePoint { readControl(scalar) }
        case .control, .format, .lineSeparator, .paragraphSeparator:
            readControl(scalar)
            readJoining(scalar)
            return
        case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .decimalNumber, .letterNumber, .otherNumber,
            .mathSymbol,
            .currencySymbol, .otherSymbol, .spaceSeparator:
            break
        default: if !Self.areThree(["a", scalar, "a"]) { return readJoining(scalar) }
        }
        if mayBePictographic, Self.areOne([scalar, "\u{200D}", "\u{1F600}"]) { pictographic.append(value) }
        if scalar.properties.generalCategory == .otherLetter, Self.areOne(["\u{915}", "\u{94D}", scalar]) {
            consonant.append(value)
        }
    }

    private mutating func readControl(_ scalar: Unicode.Scalar) {
        if scalar != "\r", scalar != "\n", !Self.areOne([scalar, "\u{301}"]) { control.append(scalar.value) }
    }

    private mutating func readJoining(_ scalar: Unicode.Scalar) {
        if Self.areOne([scalar, "a"]) { prepend.append(scalar.value) }
        guard Self.areOne(["a", scalar]) else { return }
        extending.append(scalar.value)
        // A spacing mark ends an emoji sequence.
        if Self.areOne(["\u{1F600}", scalar, "\u{200D}", "\u{1F600}"]) { extend.append(scalar.value) }
        if Self.areOne(["\u{915}", scalar, "\u{915}"]) { linker.append(scalar.value) }
        if Self.areOne(["\u{915}", "\u{94D}", scalar, "\u{915}"]) { linked.append(scalar.value) }
    }

    private static func areOne(_ scalars: [Unicode.Scalar]) -> Bool { count(scalars) == 1 }
    private static func areThree(_ scalars: [Unicode.Scalar]) -> Bool { count(scalars) == 3 }

    private static func count(_ scalars: [Unicode.Scalar]) -> Int {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text).count
    }
}

/// Ranges of scalars, in the form that they have between brackets.
struct ScalarRanges {
    private var ranges: [ClosedRange<UInt32>] = []

    /// Adds a scalar that is greater than all before it.
    mutating func append(_ value: UInt32) {
        if let last = ranges.last, last.upperBound + 1 == value {
            ranges[ranges.count - 1] = last.lowerBound...value
        } else {
            ranges.append(value...value)
        }
    }

    var text: String {
        ranges.map { range in
            let first = Self.escape(range.lowerBound)
            return range.count == 1 ? first : "\(first)-\(Self.escape(range.upperBound))"
        }.joined()
    }

    static func escape(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        let width = value > 0xFFFF ? 8 : 4
        return (width == 8 ? "\\U" : "\\u") + String(repeating: "0", count: width - digits.count) + digits
    }
}
#endif
