package import Foundation
package import SwiftDataCore

extension SQLFunctions {
    /// A deterministic function (part, calendar, date): ``calendarPart(_:_:_:)``. The calendar names its time zone, so
    /// that nothing of the surroundings has a say.
    package static let calendarPartName = "openswiftdata_calendar_part"

    /// A calendar as the function takes it: JSON.
    /// - Throws: what the encoder throws.
    package static func text(of calendar: QueryCalendar) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(calendar), as: UTF8.self)
    }

    /// The part of a date in a calendar; nil for a part or a calendar that is not known.
    package static func calendarPart(_ component: String, _ calendar: String, _ date: Date) -> Int? {
        guard let component = QueryCalendarPart.Component(rawValue: component) else { return nil }
        return self.calendar(calendar)?.component(component.component, from: date)
    }

    /// The calendars that queries named: one is asked for each row, and to read it again each time takes long.
    private static let calendars = Locked(BoundedCache<String, Calendar>(limit: 64))

    /// How many calendars are kept.
    package static var calendarCount: Int { calendars.withLock { $0.count } }

    private static func calendar(_ text: String) -> Calendar? {
        if let known = calendars.withLock({ $0[text] }) { return known }
        guard let read = try? JSONDecoder().decode(QueryCalendar.self, from: Data(text.utf8)) else { return nil }
        let calendar = read.calendar
        calendars.withLock { $0[text] = calendar }
        return calendar
    }
}
