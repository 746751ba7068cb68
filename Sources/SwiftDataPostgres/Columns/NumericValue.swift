#if PostgreSQL
import Foundation

/// The binary form of `numeric`: digits to the base of 10,000.
/// Source: `numeric_recv` and `numeric_send` in `src/backend/utils/adt/numeric.c` of PostgreSQL.
enum NumericValue {
    private static let negative: UInt16 = 0x4000
    private static let notANumber: UInt16 = 0xC000

    /// The form of a decimal number.
    static func bytes(of decimal: Decimal) -> [UInt8] {
        if decimal.isNaN { return bytes(weight: 0, sign: notANumber, scale: 0, digits: []) }
        return bytes(ofText: decimal.description) ?? bytes(weight: 0, sign: notANumber, scale: 0, digits: [])
    }

    static func bytes(of number: UInt64) -> [UInt8] {
        bytes(ofText: String(number)) ?? []
    }

    /// The form of plain digits with an optional sign and point; nil for any other text.
    static func bytes(ofText text: String) -> [UInt8]? {
        var characters = text.utf8[...]
        let isNegative = characters.first == UInt8(ascii: "-")
        if isNegative { characters = characters.dropFirst() }
        let parts = characters.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, !whole.isEmpty,
            parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        let fraction = parts.count == 2 ? Array(parts[1]) : []
        // Groups of four digits, counted from the point.
        let padding = (4 - whole.count % 4) % 4
        let wholeDigits = [UInt8](repeating: 0x30, count: padding) + whole
        let fractionDigits = fraction + [UInt8](repeating: 0x30, count: (4 - fraction.count % 4) % 4)
        let all = wholeDigits + fractionDigits
        var groups = stride(from: 0, to: all.count, by: 4).map { start in
            all[start..<start + 4].reduce(Int16(0)) { $0 * 10 + Int16($1 - 0x30) }
        }
        var weight = wholeDigits.count / 4 - 1
        while groups.first == 0 {
            groups.removeFirst()
            weight -= 1
        }
        while groups.last == 0 { groups.removeLast() }
        if groups.isEmpty { weight = 0 }
        return bytes(
            weight: weight,
            sign: isNegative && !groups.isEmpty ? negative : 0,
            scale: fraction.count,
            digits: groups
        )
    }

    private static func bytes(weight: Int, sign: UInt16, scale: Int, digits: [Int16]) -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Int16(truncatingIfNeeded: digits.count))
        writer.append(Int16(truncatingIfNeeded: weight))
        writer.append(sign)
        writer.append(Int16(truncatingIfNeeded: scale))
        for digit in digits { writer.append(digit) }
        return writer.bytes
    }

    /// The digits of a number; "NaN", or nil for an infinity and for bytes that are no number.
    static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        var reader = ByteReader(bytes)
        guard let count = reader.number(Int16.self), let weight = reader.number(Int16.self),
            let sign = reader.number(UInt16.self), let scale = reader.number(Int16.self), count >= 0, scale >= 0
        else { return nil }
        if sign == notANumber { return "NaN" }
        guard sign == 0 || sign == negative else { return nil }
        var digits: [Int16] = []
        for _ in 0..<count {
            guard let digit = reader.number(Int16.self), (0..<10_000).contains(digit) else { return nil }
            digits.append(digit)
        }
        func group(_ place: Int) -> String {
            let digit = digits.indices.contains(place) ? digits[place] : 0
            let text = String(digit)
            return String(repeating: "0", count: 4 - text.count) + text
        }
        let whole = weight < 0 ? "0" : (0...Int(weight)).map(group).joined()
        let groups = (Int(scale) + 3) / 4
        let fraction = (0..<groups).map { group(Int(weight) + 1 + $0) }.joined().prefix(Int(scale))
        let plain = whole.drop { $0 == "0" }
        return (sign == negative ? "-" : "") + (plain.isEmpty ? "0" : plain)
            + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A decimal number; nil for one with more digits than a `Decimal` has.
    static func decimal(_ bytes: UnsafeRawBufferPointer) -> Decimal? {
        guard let text = text(bytes) else { return nil }
        if text == "NaN" { return .nan }
        guard let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else { return nil }
        // More digits than a decimal has are rounded without a word.
        return decimal.isFinite && significant(decimal.description) == significant(text) ? decimal : nil
    }

    /// The text without zeros at the end of its fraction.
    static func significant(_ text: String) -> Substring {
        guard text.contains(".") else { return text[...] }
        var rest = text[...]
        while rest.last == "0" { rest.removeLast() }
        if rest.last == "." { rest.removeLast() }
        return rest
    }
}
#endif
