/// The order of decimal numbers that are written as text: by number, then by bytes. Text that is no number comes first.
enum DecimalOrder {
    static func isNumber(_ text: String) -> Bool { Parts(text) != nil }

    static func precedes(_ left: String, _ right: String) -> Bool {
        let (first, second) = (Parts(left), Parts(right))
        if let first, let second {
            if first != second { return first < second }
        } else if (first == nil) != (second == nil) {
            return first == nil
        }
        return left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// The sign, the digits without zeros at the ends, and the power of ten of 0.digits.
    private struct Parts: Comparable {
        var isNegative = false
        var digits: [UInt8] = []
        var exponent = 0

        /// Reads `-12.50e3`. Returns nil for anything else, and for exponents beyond nine digits.
        init?(_ text: String) {
            var rest = Array(text.utf8)[...]
            if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
                isNegative = rest.removeFirst() == UInt8(ascii: "-")
            }
            var power = 0
            if let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
                guard let number = Self.integer(rest[(mark + 1)...]) else { return nil }
                power = number
                rest = rest[..<mark]
            }
            let halves = rest.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            let all = Array(halves.joined())
            guard !all.isEmpty, all.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let significant = all.drop { $0 == 0x30 }
            exponent = power + (halves.first?.count ?? 0) - (all.count - significant.count)
            digits = Array(significant)
            while digits.last == 0x30 { digits.removeLast() }
            if digits.isEmpty { (isNegative, exponent) = (false, 0) }
        }

        private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
            let digits =
                bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
            guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
            return bytes.first == UInt8(ascii: "-") ? -number : number
        }

        static func < (left: Parts, right: Parts) -> Bool {
            if left.isNegative != right.isNegative { return left.isNegative }
            return left.isNegative ? right.isLessInSize(left) : left.isLessInSize(right)
        }

        private func isLessInSize(_ other: Parts) -> Bool {
            if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
            if exponent != other.exponent { return exponent < other.exponent }
            return digits.lexicographicallyPrecedes(other.digits)
        }
    }
}
