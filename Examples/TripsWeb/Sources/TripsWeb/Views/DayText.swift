import Foundation

/// Days of trips as people write them, in UTC as ``Day`` has them.
package enum DayText {
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The days from the first to the last one, `24–30 March 2027`.
    package static func range(_ start: Date, _ end: Date) -> String {
        let (first, last) = (parts(start), parts(end))
        let whole = "\(last.day) \(months[last.month - 1]) \(last.year)"
        if start == end { return whole }
        if first.year != last.year { return "\(first.day) \(months[first.month - 1]) \(first.year) – \(whole)" }
        if first.month != last.month { return "\(first.day) \(months[first.month - 1]) – \(whole)" }
        return "\(first.day)–\(whole)"
    }

    /// The time until a trip, since it, or the day of it.
    package static func countdown(_ start: Date, _ end: Date, today: Date) -> String {
        let until = days(from: today, to: start)
        let since = days(from: end, to: today)
        if until > 1 { return "in \(span(until))" }
        if until == 1 { return "tomorrow" }
        if since == 1 { return "ended yesterday" }
        if since > 1 { return "\(span(since)) ago" }
        let length = days(from: start, to: end) + 1
        return length == 1 ? "today" : "day \(1 - until) of \(length)"
    }

    /// The number of days that a trip has.
    static func length(_ start: Date, _ end: Date) -> String {
        let count = days(from: start, to: end) + 1
        return count == 1 ? "1 day" : "\(count) days"
    }

    /// The name of the day of the week, and the day of the month.
    static func short(_ date: Date) -> (weekday: String, day: String) {
        let parts = calendar.dateComponents([.weekday, .day], from: date)
        return (weekdays[(parts.weekday ?? 1) - 1], "\(parts.day ?? 1)")
    }

    static func days(from first: Date, to second: Date) -> Int {
        calendar.dateComponents([.day], from: first, to: second).day ?? 0
    }

    /// A moment, in the time zone of the server.
    static func moment(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        return String(date.formatted(style.year().month().day().time(includingFractionalSeconds: false)).prefix(16))
    }

    private static func span(_ days: Int) -> String {
        if days < 60 { return "\(days) days" }
        if days < 730 { return "\(days / 30) months" }
        return "\(days / 365) years"
    }

    private static func parts(_ date: Date) -> (year: Int, month: Int, day: Int) {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        return (parts.year ?? 0, parts.month ?? 1, parts.day ?? 1)
    }
}
