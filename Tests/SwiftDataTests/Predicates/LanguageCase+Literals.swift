import SwiftData

extension LanguageCase {
    static var literals: [LanguageCase] {
        let (text, limit) = (text, limit)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "implicit member",
                #Predicate { $0.season == .summer },
                { $0.season == .summer }
            )
        )
        cases.append(
            LanguageCase(
                "implicit member first",
                #Predicate { .summer == $0.season },
                { .summer == $0.season }
            )
        )
        cases.append(
            LanguageCase(
                "implicit member of an optional",
                #Predicate { $0.grade == .good },
                { $0.grade == .good }
            )
        )
        cases.append(
            LanguageCase(
                "implicit member of an optional, !=",
                #Predicate { $0.grade != .good },
                { $0.grade != .good }
            )
        )
        cases.append(
            LanguageCase(
                "a full name",
                #Predicate { $0.season == Season.autumn || $0.season == Optional.some(.spring) },
                { $0.season == Season.autumn || $0.season == Optional.some(.spring) }
            )
        )
        cases.append(
            LanguageCase(
                "a comparison result",
                #Predicate { $0.name.caseInsensitiveCompare("ALPHA") == .orderedSame },
                { $0.name.caseInsensitiveCompare("ALPHA") == .orderedSame }
            )
        )
        cases.append(
            LanguageCase(
                "a comparison result first",
                #Predicate { .orderedAscending == $0.name.localizedCompare("b") },
                { .orderedAscending == $0.name.localizedCompare("b") }
            )
        )
        cases.append(
            LanguageCase(
                "negative numbers",
                #Predicate { $0.days == -1 || -2 == $0.days || $0.speed < -1.5 },
                { $0.days == -1 || -2 == $0.days || $0.speed < -1.5 }
            )
        )
        cases.append(
            LanguageCase(
                "unary minus",
                #Predicate { -$0.days > -limit && -$0.speed < 3 },
                { -$0.days > -limit && -$0.speed < 3 }
            )
        )
        cases.append(
            LanguageCase(
                "unary minus of a captured value",
                #Predicate { $0.days < -limit + 3 },
                { $0.days < -limit + 3 }
            )
        )
        cases.append(
            LanguageCase(
                "interpolation of captured values",
                #Predicate { $0.note == "note \(limit)" },
                { $0.note == "note \(limit)" }
            )
        )
        cases.append(
            LanguageCase(
                "hexadecimal, binary, underscores",
                #Predicate { $0.days == 0x5 || $0.days == 0b1_1 },
                { $0.days == 0x5 || $0.days == 0b1_1 }
            )
        )
        cases.append(
            LanguageCase(
                "a number for a floating-point property",
                #Predicate { $0.speed > 7 && $0.speed < 8 },
                { $0.speed > 7 && $0.speed < 8 }
            )
        )
        cases.append(
            LanguageCase(
                "implicit members that compute",
                #Predicate { $0.start > .distantPast && $0.start < .now },
                { $0.start > .distantPast && $0.start < .now }
            )
        )
        cases.append(
            LanguageCase(
                "a literal array",
                #Predicate { ["Alpha", "b"].contains($0.name) || ["a", "Z"].contains($0.name) },
                { ["Alpha", "b"].contains($0.name) || ["a", "Z"].contains($0.name) }
            )
        )
        cases.append(
            LanguageCase(
                "a literal array of optionals",
                #Predicate { ["note 4", nil].contains($0.note) },
                { ["note 4", nil].contains($0.note) }
            )
        )
        cases.append(
            LanguageCase(
                "a literal array of numbers",
                #Predicate { [1, 3, -2].contains($0.days) },
                { [1, 3, -2].contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "captured calls",
                #Predicate { $0.days > Int(Double(limit).rounded()) && $0.name != String("x") },
                { $0.days > Int(Double(limit).rounded()) && $0.name != String("x") }
            )
        )
        cases.append(
            LanguageCase(
                "captured conditions",
                #Predicate { limit > 2 && $0.isOpen && !text.isEmpty },
                { limit > 2 && $0.isOpen && !text.isEmpty }
            )
        )
        cases.append(
            LanguageCase(
                "captured conditions alone",
                #Predicate { (limit > 20 || text.isEmpty) || $0.days == 2 },
                { (limit > 20 || text.isEmpty) || $0.days == 2 }
            )
        )
        cases.append(
            LanguageCase(
                "static members",
                #Predicate { $0.days == Self.limit || $0.days == Bounds.lower + 1 },
                { $0.days == Self.limit || $0.days == Bounds.lower + 1 }
            )
        )
        cases.append(
            LanguageCase(
                "true and false",
                #Predicate { true && $0.isOpen || false },
                { true && $0.isOpen || false }
            )
        )
        return cases
    }
}
