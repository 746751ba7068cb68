import SwiftData

extension LanguageCase {
    static var textual: [LanguageCase] {
        let (text, limit) = (text, limit)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "chained additions",
                #Predicate { $0.name.lowercased().contains("alp") && $0.name.uppercased().hasPrefix("ALPHA") },
                { $0.name.lowercased().contains("alp") && $0.name.uppercased().hasPrefix("ALPHA") }
            )
        )
        cases.append(
            LanguageCase(
                "trimmed",
                #Predicate { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" },
                { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" }
            )
        )
        cases.append(
            LanguageCase(
                "contains in an optional",
                #Predicate { $0.note?.contains(text) == true },
                { $0.note?.contains(text) == true }
            )
        )
        cases.append(
            LanguageCase(
                "standard search",
                #Predicate { $0.name.localizedStandardContains("CAFE") },
                { $0.name.localizedStandardContains("CAFE") }
            )
        )
        cases.append(
            LanguageCase(
                "suffix",
                #Predicate { $0.name.hasSuffix("noir") },
                { $0.name.hasSuffix("noir") }
            )
        )
        cases.append(
            LanguageCase(
                "isEmpty against false",
                #Predicate { $0.name.isEmpty == false },
                { $0.name.isEmpty == false }
            )
        )
        cases.append(
            LanguageCase(
                "captured text searched",
                #Predicate { !$0.name.isEmpty && "Alpha Zebra".contains($0.name) },
                { !$0.name.isEmpty && "Alpha Zebra".contains($0.name) }
            )
        )
        cases.append(
            LanguageCase(
                "raw value",
                #Predicate { $0.season.rawValue == "summer" || $0.grade?.rawValue == 3 },
                { $0.season.rawValue == "summer" || $0.grade?.rawValue == 3 }
            )
        )
        cases.append(
            LanguageCase(
                "arithmetic",
                #Predicate { ($0.days + 1) * (limit - 1) == 6 || $0.days % 4 == 3 && $0.days / 2 == 1 },
                { ($0.days + 1) * (limit - 1) == 6 || $0.days % 4 == 3 && $0.days / 2 == 1 }
            )
        )
        cases.append(
            LanguageCase(
                "floating-point division",
                #Predicate { $0.speed / 2 > 3 },
                { $0.speed / 2 > 3 }
            )
        )
        cases.append(
            LanguageCase(
                "members of members",
                #Predicate { $0.from.position.latitude == 0 && $0.from.city == "Kiel" },
                { $0.from.position.latitude == 0 && $0.from.city == "Kiel" }
            )
        )
        return cases
    }
}
