package import Foundation
package import SwiftDataCore

extension SQLFunctions {
    /// The name of a deterministic function (part, calendar, date): ``calendarPart(_:_:_:)``. The calendar names its
    /// time zone, so that the result does not depend on the environment.
    package static let calendarPartName = "openswiftdata_calendar_part"

    /// A calendar as the function's argument, in JSON.
    /// - Throws: The error of the encoder.
    package static func text(of calendar: QueryCalendar) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(calendar), as: UTF8.self)
    }

    /// The part of a date in a calendar; nil for an unknown part or calendar.
    package static func calendarPart(_ component: String, _ calendar: String, _ date: Date) -> Int? {
        guard let component = QueryCalendarPart.Component(rawValue: component) else { return nil }
        return self.calendar(calendar)?.component(component.component, from: date)
    }

    /// The calendars that queries have named. The function needs one for each row, and reading it again each time is
    /// slow.
    private static let calendars = Locked(BoundedCache<String, Calendar>(limit: 64))

    /// The number of cached calendars.
    package static var calendarCount: Int { calendars.withLock { $0.count } }

    private static func calendar(_ text: String) -> Calendar? {
        if let known = calendars.withLock({ $0[text] }) { return known }
        guard let read = try? JSONDecoder().decode(QueryCalendar.self, from: Data(text.utf8)) else { return nil }
        let calendar = read.calendar
        calendars.withLock { $0[text] = calendar }
        return calendar
    }
}
