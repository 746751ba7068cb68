public import Foundation

/// `calendar.component(component, from: date)`, a whole number.
///
/// It has a value for every date: dates beyond the range of the calendar have the value of its first or last day.
public struct QueryCalendarPart: Sendable, Codable {
    /// The part of a date.
    public enum Component: String, Sendable, Codable, CaseIterable {
        /// The component of `Calendar.Component` with the same name.
        case era, year, month, day, hour, minute, second, nanosecond, weekday, weekdayOrdinal, quarter
        /// The component of `Calendar.Component` with the same name.
        case weekOfMonth, weekOfYear, yearForWeekOfYear, dayOfYear

        /// The part as a component of `Calendar`.
        public var component: Calendar.Component {
            switch self {
            case .era: .era
            case .year: .year
            case .month: .month
            case .day: .day
            case .hour: .hour
            case .minute: .minute
            case .second: .second
            case .nanosecond: .nanosecond
            case .weekday: .weekday
            case .weekdayOrdinal: .weekdayOrdinal
            case .quarter: .quarter
            case .weekOfMonth: .weekOfMonth
            case .weekOfYear: .weekOfYear
            case .yearForWeekOfYear: .yearForWeekOfYear
            case .dayOfYear: .dayOfYear
            }
        }

        /// The part of a name; nil for a part that is no number, such as the time zone.
        public init?(_ component: Calendar.Component) {
            guard let known = Self.allCases.first(where: { $0.component == component }) else { return nil }
            self = known
        }
    }

    /// The part.
    public let component: Component
    /// The calendar, with its time zone.
    public let calendar: QueryCalendar
    /// The date.
    public let date: QueryNode

    /// Asks a calendar.
    public init(_ component: Component, in calendar: QueryCalendar, of date: QueryNode) {
        self.component = component
        self.calendar = calendar
        self.date = date
    }
}
