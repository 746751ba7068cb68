#if PostgreSQL
import Foundation
package import SwiftDataCore
package import SwiftDataSQL

extension PostgresDialect {
    package func part(_ part: QueryPart.Kind, _ operand: SQLFragment) -> SQLFragment? {
        switch part {
        case .absoluteString: operand
        case .uuidString: "(upper(\(operand)::text) COLLATE \"C\")"
        case .secondsSinceReferenceDate: seconds(operand)
        // Foundation adds to the binary number.
        case .secondsSince1970: "(\(seconds(operand)) + 978307200::float8)"
        // The date of a number may lie between two microseconds.
        case .dateSinceReferenceDate: choices.dates == .double ? "(\(operand))::float8" : nil
        }
    }

    /// The seconds of a date: the seconds of a column of numbers, or the seconds that `DateValue.date(_:)` makes, which
    /// are a whole number of microseconds as a double, divided.
    private func seconds(_ date: SQLFragment) -> SQLFragment {
        choices.dates == .double
            ? "(\(date))::float8" : "(((extract(epoch FROM \(date)) - 978307200) * 1000000)::float8 / 1000000::float8)"
    }

    /// The seconds of the date that Foundation's calendar takes for another one. It has days from 1 January 4713 BC at noon to 7
    /// February 506713; NaN is the first one.
    private func calendarSeconds(_ date: SQLFragment) -> SQLFragment {
        guard choices.dates == .double else { return seconds(date) }
        return Self.naming("(\(date))::float8", as: "z") { date in
            """
            CASE WHEN \(date) = 'NaN' OR \(date) < -211845067200 THEN -211845067200 \
            WHEN \(date) > 15927175497600 THEN 15927175497600 ELSE \(date) END
            """
        }
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
            FROM (SELECT floor(\(calendarSeconds(date)))::bigint + 211845110400 AS s OFFSET 0) AS n) AS o) AS p) AS q)
            """
    }

    /// The names of the time zone without rules of its own. The server may have other rules than Foundation for the
    /// rest.
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
