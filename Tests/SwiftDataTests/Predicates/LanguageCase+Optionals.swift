import SwiftData

extension LanguageCase {
    static var optionals: [LanguageCase] {
        let (names, none) = (names, none)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "nil first",
                #Predicate { nil == $0.note },
                { nil == $0.note }
            )
        )
        cases.append(
            LanguageCase(
                "nil first, !=",
                #Predicate { nil != $0.captain },
                { nil != $0.captain }
            )
        )
        cases.append(
            LanguageCase(
                "a typed nil",
                #Predicate { $0.note == Optional<String>.none },
                { $0.note == Optional<String>.none }
            )
        )
        cases.append(
            LanguageCase(
                "chain of calls",
                #Predicate { $0.captain?.nickname?.contains("Eng") == true },
                { $0.captain?.nickname?.contains("Eng") == true }
            )
        )
        cases.append(
            LanguageCase(
                "chain into a collection",
                #Predicate { $0.captain?.voyages.isEmpty == false },
                { $0.captain?.voyages.isEmpty == false }
            )
        )
        cases.append(
            LanguageCase(
                "chain with a closure",
                #Predicate { $0.captain?.voyages.contains { $0.days == 0 } ?? false },
                { $0.captain?.voyages.contains { $0.days == 0 } ?? false }
            )
        )
        cases.append(
            LanguageCase(
                "chain, filter, count",
                #Predicate { $0.captain?.voyages.filter { $0.isOpen }.count ?? 0 > 2 },
                { $0.captain?.voyages.filter { $0.isOpen }.count ?? 0 > 2 }
            )
        )
        cases.append(
            LanguageCase(
                "?? in a row",
                #Predicate { ($0.captain?.nickname ?? $0.note ?? "none") == "none" },
                { ($0.captain?.nickname ?? $0.note ?? "none") == "none" }
            )
        )
        cases.append(
            LanguageCase(
                "?? and a comparison without parentheses",
                #Predicate { $0.note ?? $0.name == "Alpha" },
                { $0.note ?? $0.name == "Alpha" }
            )
        )
        cases.append(
            LanguageCase(
                "flatMap",
                #Predicate { $0.note.flatMap { $0.count } == 6 },
                { $0.note.flatMap { $0.count } == 6 }
            )
        )
        cases.append(
            LanguageCase(
                "flatMap to an optional",
                #Predicate { $0.captain.flatMap { $0.nickname } == "The Engine" },
                { $0.captain.flatMap { $0.nickname } == "The Engine" }
            )
        )
        cases.append(
            LanguageCase(
                "flatMap with a named parameter",
                #Predicate { $0.captain.flatMap { captain in captain.isRetired } == true },
                { $0.captain.flatMap { captain in captain.isRetired } == true }
            )
        )
        cases.append(
            LanguageCase(
                "! after a test",
                #Predicate { $0.note != nil && $0.note!.count == 6 },
                { $0.note != nil && $0.note!.count == 6 }
            )
        )
        cases.append(
            LanguageCase(
                "! in a chain after a test",
                #Predicate { $0.captain != nil && $0.captain!.name.count == 2 },
                { $0.captain != nil && $0.captain!.name.count == 2 }
            )
        )
        cases.append(
            LanguageCase(
                "captured ! after a test",
                #Predicate { none == nil || $0.name == none! },
                { none == nil || $0.name == none! }
            )
        )
        cases.append(
            LanguageCase(
                "optional against optional",
                #Predicate { $0.note == $0.captain?.nickname },
                { $0.note == $0.captain?.nickname }
            )
        )
        cases.append(
            LanguageCase(
                "Boolean against optional Boolean",
                #Predicate { $0.isOpen == $0.isPaid },
                { $0.isOpen == $0.isPaid }
            )
        )
        cases.append(
            LanguageCase(
                "optional Booleans",
                #Predicate { $0.isPaid == nil || $0.isPaid != false && !($0.isPaid ?? true) },
                { $0.isPaid == nil || $0.isPaid != false && !($0.isPaid ?? true) }
            )
        )
        cases.append(
            LanguageCase(
                "a captured chain",
                #Predicate { names?.contains($0.name) ?? false },
                { names?.contains($0.name) ?? false }
            )
        )
        cases.append(
            LanguageCase(
                "a cast that keeps the type",
                #Predicate { ($0.days as Int) == 3 && ($0.note as String?) != nil },
                { ($0.days as Int) == 3 && ($0.note as String?) != nil }
            )
        )
        return cases
    }
}
