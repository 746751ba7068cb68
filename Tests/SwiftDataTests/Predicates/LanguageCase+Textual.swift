import SwiftData

extension LanguageCase {
    static var textual: [LanguageCase] {
        let (text, limit) = (text, limit)
        return [
            LanguageCase(
                "chained additions",
                #Predicate { $0.name.lowercased().contains("alp") && $0.name.uppercased().hasPrefix("ALPHA") },
                { $0.name.lowercased().contains("alp") && $0.name.uppercased().hasPrefix("ALPHA") }
            ),
            LanguageCase(
                "trimmed",
                #Predicate { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" },
                { $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "Alpha" }
            ),
            LanguageCase(
                "contains in an optional",
                #Predicate { $0.note?.contains(text) == true },
                { $0.note?.contains(text) == true }
            ),
            LanguageCase(
                "standard search",
                #Predicate { $0.name.localizedStandardContains("CAFE") },
                { $0.name.localizedStandardContains("CAFE") }
            ),
            LanguageCase(
                "suffix",
                #Predicate { $0.name.hasSuffix("noir") },
                { $0.name.hasSuffix("noir") }
            ),
            LanguageCase(
                "isEmpty against false",
                #Predicate { $0.name.isEmpty == false },
                { $0.name.isEmpty == false }
            ),
            LanguageCase(
                "captured text searched",
                #Predicate { "Alpha Zebra".contains($0.name) },
                { "Alpha Zebra".contains($0.name) }
            ),
            LanguageCase(
                "raw value",
                #Predicate { $0.season.rawValue == "summer" || $0.grade?.rawValue == 3 },
                { $0.season.rawValue == "summer" || $0.grade?.rawValue == 3 }
            ),
            LanguageCase(
                "arithmetic",
                #Predicate { ($0.days + 1) * (limit - 1) == 6 || $0.days % 4 == 3 && $0.days / 2 == 1 },
                { ($0.days + 1) * (limit - 1) == 6 || $0.days % 4 == 3 && $0.days / 2 == 1 }
            ),
            LanguageCase(
                "floating-point division",
                #Predicate { $0.speed / 2 > 3 },
                { $0.speed / 2 > 3 }
            ),
            LanguageCase(
                "members of members",
                #Predicate { $0.from.position.latitude == 0 && $0.from.city == "Kiel" },
                { $0.from.position.latitude == 0 && $0.from.city == "Kiel" }
            ),
        ]
    }
}
