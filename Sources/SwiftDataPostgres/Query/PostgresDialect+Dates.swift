#if PostgreSQL
import Foundation
package import SwiftDataCore
package import SwiftDataSQL

extension PostgresDialect {
    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? {
        switch part {
        case .absoluteString: operand
        case .uuidString: "(upper(\(operand)::text) COLLATE \"C\")"
        case .secondsSinceReferenceDate: Self.seconds(operand)
        // Foundation adds to the binary number.
        case .secondsSince1970: "(\(Self.seconds(operand)) + 978307200::float8)"
        // The date of a number may lie between two microseconds.
        case .dateSinceReferenceDate: nil
        }
    }

    /// The seconds as `DateValue.date(_:)` makes them: a whole number of microseconds as a double, divided.
    private static func seconds(_ date: SQLFragment) -> SQLFragment {
        "(((extract(epoch FROM \(date)) - 978307200) * 1000000)::float8 / 1000000::float8)"
    }

    package func calendarPart(
        _ component: QueryCalendarPart.Component,
        _ calendar: SQLFragment,
        _ date: SQLFragment
    ) -> SQLFragment? {
        guard case .string(let text)? = calendar.bindings.first?.value,
            let known = try? JSONDecoder().decode(QueryCalendar.self, from: Data(text.utf8)),
            known.identifier == .gregorian, Self.universal.contains(known.timeZone.identifier),
            let part = Self.part(component)
        else { return nil }
        // Foundation counts days in the Gregorian calendar from 15 October 1582 on, and in the Julian one before.
        // Source: E. G. Richards, "Calendars", in Explanatory Supplement to the Astronomical Almanac, 3rd edition, section 15.11.
        return """
            (SELECT (\(part))::bigint FROM (SELECT p.j, p.t, p.e / 1461 AS c, 5 * (p.e % 1461 / 4) + 2 AS h \
            FROM (SELECT o.j, o.t, 4 * (o.j + 1401 + CASE WHEN o.j < 2299161 THEN 0 \
            ELSE (4 * o.j + 274277) / 146097 * 3 / 4 - 38 END) + 3 AS e \
            FROM (SELECT n.s / 86400 AS j, n.s % 86400 AS t \
            FROM (SELECT floor(\(Self.seconds(date)))::bigint + 211845110400 AS s OFFSET 0) AS n) AS o) AS p) AS q)
            """
    }

    /// The names of the time zone without rules of its own. The server may have others than Foundation for the rest.
    private static let universal: Set<String> = ["GMT", "UTC"]

    /// A part of a day j, counted from the beginning of 4713 BC, or of its time t in seconds. The columns c and h are parts of
    /// the algorithm.
    private static func part(_ component: QueryCalendarPart.Component) -> String? {
        let month = "((q.h / 153 + 2) % 12 + 1)"
        let year = "(q.c - 4716 + (14 - \(month)) / 12)"
        return switch component {
        case .era: "CASE WHEN \(year) > 0 THEN 1 WHEN \(year) <= 0 THEN 0 END"
        case .year: "CASE WHEN \(year) > 0 THEN \(year) ELSE 1 - \(year) END"
        case .month: month
        case .day: "q.h % 153 / 5 + 1"
        case .hour: "q.t / 3600"
        case .minute: "q.t / 60 % 60"
        case .second: "q.t % 60"
        case .weekday: "(q.j + 1) % 7 + 1"
        // Foundation of Swift 6.3 counts the last day of each of the first three quarters as one of the next.
        case .quarter: nil
        case .nanosecond, .weekdayOrdinal, .weekOfMonth, .weekOfYear, .yearForWeekOfYear, .dayOfYear: nil
        }
    }
}
#endif
