import Foundation

/// Dates as ISO 8601 text in UTC, for every moment of the years 1 to 9999.
///
/// Foundation's calendar is not asked: a file may hold any number as a date, and calendars do not take all of them.
enum ISODate {
    private static let secondsPerDay: Int64 = 86400
    /// The seconds from 2001-01-01 to 0001-01-01, and to 10000-01-01.
    private static let first = -730_485 * secondsPerDay
    private static let end = 2_921_574 * secondsPerDay

    /// The text of a date; a date outside of the calendar as a number of seconds since 2001.
    static func text(_ date: Date) -> String {
        let seconds = date.timeIntervalSinceReferenceDate
        return exactText(seconds) ?? roundedText(seconds) ?? "\(seconds) s since 2001"
    }

    /// The text, if it leads back to the very same number.
    static func exactText(_ seconds: Double) -> String? {
        guard let (whole, micros) = rounded(seconds), Double(whole) + Double(micros) / 1_000_000 == seconds else {
            return nil
        }
        return text(whole, micros)
    }

    private static func roundedText(_ seconds: Double) -> String? {
        rounded(seconds).map { text($0.whole, $0.micros) }
    }

    /// The seconds as a whole number and millionths.
    private static func rounded(_ seconds: Double) -> (whole: Int64, micros: Int64)? {
        guard seconds >= Double(first), seconds < Double(end) else { return nil }
        var whole = Int64(seconds.rounded(.down))
        var micros = Int64(((seconds - Double(whole)) * 1_000_000).rounded())
        if micros == 1_000_000 { (whole, micros) = (whole + 1, 0) }
        return whole < end ? (whole, micros) : nil
    }

    private static func text(_ whole: Int64, _ micros: Int64) -> String {
        let sinceFirst = whole - first
        let (year, month, day) = civil(sinceFirst / secondsPerDay)
        let rest = sinceFirst % secondsPerDay
        var digits: [UInt8] = []
        digits.reserveCapacity("2001-01-01T00:00:00.000000Z".utf8.count)
        func append(_ number: Int64, _ width: Int, _ sign: Unicode.Scalar) {
            var divisor: Int64 = 1
            for _ in 1..<width { divisor *= 10 }
            while divisor > 0 {
                digits.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
                divisor /= 10
            }
            digits.append(UInt8(ascii: sign))
        }
        append(year, 4, "-")
        append(month, 2, "-")
        append(day, 2, "T")
        append(rest / 3600, 2, ":")
        append(rest / 60 % 60, 2, ":")
        append(rest % 60, 2, micros == 0 ? "Z" : ".")
        if micros != 0 { micros % 1000 == 0 ? append(micros / 1000, 3, "Z") : append(micros, 6, "Z") }
        return String(decoding: digits, as: UTF8.self)
    }

    /// The year, month and day of a day counted from 0001-01-01, in the Gregorian calendar.
    private static func civil(_ day: Int64) -> (Int64, Int64, Int64) {
        // Years that begin in March have the leap day at their end.
        let shifted = day + 306
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 306
    }

    /// Seconds since 2001 of `2026-11-21`, `2026-11-21T10:20`, `…:30.5`, with `Z` or `+02:00` at the end; UTC without.
    static func seconds(_ text: String) -> Double? {
        var scanner = Scanner(Array(text.utf8))
        guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2), scanner.skip("-"),
            let day = scanner.digits(2), year >= 1, (1...12).contains(month), day >= 1,
            day <= days(month == 12 ? year + 1 : year, month % 12 + 1, 1) - days(year, month, 1)
        else { return nil }
        var whole = days(year, month, day) * secondsPerDay + first
        var fraction = 0.0
        if scanner.skip("T") || scanner.skip(" ") {
            guard let hour = scanner.digits(2), scanner.skip(":"), let minute = scanner.digits(2), hour < 24,
                minute < 60
            else { return nil }
            whole += hour * 3600 + minute * 60
            if scanner.skip(":") {
                guard let second = scanner.digits(2), second < 60 else { return nil }
                whole += second
                if scanner.skip(".") {
                    guard let parsed = scanner.fraction() else { return nil }
                    fraction = parsed
                }
            }
            if !scanner.skip("Z"), !scanner.isAtEnd {
                guard let sign = scanner.sign(), let hours = scanner.digits(2), hours < 24 else { return nil }
                _ = scanner.skip(":")
                guard let minutes = scanner.digits(2), minutes < 60 else { return nil }
                whole -= sign * (hours * 3600 + minutes * 60)
            }
        }
        return scanner.isAtEnd ? Double(whole) + fraction : nil
    }

    private struct Scanner {
        let bytes: [UInt8]
        var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        var isAtEnd: Bool { position == bytes.count }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func sign() -> Int64? { skip("+") ? 1 : skip("-") ? -1 : nil }

        mutating func digits(_ count: Int) -> Int64? {
            guard bytes.count - position >= count else { return nil }
            var number: Int64 = 0
            for byte in bytes[position..<position + count] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            position += count
            return number
        }

        mutating func fraction() -> Double? {
            let digits = bytes[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard !digits.isEmpty else { return nil }
            position += digits.count
            return Double("0." + String(decoding: digits, as: UTF8.self))
        }
    }
}
