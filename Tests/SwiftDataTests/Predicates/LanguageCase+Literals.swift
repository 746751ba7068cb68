import SwiftData

extension LanguageCase {
    static var literals: [LanguageCase] {
        let (text, limit) = (text, limit)
        return [
            LanguageCase(
                "implicit member",
                #Predicate { $0.season == .summer },
                { $0.season == .summer }
            ),
            LanguageCase(
                "implicit member first",
                #Predicate { .summer == $0.season },
                { .summer == $0.season }
            ),
            LanguageCase(
                "implicit member of an optional",
                #Predicate { $0.grade == .good },
                { $0.grade == .good }
            ),
            LanguageCase(
                "implicit member of an optional, !=",
                #Predicate { $0.grade != .good },
                { $0.grade != .good }
            ),
            LanguageCase(
                "a full name",
                #Predicate { $0.season == Season.autumn || $0.season == Optional.some(.spring) },
                { $0.season == Season.autumn || $0.season == Optional.some(.spring) }
            ),
            LanguageCase(
                "a comparison result",
                #Predicate { $0.name.caseInsensitiveCompare("ALPHA") == .orderedSame },
                { $0.name.caseInsensitiveCompare("ALPHA") == .orderedSame }
            ),
            LanguageCase(
                "a comparison result first",
                #Predicate { .orderedAscending == $0.name.localizedCompare("b") },
                { .orderedAscending == $0.name.localizedCompare("b") }
            ),
            LanguageCase(
                "negative numbers",
                #Predicate { $0.days == -1 || -2 == $0.days || $0.speed < -1.5 },
                { $0.days == -1 || -2 == $0.days || $0.speed < -1.5 }
            ),
            LanguageCase(
                "unary minus",
                #Predicate { -$0.days > -limit && -$0.speed < 3 },
                { -$0.days > -limit && -$0.speed < 3 }
            ),
            LanguageCase(
                "unary minus of a captured value",
                #Predicate { $0.days < -limit + 3 },
                { $0.days < -limit + 3 }
            ),
            LanguageCase(
                "interpolation of captured values",
                #Predicate { $0.note == "note \(limit)" || $0.name.contains("\(limit)") },
                { $0.note == "note \(limit)" || $0.name.contains("\(limit)") }
            ),
            LanguageCase(
                "hexadecimal, binary, underscores",
                #Predicate { $0.days == 0x5 || $0.days == 0b11 || $0.tons > 1_000 },
                { $0.days == 0x5 || $0.days == 0b11 || $0.tons > 1_000 }
            ),
            LanguageCase(
                "a number for a floating-point property",
                #Predicate { $0.speed > 7 && $0.speed < 8 },
                { $0.speed > 7 && $0.speed < 8 }
            ),
            LanguageCase(
                "implicit members that compute",
                #Predicate { $0.start > .distantPast && $0.start < .now },
                { $0.start > .distantPast && $0.start < .now }
            ),
            LanguageCase(
                "a literal array",
                #Predicate { ["Alpha", "b"].contains($0.name) || ["a", "Z"].contains($0.name) },
                { ["Alpha", "b"].contains($0.name) || ["a", "Z"].contains($0.name) }
            ),
            LanguageCase(
                "a literal array of optionals",
                #Predicate { ["note 4", nil].contains($0.note) },
                { ["note 4", nil].contains($0.note) }
            ),
            LanguageCase(
                "a literal array of numbers",
                #Predicate { [1, 3, -2].contains($0.days) },
                { [1, 3, -2].contains($0.days) }
            ),
            LanguageCase(
                "captured calls",
                #Predicate { $0.days > Int(Double(limit).rounded()) && $0.name != String("x") },
                { $0.days > Int(Double(limit).rounded()) && $0.name != String("x") }
            ),
            LanguageCase(
                "captured conditions",
                #Predicate { limit > 2 && $0.isOpen && !text.isEmpty },
                { limit > 2 && $0.isOpen && !text.isEmpty }
            ),
            LanguageCase(
                "captured conditions alone",
                #Predicate { (limit > 20 || text.isEmpty) || $0.days == 2 },
                { (limit > 20 || text.isEmpty) || $0.days == 2 }
            ),
            LanguageCase(
                "static members",
                #Predicate { $0.days == Self.limit || $0.days == Bounds.lower + 1 },
                { $0.days == Self.limit || $0.days == Bounds.lower + 1 }
            ),
            LanguageCase(
                "true and false",
                #Predicate { true && $0.isOpen || false },
                { true && $0.isOpen || false }
            ),
        ]
    }
}
