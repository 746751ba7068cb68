import SwiftData

extension LanguageCase {
    static var collections: [LanguageCase] {
        let (list, table, limit) = (list, table, limit)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "closure with a label",
                #Predicate { $0.legs.contains(where: { leg in leg.miles > 20 }) },
                { $0.legs.contains(where: { leg in leg.miles > 20 }) }
            )
        )
        cases.append(
            LanguageCase(
                "closure with a declared parameter",
                #Predicate { $0.legs.contains { (leg: Leg) -> Bool in return leg.miles > 20 } },
                { $0.legs.contains { (leg: Leg) -> Bool in return leg.miles > 20 } }
            )
        )
        cases.append(
            LanguageCase(
                "key path",
                #Predicate { $0.captain?.voyages.contains(where: \.isOpen) ?? false },
                { $0.captain?.voyages.contains(where: \.isOpen) ?? false }
            )
        )
        cases.append(
            LanguageCase(
                "key path with a root",
                #Predicate { $0.captain?.voyages.filter(\Voyage.isOpen).count ?? 0 > 2 },
                { $0.captain?.voyages.filter(\Voyage.isOpen).count ?? 0 > 2 }
            )
        )
        cases.append(
            LanguageCase(
                "key path in allSatisfy",
                #Predicate { $0.captain?.voyages.allSatisfy(\.isOpen) ?? true },
                { $0.captain?.voyages.allSatisfy(\.isOpen) ?? true }
            )
        )
        cases.append(
            LanguageCase(
                "filter, filter, count",
                #Predicate { $0.legs.filter { $0.miles > 5 }.filter { $0.miles < 20 }.count == 1 },
                { $0.legs.filter { $0.miles > 5 }.filter { $0.miles < 20 }.count == 1 }
            )
        )
        cases.append(
            LanguageCase(
                "filter, allSatisfy",
                #Predicate { $0.legs.filter { $0.miles > 10 }.allSatisfy { $0.name != "leg 1" } },
                { $0.legs.filter { $0.miles > 10 }.allSatisfy { $0.name != "leg 1" } }
            )
        )
        cases.append(
            LanguageCase(
                "filter, contains",
                #Predicate { $0.legs.filter { $0.name != "leg 0" }.contains { $0.miles > 15 } },
                { $0.legs.filter { $0.name != "leg 0" }.contains { $0.miles > 15 } }
            )
        )
        cases.append(
            LanguageCase(
                "filter, isEmpty",
                #Predicate { $0.legs.filter { $0.miles > 15 }.isEmpty },
                { $0.legs.filter { $0.miles > 15 }.isEmpty }
            )
        )
        cases.append(
            LanguageCase(
                "an outer name inside",
                #Predicate { voyage in
                    voyage.legs.contains { leg in voyage.ports.contains { port in port.name.count + leg.miles > 20 } }
                },
                { voyage in
                    voyage.legs.contains { leg in voyage.ports.contains { port in port.name.count + leg.miles > 20 } }
                }
            )
        )
        cases.append(
            LanguageCase(
                "tags in a closure",
                #Predicate { $0.tags.contains { $0 == "t4" } },
                { $0.tags.contains { $0 == "t4" } }
            )
        )
        cases.append(
            LanguageCase(
                "array of primitives",
                #Predicate { $0.tags == ["t4", "x"] || $0.tags.contains("t5") },
                { $0.tags == ["t4", "x"] || $0.tags.contains("t5") }
            )
        )
        cases.append(
            LanguageCase(
                "element after a test",
                #Predicate { $0.tags.count > 0 && $0.tags[0] == "t4" },
                { $0.tags.count > 0 && $0.tags[0] == "t4" }
            )
        )
        cases.append(
            LanguageCase(
                "a range of elements after a test",
                #Predicate { $0.tags.count > 1 && $0.tags[1..<2].contains("x") },
                { $0.tags.count > 1 && $0.tags[1..<2].contains("x") }
            )
        )
        cases.append(
            LanguageCase(
                "min and max",
                #Predicate { $0.tags.min() == "t4" || $0.tags.max() == nil },
                { $0.tags.min() == "t4" || $0.tags.max() == nil }
            )
        )
        cases.append(
            LanguageCase(
                "max with a fallback",
                #Predicate { ($0.tags.max() ?? "none") == "none" },
                { ($0.tags.max() ?? "none") == "none" }
            )
        )
        cases.append(
            LanguageCase(
                "starts(with:) of a collection",
                #Predicate { $0.tags.starts(with: ["t4"]) },
                { $0.tags.starts(with: ["t4"]) }
            )
        )
        cases.append(
            LanguageCase(
                "dictionary",
                #Predicate { table[$0.name] == 2 || table[$0.name, default: 7] == 1 },
                { table[$0.name] == 2 || table[$0.name, default: 7] == 1 }
            )
        )
        cases.append(
            LanguageCase(
                "captured element",
                #Predicate { list[1] == $0.name },
                { list[1] == $0.name }
            )
        )
        cases.append(
            LanguageCase(
                "captured array, whose element is optional",
                #Predicate { [limit, nil].contains($0.to?.pier) },
                { [limit, nil].contains($0.to?.pier) }
            )
        )
        return cases
    }
}
