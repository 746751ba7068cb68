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
#endif
