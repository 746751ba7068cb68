@_spi(_Unicode) import Swift

/// The strings that Swift calls equal to a string: other bytes, the same text in Unicode's canonical equivalence.
///
/// An index compares bytes. A query that asks for each of these strings by its bytes gets every row that is equal in
/// Swift, and needs no collation of ours.
package enum CanonicalForms {
    /// Forms of a string, or of its beginning.
    package struct Forms {
        /// No two are equal in their bytes.
        package let strings: [String]
        /// True if the strings are all forms of the whole string. If not, they are all forms of a beginning of it, and
        /// every string that is equal to the whole string, or starts with it, starts with one of them.
        package let isComplete: Bool
    }

    /// All forms of a string, if there are no more than the limit.
    package static func forms(of text: String, limit: Int) -> Forms {
        // The Kelvin sign, the Greek question mark and the Greek varia have these for their other forms.
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x4B && $0 != 0x3B && $0 != 0x60 }) {
            return Forms(strings: [text], isComplete: true)
        }
        var texts = [String.UnicodeScalarView()]
        var block: [Unicode.Scalar] = []
        func flush() -> Bool {
            guard let first = block.first else { return true }
            defer { block.removeAll(keepingCapacity: true) }
            if block.count == 1, CanonicalMap.shared.isAlone(first) {
                for index in texts.indices { texts[index].append(first) }
                return true
            }
            var search = FormSearch(limit: limit / texts.count)
            guard search.run(block), search.found.count * texts.count <= limit else { return false }
            texts = texts.flatMap { text in search.found.map { text + $0 } }
            return true
        }
        for scalar in text._nfd {
            if CanonicalMap.shared.beginsBlock(scalar), !flush() { return Forms(texts, isComplete: false) }
            block.append(scalar)
        }
        guard flush() else { return Forms(texts, isComplete: false) }
        return Forms(texts, isComplete: true)
    }

    /// The composed form (NFC). Swift orders strings as the bytes of their composed forms are ordered.
    package static func composed(_ text: String) -> String {
        if isBelowMarks(text) { return text }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text._nfc)
        return String(scalars)
    }

    /// Swift's `<`.
    ///
    /// If the normal form of one string begins with that of the other, Swift 6.3 compares the numbers of bytes that the
    /// strings happen to have: `"e\u{301}"` is not before `"éa"`, and there is no order to sort by. Here the shorter
    /// normal form comes first, as Swift documents.
    package static func precedes(_ lhs: String, _ rhs: String) -> Bool {
        if isBelowMarks(lhs), isBelowMarks(rhs) { return lhs < rhs }
        return lhs._nfc.lexicographicallyPrecedes(rhs._nfc)
    }

    /// True if a string is in composed form.
    package static func isComposed(_ text: String) -> Bool {
        isBelowMarks(text) || text.unicodeScalars.elementsEqual(text._nfc)
    }

    /// Scalars that composition does not affect, whatever scalars precede or follow them: scalars below U+0300 without
    /// NUL, Cyrillic letters, punctuation, kana, ideographs, Hangul syllables and emoji. The list is not complete.
    package static let inertRanges: [ClosedRange<UInt32>] = [
        0x1...0x2FF, 0x400...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFF,
        0xAC00...0xD7A3, 0x1F300...0x1FAFF,
    ]

    /// True if every scalar is below U+0300, the first scalar that composing concerns.
    private static func isBelowMarks(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { $0 < 0xCC } } ?? text.utf8.allSatisfy { $0 < 0xCC }
    }
}

extension CanonicalForms.Forms {
    fileprivate init(_ texts: [String.UnicodeScalarView], isComplete: Bool) {
        self.init(strings: texts.map { String($0) }, isComplete: isComplete)
    }
}

/// The search for all strings with one decomposition.
private struct FormSearch {
    let limit: Int
    var found: [String.UnicodeScalarView] = []
    /// The greatest number of marks on one letter: more than any language has.
    private static let longest = 8

    /// False where there are more than the limit.
    mutating func run(_ decomposed: [Unicode.Scalar]) -> Bool {
        guard decomposed.count <= Self.longest else { return false }
        return extend(String.UnicodeScalarView(), by: decomposed)
    }

    private mutating func extend(_ text: String.UnicodeScalarView, by rest: [Unicode.Scalar]) -> Bool {
        guard let first = rest.first else {
            found.append(text)
            return found.count <= limit
        }
        var beginnings = [first]
        if first.combiningClass != 0 {
            // Marks of different classes may stand in any order.
            for mark in rest.prefix(while: { $0.combiningClass != 0 }) where !beginnings.contains(mark) {
                beginnings.append(mark)
            }
        }
        for beginning in beginnings {
            for scalar in CanonicalMap.shared.scalars(beginningWith: beginning, of: rest) {
                let parts = CanonicalMap.shared.decomposition(of: scalar)
                guard let remaining = Self.remove(parts, from: rest) else { continue }
                var longer = text
                longer.append(scalar)
                guard extend(longer, by: remaining) else { return false }
            }
        }
        return true
    }

    /// Returns the scalars that must follow scalars with these parts, so that the whole decomposes to `all`; nil where
    /// no scalars do.
    private static func remove(_ parts: [Unicode.Scalar], from all: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        var rest = all
        for part in parts {
            guard let index = rest.firstIndex(of: part) else { return nil }
            rest.remove(at: index)
        }
        return inCanonicalOrder(parts + rest) == all ? rest : nil
    }

    private static func inCanonicalOrder(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var ordered = scalars
        for index in ordered.indices.dropFirst() {
            var place = index
            while place > 0, ordered[place].combiningClass != 0,
                ordered[place - 1].combiningClass > ordered[place].combiningClass
            {
                ordered.swapAt(place, place - 1)
                place -= 1
            }
        }
        return ordered
    }
}

extension Unicode.Scalar {
    var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
