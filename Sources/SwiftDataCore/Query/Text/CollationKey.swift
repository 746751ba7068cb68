import Foundation

/// A string taken apart for a locale-independent comparison on several levels.
struct CollationKey {
    /// One character, or one number, as the first level sees it.
    enum Element: Equatable {
        case number([UInt8])
        case character(UInt32)
    }

    /// Letters without their case and marks.
    private var first: [Element] = []
    /// Letters and marks.
    private var second: [UInt32] = []
    /// Case, width and other variants.
    private var third: [UInt32] = []
    /// The number of digits of each number.
    private var digitCounts: [Int] = []
    private var isInNumber = false
    private let text: String

    init(_ text: String, numeric: Bool) {
        self.text = text
        let scalars = Array(TextFolding.decomposed(text))
        var taken: Set<Int> = []
        for index in scalars.indices where !taken.contains(index) {
            let scalar = scalars[index]
            if numeric, let digit = Self.digit(scalar) {
                append(digit: digit)
                continue
            }
            isInNumber = false
            if let (end, elements) = Self.pair(at: index, in: scalars) {
                taken.insert(end)
                append(elements)
            } else if let elements = RootWeights.elements(of: scalar) {
                append(elements)
            } else {
                append(unweighted: scalar)
            }
        }
    }

    /// A letter that counts as one with a mark, although other marks may stand between them.
    private static func pair(
        at index: Int,
        in scalars: [Unicode.Scalar]
    ) -> (end: Int, elements: ArraySlice<RootWeights.Element>)? {
        guard RootWeights.beginsPair(scalars[index]) else { return nil }
        var kind = Unicode.CanonicalCombiningClass.notReordered
        for next in scalars.indices.dropFirst(index + 1) {
            let ownKind = scalars[next].properties.canonicalCombiningClass
            // A mark hides the ones of its kind behind it, and a letter hides all.
            if next == index + 1 || ownKind != kind && ownKind != .notReordered, RootWeights.endsPair(scalars[next]),
                let elements = RootWeights.elements(of: scalars[index], with: scalars[next])
            {
                return (next, elements)
            }
            guard ownKind != .notReordered else { return nil }
            kind = ownKind
        }
        return nil
    }

    private mutating func append(_ elements: ArraySlice<RootWeights.Element>) {
        for element in elements {
            if element.first > 0 { first.append(.character(Self.primary(rank: element.first))) }
            if element.second > 0 { second.append(element.second) }
            if element.third > 0 { third.append(element.third) }
        }
    }

    /// A character that the table does not have comes by its code point.
    private mutating func append(unweighted scalar: Unicode.Scalar) {
        if TextFolding.isMark(scalar) {
            second.append(Self.unweighted + scalar.value)
            third.append(RootWeights.common.third)
            return
        }
        for letter in TextFolding.caseFolded(scalar) {
            first.append(.character(Self.primary(unweighted: letter)))
            second.append(RootWeights.common.second)
            third.append(letter == scalar ? RootWeights.common.third : Self.unweighted)
        }
    }

    private mutating func append(digit: UInt8) {
        if isInNumber, case .number(var digits)? = first.last {
            // Leading zeros do not count.
            if digits == [0] { digits = [] }
            first[first.count - 1] = .number(digits + [digit])
            digitCounts[digitCounts.count - 1] += 1
            return
        }
        first.append(.number([digit]))
        second.append(RootWeights.common.second)
        third.append(RootWeights.common.third)
        digitCounts.append(1)
        isInNumber = true
    }

    func compare(_ other: CollationKey) -> ComparisonResult {
        for (left, right) in zip(first, other.first) where left != right {
            let order = Self.compare(left, right)
            if order != .orderedSame { return order }
        }
        if first.count != other.first.count { return first.count.comparison(with: other.first.count) }
        let levels = [(second, other.second), (third, other.third)]
        for (left, right) in levels where left != right {
            return left.lexicographicallyPrecedes(right) ? .orderedAscending : .orderedDescending
        }
        if digitCounts != other.digitCounts {
            return digitCounts.lexicographicallyPrecedes(other.digitCounts) ? .orderedAscending : .orderedDescending
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
        // A digit that belongs to no number, such as the one of a fraction, comes behind all numbers.
        case (.number, .character(let right)):
            return right >= digitPrimary ? .orderedAscending : .orderedDescending
        case (.character(let left), .number): return left < digitPrimary ? .orderedAscending : .orderedDescending
        }
    }
}
