public import Foundation

/// A calendar as a query keeps it: with everything that decides about the parts of a date, and nothing that could
/// change later. `Calendar.current` becomes the calendar that was current when the predicate was made.
public struct QueryCalendar: Sendable, Hashable {
    /// The calendar.
    public var identifier: Calendar.Identifier { calendar.identifier }
    /// The time zone in which a moment is a day and an hour.
    public var timeZone: TimeZone { calendar.timeZone }
    /// The number of the weekday with which a week begins, 1 for Sunday.
    public var firstWeekday: Int { calendar.firstWeekday }
    /// The minimum number of days in the first week of a year or a month.
    public var minimumDaysInFirstWeek: Int { calendar.minimumDaysInFirstWeek }

    /// The calendar.
    public let calendar: Calendar

    /// Keeps a calendar; nil for one whose time zone cannot be found by its name.
    public init?(_ calendar: Calendar) {
        guard TimeZone(identifier: calendar.timeZone.identifier)?.hasRules(of: calendar.timeZone) == true else {
            return nil
        }
        self.init(
            identifier: calendar.identifier,
            timeZone: calendar.timeZone.identifier,
            firstWeekday: calendar.firstWeekday,
            minimumDaysInFirstWeek: calendar.minimumDaysInFirstWeek
        )
    }

    private init?(
        identifier: Calendar.Identifier,
        timeZone: String,
        firstWeekday: Int,
        minimumDaysInFirstWeek: Int
    ) {
        guard let timeZone = TimeZone(identifier: timeZone), (1...7).contains(firstWeekday),
            (1...7).contains(minimumDaysInFirstWeek)
        else { return nil }
        var calendar = Calendar(identifier: identifier)
        // The language of a calendar's names says nothing about numbers.
        calendar.locale = nil
        calendar.timeZone = timeZone
        calendar.firstWeekday = firstWeekday
        calendar.minimumDaysInFirstWeek = minimumDaysInFirstWeek
        self.calendar = calendar
    }
}

extension QueryCalendar: Codable {
    private enum Field: String, CodingKey {
        case identifier, timeZone, firstWeekday, minimumDaysInFirstWeek
    }

    /// Reads a calendar.
    /// - Throws: `DecodingError`, also for a time zone that this system does not have.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        let calendar = QueryCalendar(
            identifier: try fields.decode(Calendar.Identifier.self, forKey: .identifier),
            timeZone: try fields.decode(String.self, forKey: .timeZone),
            firstWeekday: try fields.decode(Int.self, forKey: .firstWeekday),
            minimumDaysInFirstWeek: try fields.decode(Int.self, forKey: .minimumDaysInFirstWeek)
        )
        guard let calendar else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "There is no such calendar.")
            )
        }
        self = calendar
    }

    /// Writes a calendar.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encode(identifier, forKey: .identifier)
        try fields.encode(timeZone.identifier, forKey: .timeZone)
        try fields.encode(firstWeekday, forKey: .firstWeekday)
        try fields.encode(minimumDaysInFirstWeek, forKey: .minimumDaysInFirstWeek)
    }
}

extension TimeZone {
    /// True if this zone has the rules of another zone, which may have been made from seconds that its name rounds.
    fileprivate func hasRules(of other: TimeZone) -> Bool {
        let date = Date(timeIntervalSinceReferenceDate: 0)
        return identifier == other.identifier && secondsFromGMT(for: date) == other.secondsFromGMT(for: date)
    }
}
