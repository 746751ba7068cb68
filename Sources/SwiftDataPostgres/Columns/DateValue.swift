#if PostgreSQL
import Foundation

/// The binary form of `timestamptz`: microseconds since the beginning of 2000 in UTC.
/// Source: `timestamptz_send` in `src/backend/utils/adt/timestamp.c`, and `Timestamp` in `datatype/timestamp.h`.
enum DateValue {
    /// The reference date of Foundation, the beginning of 2001: 366 days.
    private static let offset: Int64 = 31_622_400_000_000
    /// The first microsecond of 4713 BC, and the one after the last of 294276, which the server does not keep.
    private static let range: Range<Int64> = -211_813_488_000_000_000..<9_223_371_331_200_000_000

    /// The nearest microsecond; nil for a date that the server cannot keep.
    static func microseconds(_ date: Date, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> Int64? {
        let rounded = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded(rule)
        guard let number = Int64(exactly: rounded) else { return nil }
        let (sum, overflow) = number.addingReportingOverflow(offset)
        return !overflow && range.contains(sum) ? sum : nil
    }

    /// The text of a date that the server keeps, in UTC, in the order year, month, day.
    ///
    /// The server has the Gregorian calendar for all years. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms",
    /// section `civil_from_days`: years begin in March there, and eras have 400 years.
    static func text(_ microseconds: Int64) -> String {
        let (perDay, perSecond): (Int64, Int64) = (86_400_000_000, 1_000_000)
        let days = microseconds.floorDivided(by: perDay)
        let time = microseconds - days * perDay
        // From 1 March of the year 0 to the beginning of 2000 there are 730,425 days.
        let shifted = days + 730_425
        let era = shifted.floorDivided(by: 146_097)
        let day = shifted - era * 146_097
        let yearOfEra = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
        let dayOfYear = day - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        let seconds = time / perSecond
        // The year before the first one is 1 BC.
        return padded(year > 0 ? year : 1 - year, 4) + "-" + padded(month, 2) + "-"
            + padded(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, 2) + " " + padded(seconds / 3600, 2) + ":"
            + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2) + "." + padded(time % perSecond, 6) + "+00"
            + (year > 0 ? "" : " BC")
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(width - digits.count, 0)) + digits
    }

    /// Nil for an infinity.
    static func date(_ microseconds: Int64) -> Date? {
        guard range.contains(microseconds) else { return nil }
        return Date(timeIntervalSinceReferenceDate: Double(microseconds - offset) / 1_000_000)
    }

    /// The date that is read after a date was written, by the usual rule, or a neighbour of a date.
    static func rounded(
        _ date: Date,
        _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
    ) -> Date? { microseconds(date, rule).flatMap(Self.date) }
}

extension Int64 {
    /// The quotient, rounded down.
    fileprivate func floorDivided(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
#endif
