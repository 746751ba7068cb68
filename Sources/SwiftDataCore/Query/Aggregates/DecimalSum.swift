package import Foundation

/// The exact sum of decimal numbers, however many digits it has. Numbers with the same exponent are added as whole
/// numbers.
package struct DecimalSum: Sendable {
    /// The sums of the significands by exponent, as long as they have room.
    private var significands: [Int: Int128] = [:]
    /// The sums that have not.
    private var wide: [Int: WideInteger] = [:]
    /// True if NaN is among the numbers.
    package private(set) var isNaN = false

    package init() {}

    package mutating func add(_ number: Decimal) {
        if number.isNaN { return isNaN = true }
        if number.isZero { return }
        let digits = number.magnitude.significand.description
        let isNegative = number.sign == .minus
        if let significand = Int128(digits) {
            add(isNegative ? -significand : significand, exponent: number.exponent)
        } else if let significand = WideInteger(digits: digits) {
            add(isNegative ? significand.negated : significand, exponent: number.exponent)
        }
    }

    /// Adds a number times a power of ten.
    package mutating func add(_ significand: Int128, exponent: Int) {
        if significand == 0 { return }
        let (sum, overflow) = significands[exponent, default: 0].addingReportingOverflow(significand)
        if overflow { add(WideInteger(significand), exponent: exponent) } else { significands[exponent] = sum }
    }

    private mutating func add(_ significand: WideInteger, exponent: Int) {
        wide[exponent, default: WideInteger()].add(significand)
    }

    /// The sum as one significand and exponent.
    private var whole: (significand: WideInteger, exponent: Int) {
        let exponents = Set(significands.keys).union(wide.keys)
        guard let least = exponents.min(), let greatest = exponents.max() else { return (WideInteger(), 0) }
        var total = WideInteger()
        for exponent in stride(from: greatest, through: least, by: -1) {
            total.multiply(by: 10)
            if let part = significands[exponent] { total.add(WideInteger(part)) }
            if let part = wide[exponent] { total.add(part) }
        }
        return (total, least)
    }

    /// The sum as a store hands it over: `NaN`, or digits and an exponent, such as `-12345e-2`.
    package var stored: StoredValue {
        if isNaN { return .string("NaN") }
        let (significand, exponent) = whole
        return .string("\(significand.isNegative ? "-" : "")\(significand.digits)e\(exponent)")
    }

    /// Adds the sum of other numbers; false for a value that is none.
    package mutating func add(stored value: StoredValue) -> Bool {
        guard case .string(let text) = value else { return false }
        if text == "NaN" {
            isNaN = true
            return true
        }
        let parts = text.split(separator: "e")
        guard parts.count == 2, let exponent = Int(parts[1]), (-128...127).contains(exponent),
            let significand = WideInteger(digits: parts[0])
        else { return false }
        add(significand, exponent: exponent)
        return true
    }

    /// The sum; nil where no `Decimal` is equal to it.
    package var value: Decimal? {
        if isNaN { return .nan }
        let (significand, exponent) = whole
        let digits = significand.digits
        // A significand of 128 bits can have 39 digits.
        let most = UInt128(digits) == nil ? 38 : 39
        guard
            let decimal = Decimal(
                digits: digits,
                exponent: exponent,
                isNegative: significand.isNegative,
                most: most
            )
        else { return nil }
        var difference = self
        difference.add(-decimal)
        return difference.whole.significand == WideInteger() ? decimal : nil
    }

    /// The sum divided by a number of values, rounded to 38 digits: to the nearest, and from the middle away from zero.
    /// Nil where that is beyond a `Decimal`.
    package func mean(of count: Int) -> Decimal? {
        if isNaN { return .nan }
        var (significand, exponent) = whole
        let isNegative = significand.isNegative
        if isNegative { significand = significand.negated }
        // The quotient gets more digits than are kept. The digits behind them cannot decide a rounding except the one
        // from the middle, which is away from zero in any case.
        let room = 41 + String(count).count - significand.digits.count
        for _ in 0..<max(room, 0) {
            significand.multiply(by: 10)
            exponent -= 1
        }
        significand.divide(by: UInt64(count))
        return Decimal(digits: significand.digits, exponent: exponent, isNegative: isNegative)
    }
}

extension Decimal {
    /// A number of any length, rounded to some digits; nil where it is too great.
    fileprivate init?(digits: String, exponent: Int, isNegative: Bool, most: Int = 38) {
        var (digits, exponent) = (Array(digits.utf8), exponent)
        var isUp = false
        // A `Decimal` has exponents from -128 to 127.
        while digits.count > most || exponent < -128, let last = digits.popLast() {
            isUp = last >= 0x35
            exponent += 1
        }
        while digits.count > 1, digits.last == 0x30, !isUp {
            digits.removeLast()
            exponent += 1
        }
        while exponent > 127, digits.count < 38 {
            digits.append(0x30)
            exponent -= 1
        }
        let locale = Locale(identifier: "en_US_POSIX")
        if digits.isEmpty { digits = [0x30] }
        let text = String(decoding: digits, as: UTF8.self)
        guard exponent <= 127, let significand = Decimal(string: text, locale: locale) else { return nil }
        self.init(
            sign: isNegative ? .minus : .plus,
            exponent: exponent,
            significand: isUp ? significand + 1 : significand
        )
        if isNaN { return nil }
    }
}
