import Foundation

/// `Decimal` in a DECIMAL column, whose NUMERIC affinity keeps 64-bit integers and binary doubles.
///
/// - A whole number within `Int64` is an INTEGER.
/// - A number whose nearest double prints as the same digits is a REAL, as Core Data writes it.
/// - NaN is the text `NaN`.
/// - Every other number is a BLOB holding its digits as ASCII text, such as `12345678901234567890.123`: text itself
///   would be turned into a double by the column.
enum DecimalColumn {
    static func bind<Sink: ColumnSink>(_ decimal: Decimal, to sink: inout Sink) {
        if decimal.isNaN { return sink.text(ColumnCoding.notANumber) }
        let text = decimal.description
        if let integer = Int64(text) { return sink.integer(integer) }
        if let double = Double(text), double.isFinite, exact(double) == decimal { return sink.real(double) }
        sink.blob(Data(text.utf8))
    }

    static func read(_ source: some ColumnSource) throws(ColumnFailure) -> Decimal {
        let storage = source.storageClass
        switch storage {
        case .integer:
            return Decimal(source.integer)
        case .real:
            guard let decimal = exact(source.real) else { throw ColumnFailure("the number is out of range") }
            return decimal
        case .text where source.string == ColumnCoding.notANumber:
            return .nan
        case .blob:
            guard let decimal = parse(String(decoding: source.data, as: UTF8.self)) else {
                throw ColumnFailure("the blob does not hold a decimal number")
            }
            return decimal
        default:
            throw ColumnFailure(expected: "a number", found: storage)
        }
    }

    /// The decimal with the digits that the double prints as.
    private static func exact(_ double: Double) -> Decimal? {
        guard double.isFinite else { return nil }
        return short(double) ?? parse("\(double)")
    }

    /// The same without printing, for a number of few digits, such as an amount of money; nil for other numbers.
    ///
    /// A decimal of at most 15 digits is the only one of that length that is read as its double. So the first number of
    /// places for which a whole number, divided, gives the double again is the one that it prints with.
    static func short(_ double: Double) -> Decimal? {
        guard let (whole, places) = shortDigits(double) else { return nil }
        let digits = Decimal(whole)
        return places == 0 ? digits : Decimal(sign: .plus, exponent: -places, significand: digits)
    }

    /// The digits of such a number, and the number of digits behind the point.
    static func shortDigits(_ double: Double) -> (whole: Int64, places: Int)? {
        var power = 1.0
        for places in 0...6 {
            let whole = (double * power).rounded()
            guard whole.magnitude < 1e15 else { return nil }
            if whole / power == double { return (Int64(whole), places) }
            power *= 10
        }
        return nil
    }

    /// `Decimal(string:)` parses the beginning of a text as far as it can; this parses all of it or nothing.
    private static func parse(_ text: String) -> Decimal? {
        guard Double(text) != nil, text.allSatisfy({ $0.isASCII && !$0.isWhitespace && !"xXpPnNiI".contains($0) })
        else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
