/// The advice for a call without a node: the code to write in its place.
enum TreeAdvice {
    static let ownCode =
        "a store cannot run it; compute what does not depend on the input outside, or 'evaluate' another predicate"

    static let conversion = "a store cannot convert values; convert the value that this is compared with instead"

    private static let sorting =
        "sort by the 'sortBy' of the fetch; 'min()' and 'max()' find the least and the greatest value"
    private static let days = "compare with the first and the last moment, which are computed outside"
    private static let text = "a store cannot take text apart; use 'contains(_:)', 'starts(with:)' or 'hasSuffix(_:)'"
    private static let elements = "use 'contains(where:)', or 'filter(_:)' with 'count'"
    private static let sets = "use 'contains(where:)' or 'allSatisfy(_:)' with 'contains(_:)' in the closure"
    private static let today = "use 'isDate(_:inSameDayAs:)' with a day that is computed outside"
    private static let printing = "a store evaluates the condition; print the results of the fetch"
    private static let change = "nothing can be changed in it"
    private static let ordering = "use '<', '==' or 'localizedCompare(_:)'"

    static let calendar = "the calendar and the part are captured; a store evaluates the condition for one calendar"
    static let calendarDay = "it has 'isDate(_:inSameDayAs:)' with a day that is computed outside"
    static let partsWithoutNumber: Set = ["calendar", "timeZone", "isLeapMonth", "isRepeatedDay"]

    /// Methods that another, of the same arguments, stands for.
    static let renamed: [String: String] = [
        "localizedCaseInsensitiveContains": "localizedStandardContains",
        "localizedStandardRange": "localizedStandardContains",
        "localizedCaseInsensitiveCompare": "caseInsensitiveCompare",
        "compactMap": "flatMap",
        "containsSubstring": "contains",
        "beginsWith": "hasPrefix", "startsWith": "hasPrefix", "endsWith": "hasSuffix",
    ]

    static let methods: [String: String] = [
        "sorted": sorting, "sort": sorting, "reversed": sorting, "shuffled": sorting, "randomElement": sorting,
        "map": "it has 'flatMap(_:)' for optionals; test collections by 'contains(where:)' or 'filter(_:)'",
        "reduce": "store the result as a property, or compute it after the fetch",
        "forEach": elements, "first": elements, "last": elements, "firstIndex": elements, "lastIndex": elements,
        "enumerated": elements, "zip": elements, "prefix": text, "suffix": text, "dropFirst": text, "dropLast": text,
        "count": "use 'filter(_:)' and 'count'",
        "isSubset": sets, "isSuperset": sets, "isDisjoint": sets, "intersection": sets, "union": sets,
        "elementsEqual": "use '=='",
        "isMultiple": "use '%'",
        "range": "use 'contains(_:)'", "ranges": "use 'contains(_:)'", "firstRange": "use 'contains(_:)'",
        "wholeMatch": "use 'contains(_:)'", "firstMatch": "use 'contains(_:)'", "matches": "use 'contains(_:)'",
        "compare": ordering, "folding": "use 'localizedStandardContains(_:)' or 'caseInsensitiveCompare(_:)'",
        "components": text, "split": text, "replacingOccurrences": text, "replacing": text, "padding": text,
        "joined": text, "appending": text,
        "capitalized": "use 'lowercased()' or 'uppercased()'",
        "formatted": "a store knows no formats; compare the values themselves",
        "string": "a store knows no formats; compare the values themselves",
        "isDateInToday": today, "isDateInYesterday": today, "isDateInTomorrow": today,
        "isDateInWeekend": "use 'component(_:from:)' with '.weekday'",
        "startOfDay": days, "dateComponents": "use 'component(_:from:)' for each of them", "dateInterval": days,
        "addTimeInterval": "use 'addingTimeInterval(_:)'",
        "advanced": "use '+', or 'addingTimeInterval(_:)'", "distance": "use '-', or 'timeIntervalSince(_:)'",
        "rounded": "compare with the bounds of the rounded interval",
        "append": change, "insert": change, "remove": change, "removeAll": change, "toggle": change, "negate": change,
    ]

    static let functions: [String: String] = [
        "print": printing, "debugPrint": printing, "dump": printing, "NSLog": printing,
        "min": "use '?' and ':'", "max": "use '?' and ':'", "abs": "use '?' and ':'",
        "zip": elements, "assert": printing, "precondition": printing, "fatalError": printing,
        "type": "use 'is'",
    ]

    static let supported = "it can call \(TreeMethod.names.map { "'\($0)'" }.joined(separator: ", "))"

    /// The forms of a known method.
    static func arguments(of name: String) -> String? {
        switch name {
        case "contains": "it has 'contains(_:)' with a value and 'contains(where:)' with a closure written in place"
        case "allSatisfy", "filter", "flatMap": "it has '\(name)(_:)' with a closure written in place"
        case "min", "max": "it has '\(name)()'; choose the values by 'filter(_:)' before"
        case "starts": "it has 'starts(with:)'"
        case "lowercased", "uppercased": "it has '\(name)()', without a locale"
        case "trimmingCharacters": "it has 'trimmingCharacters(in: .whitespacesAndNewlines)'"
        case "component": "it has 'component(_:from:)', asked of a calendar"
        case "isDate": calendarDay
        case "evaluate": "it has 'evaluate(_:)' with the inputs"
        default: "it has '\(name)(_:)'"
        }
    }

    /// The method whose name is a slip of the pen away.
    static func similar(to name: String) -> String? {
        let known = TreeMethod.all.keys.sorted().map { (name: $0, distance: distance(from: $0, to: name)) }
        guard let nearest = known.min(by: { $0.distance < $1.distance }), nearest.distance <= 2,
            nearest.distance * 3 <= nearest.name.count
        else { return nil }
        return nearest.name
    }

    /// The number of letters to insert, delete or replace to make one name the other.
    private static func distance(from: String, to: String) -> Int {
        let target = Array(to)
        var row = Array(0...target.count)
        for (index, letter) in from.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in target.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[target.count]
    }
}
