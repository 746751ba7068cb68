import Foundation

/// A calendar day, kept as the moment at which it begins in UTC.
public enum Day {
    private static let style = Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day()

    /// The day as `2027-05-01`.
    public static func text(_ date: Date) -> String {
        date.formatted(style)
    }

    /// Reads `2027-05-01`; throws ``TripError/notADay(_:)`` for other text and for days that do not exist.
    public static func date(_ text: String) throws -> Date {
        guard let date = try? Date(text, strategy: style), self.text(date) == text else {
            throw TripError.notADay(text)
        }
        return date
    }

    /// The beginning of the current day.
    public static var today: Date {
        calendar.startOfDay(for: .now)
    }

    /// The first moment of a day; nil for a day that does not exist.
    public static func date(year: Int, month: Int, day: Int) -> Date? {
        try? date(String(format: "%04d-%02d-%02d", year, month, day))
    }

    /// The year of a moment.
    public static func year(of date: Date) -> Int {
        calendar.component(.year, from: date)
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}
