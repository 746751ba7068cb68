/// The weights that the root of the Unicode collation algorithm gives to the characters of Latin, Greek and Cyrillic
/// text, their marks, punctuation and symbols.
///
/// The weights are kept as ranks, taken once from ICU, so that the order depends neither on the machine's ICU nor on its
/// locale.
enum RootWeights {
    /// One element of a text; a level that it does not count on has the rank 0.
    struct Element {
        var first: UInt32
        var second: UInt32
        var third: UInt32
    }

    /// The elements of a character; nil where the table does not cover it.
    static func elements(of scalar: Unicode.Scalar) -> ArraySlice<Element>? {
        entries.single[scalar.value].map { entries.elements[$0] }
    }

    /// The elements of two characters that count as one.
    static func elements(of scalar: Unicode.Scalar, with next: Unicode.Scalar) -> ArraySlice<Element>? {
        entries.pairs[UInt64(scalar.value) << 32 | UInt64(next.value)].map { entries.elements[$0] }
    }

    /// The marks and points that make a pair with some letter.
    static func endsPair(_ scalar: Unicode.Scalar) -> Bool { entries.pairEnds.contains(scalar.value) }

    /// The letters that make a pair with some mark or point.
    static func beginsPair(_ scalar: Unicode.Scalar) -> Bool { entries.pairBegins.contains(scalar.value) }

    private struct Entries {
        var elements: [Element] = []
        var single: [UInt32: Range<Int>] = [:]
        var pairs: [UInt64: Range<Int>] = [:]
        var pairBegins: Set<UInt32> = []
        var pairEnds: Set<UInt32> = []
    }

    private static let entries = read(table.utf8)

    /// Reads `41:396,,8 4c+b7:527,,8/0,66`.
    private static func read(_ text: String.UTF8View) -> Entries {
        var entries = Entries()
        for entry in text.split(separator: UInt8(ascii: " ")) {
            let halves = entry.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard halves.count == 2 else { continue }
            let start = entries.elements.count
            for element in halves[1].split(separator: UInt8(ascii: "/")) { entries.elements.append(read(element)) }
            let range = start..<entries.elements.count
            let scalars = halves[0].split(separator: UInt8(ascii: "+")).map { number($0, radix: 16) }
            if scalars.count == 2 {
                entries.pairs[UInt64(scalars[0]) << 32 | UInt64(scalars[1])] = range
                entries.pairBegins.insert(scalars[0])
                entries.pairEnds.insert(scalars[1])
            } else if let scalar = scalars.first {
                entries.single[scalar] = range
            }
        }
        return entries
    }

    private static func read(_ element: Substring.UTF8View) -> Element {
        let levels = element.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        func rank(_ level: Int, _ common: UInt32) -> UInt32 {
            level < levels.count && !levels[level].isEmpty ? number(levels[level], radix: 10) : common
        }
        return Element(first: rank(0, 0), second: rank(1, common.second), third: rank(2, common.third))
    }

    private static func number(_ digits: Substring.UTF8View, radix: Int) -> UInt32 {
        UInt32(Substring(digits), radix: radix) ?? 0
    }
}
