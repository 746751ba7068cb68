import Foundation

/// A string taken apart for a locale-independent comparison on several levels.
struct CollationKey {
    /// One character, or one number, as the first level sees it.
    enum Element: Equatable {
        case number([UInt8])
        case character(UInt32)
    }

    private var elements: [Element] = []
    /// The diacritics behind each element.
    private var marks: [[UInt32]] = []
    /// Per element: 0 for small and caseless, 1 for capital, 2 for other variants such as full width.
    private var variants: [UInt8] = []
    private let text: String

    init(_ text: String, numeric: Bool) {
        self.text = text
        for scalar in TextFolding.decomposed(text) {
            if TextFolding.isMark(scalar) {
                if marks.isEmpty { append(.character(0), variant: 0) }
                marks[marks.count - 1].append(scalar.value)
                continue
            }
            for (folded, variant) in TextFolding.fold(scalar) {
                if numeric, folded.value >= 0x30, folded.value <= 0x39 {
                    appendDigit(UInt8(folded.value - 0x30), variant: variant)
                } else {
                    append(.character(Self.primary(folded)), variant: variant)
                }
                if let stroke = TextFolding.stroke(scalar) { marks[marks.count - 1].append(stroke) }
            }
        }
    }

    private mutating func append(_ element: Element, variant: UInt8) {
        elements.append(element)
        marks.append([])
        variants.append(variant)
    }

    private mutating func appendDigit(_ digit: UInt8, variant: UInt8) {
        if case .number(var digits)? = elements.last {
            // Leading zeros do not count.
            if digits == [0] { digits = [] }
            elements[elements.count - 1] = .number(digits + [digit])
        } else {
            append(.number([digit]), variant: variant)
        }
    }

    func compare(_ other: CollationKey) -> ComparisonResult {
        for (left, right) in zip(elements, other.elements) where left != right {
            let order = Self.compare(left, right)
            if order != .orderedSame { return order }
        }
        if elements.count != other.elements.count {
            return elements.count.comparison(with: other.elements.count)
        }
        for (left, right) in zip(marks, other.marks) where left != right {
            return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
        }
        for (left, right) in zip(variants, other.variants) where left != right {
            return left.comparison(with: right)
        }
        return TextComparison.lexical(text, other.text)
    }

    private static func compare(_ lhs: Element, _ rhs: Element) -> ComparisonResult {
        switch (lhs, rhs) {
        case (.number(let left), .number(let right)):
            if left.count != right.count { return left.count.comparison(with: right.count) }
            for (a, b) in zip(left, right) where a != b { return a.comparison(with: b) }
            return .orderedSame
        case (.character(let left), .character(let right)): return left.comparison(with: right)
        case (.number, .character(let right)):
            return right >= digitPrimary + 10 ? .orderedAscending : .orderedDescending
        case (.character(let left), .number): return left < digitPrimary ? .orderedAscending : .orderedDescending
        }
    }
}

extension CollationKey {
    /// Where digits begin on the first level: after control characters, white space, punctuation and symbols.
    static let digitPrimary: UInt32 = 0x0200_0000
    private static let letterPrimary: UInt32 = 0x0300_0000
    private static let punctuation = Array("_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$".utf8)

    /// The rank of each ASCII character on the first level; letters without their case.
    private static let asciiTable: [UInt32] = (0..<128).map { code in
        let byte = UInt8(code)
        switch byte {
        case 0x30...0x39: return digitPrimary + UInt32(byte - 0x30)
        case 0x41...0x5A: return letterPrimary + UInt32(byte - 0x41)
        case 0x61...0x7A: return letterPrimary + UInt32(byte - 0x61)
        case 0x09...0x0D: return 0x80 + UInt32(byte)
        case 0x20: return 0xA0
        default:
            if let index = punctuation.firstIndex(of: byte) { return 0x100 + UInt32(index) }
            return UInt32(byte)
        }
    }

    static func primary(ascii byte: UInt8) -> UInt32 { asciiTable[Int(byte)] }

    /// The rank of a folded scalar on the first level.
    static func primary(_ scalar: Unicode.Scalar) -> UInt32 {
        if scalar.value < 128 { return asciiTable[Int(scalar.value)] }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return 0xA1
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
            return 0x1000 + scalar.value
        default: return letterPrimary + 0x100 + scalar.value
        }
    }
}
