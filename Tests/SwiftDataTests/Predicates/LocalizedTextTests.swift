import SwiftData
import SwiftDataCore
import Testing

/// Text that was sorted and found otherwise than ICU and Foundation do, in SQL, in memory and by Foundation's evaluation.
struct LocalizedTextTests {
    private func check(
        _ predicate: Predicate<Crate>,
        _ store: CrateStore,
        _ expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fetched = try store.context.fetch(FetchDescriptor(predicate: predicate)).map(\.label)
        #expect(Set(fetched) == Set(expected), "in SQL", sourceLocation: sourceLocation)
        var evaluator = QueryEvaluator(QueryNode(predicate))
        let inMemory = store.crates.filter { evaluator.matches(ModelRow($0)) }.map(\.label)
        #expect(Set(inMemory) == Set(expected), "in memory", sourceLocation: sourceLocation)
        let evaluated = try store.crates.filter { try predicate.evaluate($0) }.map(\.label)
        #expect(Set(evaluated) == Set(expected), "by Foundation", sourceLocation: sourceLocation)
    }

    @Test("A search finds whole letters, whatever their case")
    func searches() throws {
        let store = try CrateStore(labels: ["Æsir", "ısı", "Maſs", "Straße", "한국", "Mass", "5 µm", "Ŧ"])
        try check(#Predicate { $0.label.localizedStandardContains("a") }, store, ["Maſs", "Straße", "Mass"])
        try check(#Predicate { $0.label.localizedStandardContains("i") }, store, ["Æsir"])
        try check(#Predicate { $0.label.localizedStandardContains("mass") }, store, ["Maſs", "Mass"])
        try check(#Predicate { $0.label.localizedStandardContains("asse") }, store, ["Straße"])
        try check(#Predicate { $0.label.localizedStandardContains("ase") }, store, [])
        try check(#Predicate { $0.label.localizedStandardContains("한") }, store, ["한국"])
        try check(#Predicate { $0.label.localizedStandardContains("하") }, store, [])
        try check(#Predicate { $0.label.localizedStandardContains("μ") }, store, ["5 µm"])
        try check(#Predicate { $0.label.localizedStandardContains("t") }, store, ["Straße"])
    }

    @Test("Without case, letters that fold to the same ones are equal")
    func caseInsensitive() throws {
        let store = try CrateStore(labels: ["Straße", "STRASSE", "ΣΑΣ", "σας", "ſ", "z"])
        try check(
            #Predicate { $0.label.caseInsensitiveCompare("strasse") == .orderedSame },
            store,
            ["Straße", "STRASSE"]
        )
        try check(#Predicate { $0.label.caseInsensitiveCompare("ΣΑΣ") == .orderedSame }, store, ["ΣΑΣ", "σας"])
        try check(#Predicate { $0.label.caseInsensitiveCompare("S") == .orderedSame }, store, ["ſ"])
    }

    @Test("Letters beyond the first ones of an alphabet are in their places")
    func compares() throws {
        let store = try CrateStore(labels: ["єдність", "жито", "їжак", "йод", "місто", "ясен", "Þór", "ətir"])
        try check(
            #Predicate { $0.label.localizedCompare("й") == .orderedAscending },
            store,
            ["єдність", "жито", "їжак", "Þór", "ətir"]
        )
        try check(#Predicate { $0.label.localizedStandardCompare("f") == .orderedAscending }, store, ["ətir"])
    }

    @Test("A sort is the same in SQL and in memory", arguments: [false, true])
    func sorts(_ isPending: Bool) throws {
        let words = ["ətir", "f", "ıl", "j", "Þór", "єдність", "жито", "иск", "їжак", "йод", "кіт", "місто", "ясен"]
        let store = try CrateStore(labels: words.reversed())
        if isPending { store.crates[0].count += 1 }
        let sorted = try store.context.fetch(
            FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.label, comparator: .localizedStandard)])
        )
        #expect(sorted.map(\.label) == words)
    }
}
