/// A signed whole number of 1,344 bits: room for 2^63 significands of 128 bits at each exponent of a `Decimal`, which go
/// from -128 to 127, and for a further factor of 10^60.
///
/// The number is in two's complement, its least significant word first.
struct WideInteger: Sendable, Equatable {
    private static let wordCount = 21
    private var words: [UInt64]

    init() { words = Array(repeating: 0, count: Self.wordCount) }

    init(_ number: Int128) {
        words = Array(repeating: number < 0 ? .max : 0, count: Self.wordCount)
        words[0] = UInt64(truncatingIfNeeded: number)
        words[1] = UInt64(truncatingIfNeeded: number >> 64)
    }

    /// Reads decimal digits, with a minus sign where the number is negative; nil for other text.
    init?(digits: some StringProtocol) {
        self.init()
        let isNegative = digits.hasPrefix("-")
        let rest = digits.utf8.dropFirst(isNegative ? 1 : 0)
        guard !rest.isEmpty, rest.count < 320 else { return nil }
        for byte in rest {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            multiply(by: 10)
            add(WideInteger(Int128(byte - 0x30)))
        }
        if isNegative { self = negated }
    }

    var isNegative: Bool { words[Self.wordCount - 1] >> 63 == 1 }
    private var isZero: Bool { words.allSatisfy { $0 == 0 } }

    var negated: WideInteger {
        var result = self
        for index in result.words.indices { result.words[index] = ~result.words[index] }
        result.add(WideInteger(1))
        return result
    }

    mutating func add(_ other: WideInteger) {
        var carry: UInt64 = 0
        for index in words.indices {
            let (partial, first) = words[index].addingReportingOverflow(other.words[index])
            let (total, second) = partial.addingReportingOverflow(carry)
            words[index] = total
            carry = (first ? 1 : 0) + (second ? 1 : 0)
        }
    }

    mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in words.indices {
            let (high, low) = words[index].multipliedFullWidth(by: factor)
            let (total, overflow) = low.addingReportingOverflow(carry)
            words[index] = total
            carry = high &+ (overflow ? 1 : 0)
        }
    }

    /// Divides a number that is not negative.
    /// - Returns: The remainder.
    @discardableResult
    mutating func divide(by divisor: UInt64) -> UInt64 {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            (words[index], remainder) = divisor.dividingFullWidth((remainder, words[index]))
        }
        return remainder
    }

    /// The decimal digits of the magnitude, without leading zeros.
    var digits: String {
        var rest = isNegative ? negated : self
        var parts: [String] = []
        repeat {
            let part = String(rest.divide(by: 1_000_000_000_000_000_000))
            parts.append(String(repeating: "0", count: 18 - part.count) + part)
        } while !rest.isZero
        let all = parts.reversed().joined().drop { $0 == "0" }
        return all.isEmpty ? "0" : String(all)
    }
}
