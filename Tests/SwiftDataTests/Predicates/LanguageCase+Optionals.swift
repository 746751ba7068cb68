import SwiftData

extension LanguageCase {
    static var optionals: [LanguageCase] {
        let (names, none) = (names, none)
        return [
            LanguageCase(
                "nil first",
                #Predicate { nil == $0.note },
                { nil == $0.note }
            ),
            LanguageCase(
                "nil first, !=",
                #Predicate { nil != $0.captain },
                { nil != $0.captain }
            ),
            LanguageCase(
                "a typed nil",
                #Predicate { $0.note == Optional<String>.none },
                { $0.note == Optional<String>.none }
            ),
            LanguageCase(
                "chain of calls",
                #Predicate { $0.captain?.nickname?.contains("Eng") == true },
                { $0.captain?.nickname?.contains("Eng") == true }
            ),
            LanguageCase(
                "chain into a collection",
                #Predicate { $0.captain?.voyages.isEmpty == false },
                { $0.captain?.voyages.isEmpty == false }
            ),
            LanguageCase(
                "chain with a closure",
                #Predicate { $0.captain?.voyages.contains { $0.days == 0 } ?? false },
                { $0.captain?.voyages.contains { $0.days == 0 } ?? false }
            ),
            LanguageCase(
                "chain, filter, count",
                #Predicate { $0.captain?.voyages.filter { $0.isOpen }.count ?? 0 > 2 },
                { $0.captain?.voyages.filter { $0.isOpen }.count ?? 0 > 2 }
            ),
            LanguageCase(
                "?? in a row",
                #Predicate { ($0.captain?.nickname ?? $0.note ?? "none") == "none" },
                { ($0.captain?.nickname ?? $0.note ?? "none") == "none" }
            ),
            LanguageCase(
                "?? and a comparison without parentheses",
                #Predicate { $0.note ?? $0.name == "Alpha" },
                { $0.note ?? $0.name == "Alpha" }
            ),
            LanguageCase(
                "flatMap",
                #Predicate { $0.note.flatMap { $0.count } == 6 },
                { $0.note.flatMap { $0.count } == 6 }
            ),
            LanguageCase(
                "flatMap to an optional",
                #Predicate { $0.captain.flatMap { $0.nickname } == "The Engine" },
                { $0.captain.flatMap { $0.nickname } == "The Engine" }
            ),
            LanguageCase(
                "flatMap with a named parameter",
                #Predicate { $0.captain.flatMap { captain in captain.isRetired } == true },
                { $0.captain.flatMap { captain in captain.isRetired } == true }
            ),
            LanguageCase(
                "! after a test",
                #Predicate { $0.note != nil && $0.note!.count == 6 },
                { $0.note != nil && $0.note!.count == 6 }
            ),
            LanguageCase(
                "! in a chain after a test",
                #Predicate { $0.captain != nil && $0.captain!.name.count == 2 },
                { $0.captain != nil && $0.captain!.name.count == 2 }
            ),
            LanguageCase(
                "captured ! after a test",
                #Predicate { none == nil || $0.name == none! },
                { none == nil || $0.name == none! }
            ),
            LanguageCase(
                "optional against optional",
                #Predicate { $0.note == $0.captain?.nickname },
                { $0.note == $0.captain?.nickname }
            ),
            LanguageCase(
                "Boolean against optional Boolean",
                #Predicate { $0.isOpen == $0.isPaid },
                { $0.isOpen == $0.isPaid }
            ),
            LanguageCase(
                "optional Booleans",
                #Predicate { $0.isPaid == nil || $0.isPaid != false && !($0.isPaid ?? true) },
                { $0.isPaid == nil || $0.isPaid != false && !($0.isPaid ?? true) }
            ),
            LanguageCase(
                "a captured chain",
                #Predicate { names?.contains($0.name) ?? false },
                { names?.contains($0.name) ?? false }
            ),
            LanguageCase(
                "a cast that keeps the type",
                #Predicate { ($0.days as Int) == 3 && ($0.note as String?) != nil },
                { ($0.days as Int) == 3 && ($0.note as String?) != nil }
            ),
        ]
    }
}
