import SwiftData

extension LanguageCase {
    static var ranges: [LanguageCase] {
        let (day, range, limit) = (day, range, limit)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "closed",
                #Predicate { (1...5).contains($0.days) },
                { (1...5).contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "half-open",
                #Predicate { (1..<5).contains($0.days) },
                { (1..<5).contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "from",
                #Predicate { (3...).contains($0.days) },
                { (3...).contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "through",
                #Predicate { (...3).contains($0.days) },
                { (...3).contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "up to",
                #Predicate { (..<3).contains($0.days) },
                { (..<3).contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "~=",
                #Predicate { 1...5 ~= $0.days },
                { 1...5 ~= $0.days }
            )
        )
        cases.append(
            LanguageCase(
                "captured ~=",
                #Predicate { range ~= $0.days || "Zebra" ~= $0.name },
                { range ~= $0.days || "Zebra" ~= $0.name }
            )
        )
        cases.append(
            LanguageCase(
                "captured",
                #Predicate { range.contains($0.days) },
                { range.contains($0.days) }
            )
        )
        cases.append(
            LanguageCase(
                "from a property",
                #Predicate { ($0.days...).contains(limit) },
                { ($0.days...).contains(limit) }
            )
        )
        cases.append(
            LanguageCase(
                "through a property",
                #Predicate { (...$0.days).contains(limit) },
                { (...$0.days).contains(limit) }
            )
        )
        cases.append(
            LanguageCase(
                "up to a property",
                #Predicate { (..<$0.days).contains(limit) },
                { (..<$0.days).contains(limit) }
            )
        )
        cases.append(
            LanguageCase(
                "of a property and a literal",
                #Predicate { $0.days < 9 && ($0.days...9).contains(limit) },
                { $0.days < 9 && ($0.days...9).contains(limit) }
            )
        )
        cases.append(
            LanguageCase(
                "of dates",
                #Predicate { (day...).contains($0.start) && (..<day.addingTimeInterval(300_000)).contains($0.start) },
                { (day...).contains($0.start) && (..<day.addingTimeInterval(300_000)).contains($0.start) }
            )
        )
        cases.append(
            LanguageCase(
                "of strings",
                #Predicate { ("A"..."C").contains($0.name) },
                { ("A"..."C").contains($0.name) }
            )
        )
        return cases
    }
}
