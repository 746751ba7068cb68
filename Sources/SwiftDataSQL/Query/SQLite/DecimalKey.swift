package import Foundation
import SwiftDataCore

extension SQLFunctions {
    /// Bytes that sort as decimals do and are equal exactly for equal decimals. NaN comes first, as in Foundation,
    /// where it equals itself and precedes every number.
    package static func decimalKey(_ decimal: Decimal) -> Data {
        if decimal.isNaN { return Data([0]) }
        if decimal.isZero { return Data([0x80]) }
        var digits = Array(Self.digits(of: decimal.magnitude))
        var exponent = decimal.exponent + digits.count
        while digits.last == 0 { digits.removeLast() }
        // The value is 0.d1d2d3… times ten to the exponent.
        exponent += 0x4000
        let magnitude =
            [UInt8(truncatingIfNeeded: exponent >> 8), UInt8(truncatingIfNeeded: exponent)]
            + digits.map { $0 + 1 } + [0]
        return decimal.sign == .minus
            ? Data([0x40] + magnitude.map { 0xFF - $0 })
            : Data([0xC0] + magnitude)
    }

    private static func digits(of magnitude: Decimal) -> some Sequence<UInt8> {
        var significand = magnitude.significand
        // The significand is whole, so that its description has no fraction.
        significand = NSDecimalNumber(decimal: significand).decimalValue
        return significand.description.utf8.compactMap { byte in
            byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : nil
        }.drop { $0 == 0 }
    }
}

extension SQLiteDialect {
    /// Most decimals are numbers in SQLite too, which it compares exactly. The nearest binary number grows with the decimal,
    /// and the one beside it is beyond any rounding. Long decimals and NaN are bytes and text, which are after every number.
    package func decimalRange(_ column: SQLFragment, isLower: Bool, _ bound: Decimal) -> SQLFragment? {
        guard bound.isFinite, let number = Double(bound.description), number.isFinite else { return nil }
        let limit = SQLFragment(binding: .double(isLower ? number.nextDown : number.nextUp), .double)
        return isLower ? "\(column) >= \(limit)" : "(\(column) <= \(limit) OR \(column) >= '')"
    }
}
