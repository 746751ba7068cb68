import SwiftData

extension LanguageCase {
    /// Calendars that disagree about the parts of a moment.
    private static let pacific = calendar(.gregorian, "America/Los_Angeles")
    private static let kiritimati = calendar(.gregorian, "Pacific/Kiritimati")
    private static let hebrew = calendar(.hebrew, "Asia/Jerusalem")
    private static let iso = calendar(.iso8601, "Europe/Berlin")

    private static let lateWeeks = {
        var calendar = iso
        calendar.firstWeekday = 4
        calendar.minimumDaysInFirstWeek = 7
        return calendar
    }()

    private static func calendar(_ identifier: Calendar.Identifier, _ timeZone: String) -> Calendar {
        var calendar = Calendar(identifier: identifier)
        calendar.timeZone = TimeZone(identifier: timeZone) ?? .gmt
        return calendar
    }

    static var calendars: [LanguageCase] { calendarParts + days + intervals }

    private static var calendarParts: [LanguageCase] {
        let (pacific, kiritimati, hebrew, iso, lateWeeks, day) = (pacific, kiritimati, hebrew, iso, lateWeeks, day)
        let part = Calendar.Component.weekday
        let calendars = [pacific, iso]
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "year in a time zone behind",
                #Predicate { pacific.component(.year, from: $0.start) == 2000 },
                { pacific.component(.year, from: $0.start) == 2000 }
            )
        )
        cases.append(
            LanguageCase(
                "month and day in a time zone ahead",
                #Predicate {
                    kiritimati.component(.month, from: $0.start) == 1 && kiritimati.component(.day, from: $0.start) > 4
                },
                { kiritimati.component(.month, from: $0.start) == 1 && kiritimati.component(.day, from: $0.start) > 4 }
            )
        )
        cases.append(
            LanguageCase(
                "captured part",
                #Predicate { iso.component(part, from: $0.start) == 2 },
                { iso.component(part, from: $0.start) == 2 }
            )
        )
        cases.append(
            LanguageCase(
                "another calendar",
                #Predicate { hebrew.component(.day, from: $0.start) < 10 },
                { hebrew.component(.day, from: $0.start) < 10 }
            )
        )
        cases.append(
            LanguageCase(
                "weeks of a calendar with rules of its own",
                #Predicate {
                    lateWeeks.component(.weekOfYear, from: $0.start) == iso.component(.weekOfYear, from: $0.start)
                },
                { lateWeeks.component(.weekOfYear, from: $0.start) == iso.component(.weekOfYear, from: $0.start) }
            )
        )
        cases.append(
            LanguageCase(
                "hour of an optional, unwrapped",
                #Predicate { if let end = $0.end { iso.component(.hour, from: end) > 5 } else { $0.isOpen } },
                { if let end = $0.end { iso.component(.hour, from: end) > 5 } else { $0.isOpen } }
            )
        )
        cases.append(
            LanguageCase(
                "minute of an optional with a fallback",
                #Predicate { pacific.component(.hour, from: $0.end ?? day) % 2 == 0 },
                { pacific.component(.hour, from: $0.end ?? day) % 2 == 0 }
            )
        )
        cases.append(
            LanguageCase(
                "calendar out of an array, in arithmetic",
                #Predicate { calendars[1].component(.day, from: $0.start) + 1 == $0.days + 5 - $0.days % 2 },
                { calendars[1].component(.day, from: $0.start) + 1 == $0.days + 5 - $0.days % 2 }
            )
        )
        cases.append(
            LanguageCase(
                "part in a captured list",
                #Predicate { [1, 7].contains(iso.component(.weekday, from: $0.start)) },
                { [1, 7].contains(iso.component(.weekday, from: $0.start)) }
            )
        )
        return cases
    }

    private static var days: [LanguageCase] {
        let (pacific, kiritimati, day) = (pacific, kiritimati, day)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "same day",
                #Predicate { pacific.isDate($0.start, inSameDayAs: day) },
                { pacific.isDate($0.start, inSameDayAs: day) }
            )
        )
        cases.append(
            LanguageCase(
                "same day, the row's last",
                #Predicate { kiritimati.isDate(day.addingTimeInterval(3), inSameDayAs: $0.start) },
                { kiritimati.isDate(day.addingTimeInterval(3), inSameDayAs: $0.start) }
            )
        )
        cases.append(
            LanguageCase(
                "not the same day",
                #Predicate { !pacific.isDate($0.end ?? day, inSameDayAs: day) },
                { !pacific.isDate($0.end ?? day, inSameDayAs: day) }
            )
        )
        return cases
    }

    private static var intervals: [LanguageCase] {
        let (iso, day) = (iso, day)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "moved",
                #Predicate { $0.start.addingTimeInterval(86_400) > day },
                { $0.start.addingTimeInterval(86_400) > day }
            )
        )
        cases.append(
            LanguageCase(
                "moved by a property",
                #Predicate { $0.start.addingTimeInterval($0.speed * 1_000) < $0.end ?? day },
                { $0.start.addingTimeInterval($0.speed * 1_000) < $0.end ?? day }
            )
        )
        cases.append(
            LanguageCase(
                "optional, moved",
                #Predicate {
                    $0.end?.addingTimeInterval(-3_600) == day || ($0.end?.addingTimeInterval(1.5) ?? day) < day
                },
                { $0.end?.addingTimeInterval(-3_600) == day || ($0.end?.addingTimeInterval(1.5) ?? day) < day }
            )
        )
        cases.append(
            LanguageCase(
                "part of a moved date",
                #Predicate { iso.component(.weekday, from: $0.start.addingTimeInterval(-7_200)) < 4 },
                { iso.component(.weekday, from: $0.start.addingTimeInterval(-7_200)) < 4 }
            )
        )
        cases.append(
            LanguageCase(
                "time between",
                #Predicate { ($0.end ?? day).timeIntervalSince($0.start) > 20_000 },
                { ($0.end ?? day).timeIntervalSince($0.start) > 20_000 }
            )
        )
        cases.append(
            LanguageCase(
                "time since a captured date",
                #Predicate { $0.start.timeIntervalSince(day) <= 0 && day.timeIntervalSince($0.start) < 300_000 },
                { $0.start.timeIntervalSince(day) <= 0 && day.timeIntervalSince($0.start) < 300_000 }
            )
        )
        return cases
    }
}
