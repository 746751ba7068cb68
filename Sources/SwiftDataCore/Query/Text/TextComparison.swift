package import Foundation

/// The string comparisons of queries and sorts: one implementation for memory and for every store.
///
/// They do not ask for the locale, so that a store sorted on one machine is sorted on every other: letters are
/// compared without case and diacritics first, then by diacritics, then by case, small before capital. That is the
/// order of the Unicode collation algorithm's root for Latin, Greek and Cyrillic text, see ``RootWeights``; other
/// scripts come by code point after folding.
package enum TextComparison {
    /// `localizedStandardCompare`, as a Finder would sort: numbers inside the text count by their value.
    package static func localizedStandard(_ lhs: String, _ rhs: String) -> ComparisonResult {
        compare(lhs, rhs, numeric: true)
    }

    /// `localizedCompare`: as ``localizedStandard(_:_:)`` with digits as characters.
    package static func localized(_ lhs: String, _ rhs: String) -> ComparisonResult {
        compare(lhs, rhs, numeric: false)
    }

    /// Swift's order of strings, by canonical equivalence; how `<` and the lexical comparator sort.
    package static func lexical(_ lhs: String, _ rhs: String) -> ComparisonResult {
        lhs == rhs ? .orderedSame : CanonicalForms.precedes(lhs, rhs) ? .orderedAscending : .orderedDescending
    }

    /// `caseInsensitiveCompare`: the order of the decomposed scalars after Unicode's case folding, as in Foundation.
    package static func caseInsensitive(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let left = TextFolding.caseKey(lhs)
        let right = TextFolding.caseKey(rhs)
        return left == right
            ? .orderedSame : left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
    }

    private static func compare(_ lhs: String, _ rhs: String, numeric: Bool) -> ComparisonResult {
        var lhs = lhs
        var rhs = rhs
        let fast = lhs.withUTF8 { left in rhs.withUTF8 { right in ASCIIComparison.compare(left, right, numeric) } }
        if let fast { return fast }
        return CollationKey(lhs, numeric: numeric).compare(CollationKey(rhs, numeric: numeric))
    }
}

/// The comparison of two strings that are plain ASCII.
enum ASCIIComparison {
    /// Nil when a byte is not ASCII, or is a control character that does not count.
    static func compare(
        _ lhs: UnsafeBufferPointer<UInt8>,
        _ rhs: UnsafeBufferPointer<UInt8>,
        _ numeric: Bool
    ) -> ComparisonResult? {
        guard lhs.allSatisfy(counts), rhs.allSatisfy(counts) else { return nil }
        var left = 0
        var right = 0
        var tie = ComparisonResult.orderedSame
        var numberTie = ComparisonResult.orderedSame
        while left < lhs.count, right < rhs.count {
            let (a, b) = (lhs[left], rhs[right])
            if numeric, isDigit(a), isDigit(b) {
                let (x, y) = (digits(lhs, from: left), digits(rhs, from: right))
                let order = compareNumbers(x, y)
                if order != .orderedSame { return order }
                if numberTie == .orderedSame { numberTie = x.count.comparison(with: y.count) }
                left += x.count
                right += y.count
                continue
            }
            let order = CollationKey.primary(ascii: a).comparison(with: CollationKey.primary(ascii: b))
            if order != .orderedSame { return order }
            // Letters that differ by case alone: the small one comes first, if nothing else decides.
            if tie == .orderedSame { tie = b.comparison(with: a) }
            left += 1
            right += 1
        }
        let rest = (lhs.count - left).comparison(with: rhs.count - right)
        return rest != .orderedSame ? rest : tie != .orderedSame ? tie : numberTie
    }

    private static func counts(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F || byte >= 0x09 && byte <= 0x0D
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func digits(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> Slice<UnsafeBufferPointer<UInt8>> {
        var end = start
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        return bytes[start..<end]
    }

    private static func compareNumbers(
        _ lhs: Slice<UnsafeBufferPointer<UInt8>>,
        _ rhs: Slice<UnsafeBufferPointer<UInt8>>
    ) -> ComparisonResult {
        let left = lhs.drop { $0 == 0x30 }
        let right = rhs.drop { $0 == 0x30 }
        if left.count != right.count { return left.count.comparison(with: right.count) }
        for (a, b) in zip(left, right) where a != b { return a.comparison(with: b) }
        return .orderedSame
    }
}

extension Comparable {
    func comparison(with other: Self) -> ComparisonResult {
        self < other ? .orderedAscending : other < self ? .orderedDescending : .orderedSame
    }
}
