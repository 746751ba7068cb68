public import Foundation

/// A part of a date in a calendar: a collection with dates as indices, whose element at a date is the number. See
/// `_TextSubject` for the reason.
public struct _CalendarPart: Collection, Codable, Sendable {
    package let calendar: Calendar
    /// Nil for a component that is no number.
    package let component: QueryCalendarPart.Component?

    init(calendar: Calendar, component: Calendar.Component) {
        self.calendar = calendar
        self.component = QueryCalendarPart.Component(component)
    }

    /// The place before every operand.
    public var startIndex: _CalendarMoment { .start }
    /// A part that is no number has no element.
    public var endIndex: _CalendarMoment { component == nil ? .start : .end }
    /// The end: an operand has no successor of its own.
    public func index(after index: _CalendarMoment) -> _CalendarMoment { .end }
    /// The element at a position.
    public subscript(position: _CalendarMoment) -> Int {
        guard case .date(let date) = position, let component else { return 0 }
        return calendar.component(component.component, from: date)
    }
}

/// The index of a part of a date: any date lies between the two ends.
public enum _CalendarMoment: Comparable, Sendable {
    /// The place before every date.
    case start
    /// The place of a date.
    case date(Date)
    /// The place after every date.
    case end
}

/// The members through which predicates reach the operations; not for use elsewhere.
extension Date {
    /// The date as an operand.
    public var _moment: _CalendarMoment { .date(self) }
}

extension Double {
    /// The date so many seconds after the reference date.
    public var _dateSinceReferenceDate: Date { Date(timeIntervalSinceReferenceDate: self) }
}

extension _CalendarPart {
    /// The node for the part of a date.
    package func query(of date: QueryNode) -> QueryNode {
        guard let component else { return .unsupported(QueryUnsupported("a part of a date that is not a number")) }
        guard let known = QueryCalendar(calendar) else {
            return .unsupported(
                QueryUnsupported(
                    "a calendar whose time zone has no name",
                    operands: [date],
                    operation: .init([Date.self]) { [calendar] values in
                        (values[0] as? Date).map { calendar.component(component.component, from: $0) }
                    }
                )
            )
        }
        return .calendar(QueryCalendarPart(component, in: known, of: date))
    }
}
