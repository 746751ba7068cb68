import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

/// Collections in predicates: the rows that SQL chooses, against Foundation's own evaluation.
struct CollectionPredicateTests {
    struct Case<Model: PersistentModel>: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let predicate: Predicate<Model>
        var isSQL = true

        init(_ name: String, _ predicate: Predicate<Model>, isSQL: Bool = true) {
            testDescription = name
            self.predicate = predicate
            self.isSQL = isSQL
        }
    }

    private func saved(_ types: [any PersistentModel.Type], _ models: [any PersistentModel]) throws -> ModelContext {
        let container = try ModelContainer(
            for: Schema(types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for model in models { context.insert(model) }
        try context.save()
        return context
    }

    private func negated<Model: PersistentModel>(_ predicate: Predicate<Model>) -> Predicate<Model> {
        Predicate { PredicateExpressions.build_Negation(PredicateExpressions.build_evaluatePredicate(predicate, $0)) }
    }

    private func check<Model: PersistentModel>(
        _ test: Case<Model>,
        _ types: [any PersistentModel.Type],
        _ models: [Model],
        _ context: ModelContext
    ) throws {
        let layout = try StoreLayout(schema: Schema(types))
        for predicate in [test.predicate, negated(test.predicate)] {
            let expected = try models.indices.filter { try predicate.evaluate(models[$0]) }
            let found = Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.persistentModelID))
            let rows = models.indices.filter { found.contains(models[$0].persistentModelID) }
            #expect(rows == expected, "\(test.testDescription): \(QueryNode(predicate))")
            let statement = try SelectStatement(
                layout: layout,
                dialect: SQLiteDialect(),
                entity: Schema.entityName(for: Model.self),
                storeIdentifier: nil,
                query: QueryNode(predicate)
            )
            #expect(
                (statement.residual == nil) == test.isSQL,
                "\(test.testDescription): \(statement.residualReason ?? "SQL")"
            )
        }
    }

    static let relationships: [Case<Voyage>] = [
        Case("filter, isEmpty", #Predicate { $0.legs.filter { $0.miles > 10 }.isEmpty }),
        Case("filter, contains", #Predicate { $0.legs.filter { $0.miles > 10 }.contains { $0.name == "leg 2" } }),
        Case(
            "filter, filter, count",
            #Predicate { $0.legs.filter { $0.miles > 5 }.filter { $0.miles < 20 }.count == 1 }
        ),
        Case("filter, allSatisfy", #Predicate { $0.legs.filter { $0.miles > 5 }.allSatisfy { $0.miles < 25 } }),
        Case(
            "a chain to contains(where:)",
            #Predicate { $0.captain?.voyages.contains { $0.days > 9 } == true }
        ),
        Case("a chain to a count", #Predicate { $0.captain?.voyages.count == 5 }),
        Case("a chain to a count with a fallback", #Predicate { ($0.captain?.voyages.count ?? 0) < 5 }),
        Case("a chain to isEmpty", #Predicate { $0.captain?.voyages.isEmpty == false }),
        Case("a chain to isEmpty, !=", #Predicate { $0.captain?.voyages.isEmpty != false }),
        Case(
            "two levels",
            #Predicate { $0.ports.contains { $0.voyages.contains { $0.days == 8 } } }
        ),
        Case(
            "three levels that look out",
            #Predicate { voyage in
                voyage.ports.contains { port in
                    port.voyages.allSatisfy { other in
                        other.legs.filter { leg in leg.miles > voyage.days && port.name != "Oslo" }.count < 3
                    }
                }
            }
        ),
        Case(
            "allSatisfy of contains",
            #Predicate { $0.ports.allSatisfy { $0.voyages.contains { $0.legs.count == 3 && $0.isOpen } } }
        ),
        Case("contains a model", #Predicate { voyage in voyage.ports.contains { $0.voyages.contains(voyage) } }),
        Case("tags contain", #Predicate { $0.tags.contains("x") }),
        Case("tags of elements", #Predicate { $0.ports.contains { $0.voyages.contains { $0.tags.contains("t4") } } }),
        Case("tags, closure", #Predicate { voyage in voyage.tags.contains { $0 == "x" && voyage.days > 2 } }),
    ]

    @Test("To-many relationships, filtered, nested and behind optional chains, are SQL")
    func toMany() throws {
        let fleet = Fleet()
        let context = try saved(Fleet.types, fleet.voyages)
        for test in Self.relationships { try check(test, Fleet.types, fleet.voyages, context) }
    }

    static var arrays: [Case<Depot>] {
        let accented = "Cafe\u{301}"
        let nul = "a\0b"
        let escape = "\u{1}0"
        let combined = "\0\u{301}"
        let date = Date(timeIntervalSinceReferenceDate: 1.0 / 3 + 2)
        let code = UUID(uuid: (4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
        let price = Decimal(13) / 8
        let summer = Season.summer
        let big = UInt64.max
        let third = 0.3
        let nan = Double.nan
        let none: String? = nil
        let nothing: [String] = []
        let captured = [1, 4, 7]
        let words = ["depot 1", "depot 9", "\0"]
        return [
            Case("integers contain", #Predicate { $0.integers.contains(2) }),
            Case("integers, closure", #Predicate { $0.integers.contains { $0 > 5 } }),
            Case("integers, allSatisfy", #Predicate { $0.integers.allSatisfy { $0 >= 0 } }),
            Case("integers, filter, count", #Predicate { $0.integers.filter { $0 < 3 }.count == 2 }),
            Case("integers, count", #Predicate { $0.integers.count > 1 }),
            Case("integers, isEmpty", #Predicate { $0.integers.isEmpty }),
            Case("integers, min", #Predicate { $0.integers.min() == 0 }),
            Case("integers, max with a fallback", #Predicate { ($0.integers.max() ?? 5) == 5 }),
            Case("integers, min of none", #Predicate { $0.integers.min() == nil }),
            Case("integers, filter, min", #Predicate { $0.integers.filter { $0 > 0 }.min() == 1 }),
            Case("looking out", #Predicate { depot in depot.integers.contains { $0 == depot.index } }),
            Case("doubles contain", #Predicate { $0.doubles.contains(third) }),
            Case("doubles contain NaN", #Predicate { $0.doubles.contains(nan) }),
            Case("doubles, min", #Predicate { ($0.doubles.min() ?? 0) < 0.5 }),
            Case("doubles, max", #Predicate { ($0.doubles.max() ?? 0) > 0.5 }),
            Case("doubles, closure", #Predicate { $0.doubles.contains { !($0 < 1) } }),
            Case("flags", #Predicate { $0.flags.contains(true) }),
            Case("flags, closure", #Predicate { $0.flags.allSatisfy { !$0 } }),
            Case("dates", #Predicate { $0.dates.contains(date) }),
            Case("dates, closure", #Predicate { $0.dates.contains { $0 > date } }),
            Case("UUIDs", #Predicate { $0.codes.contains(code) }),
            Case("decimals", #Predicate { $0.prices.contains(price) }),
            Case("decimals, closure", #Predicate { $0.prices.contains { $0 > price } }),
            Case("enums", #Predicate { $0.seasons.contains(summer) }),
            Case("enums, closure", #Predicate { $0.seasons.contains { $0 == summer } }),
            Case("texts contain, canonically", #Predicate { $0.texts.contains(accented) }),
            Case("texts contain NUL", #Predicate { $0.texts.contains(nul) }),
            Case("texts contain what stands for NUL", #Predicate { $0.texts.contains(escape) }),
            Case("texts contain NUL with an accent", #Predicate { $0.texts.contains(combined) }),
            Case("texts, starts", #Predicate { $0.texts.contains { $0.starts(with: "a") } }),
            Case("texts, min", #Predicate { $0.texts.min() == "apple" }),
            Case("texts, max", #Predicate { ($0.texts.max() ?? "") > "x" }),
            Case("optional array, isEmpty", #Predicate { $0.notes?.isEmpty == false }),
            Case("optional array, contains", #Predicate { $0.notes?.contains("note 1") == true }),
            Case("optional array, count", #Predicate { ($0.notes?.count ?? 7) > 1 }),
            Case("optional array, nil", #Predicate { $0.notes == nil }),
            Case("optional array with a fallback", #Predicate { ($0.notes ?? []).isEmpty }),
            Case(
                "optional array with a fallback, equal",
                #Predicate { ($0.notes ?? []) == nothing },
                isSQL: false
            ),
            Case(
                "optional array with another fallback, equal",
                #Predicate { ($0.notes ?? words) != words },
                isSQL: false
            ),
            Case("optional array with a longer fallback", #Predicate { ($0.notes ?? words).contains("depot 9") }),
            Case("optional array with a longer fallback, count", #Predicate { ($0.notes ?? words).count == 3 }),
            Case(
                "optional array or another",
                #Predicate { depot in (depot.notes ?? depot.texts).contains { $0.starts(with: "a") || $0 == depot.name }
                }
            ),
            Case(
                "one array or the other",
                #Predicate { depot in (depot.index > 4 ? depot.texts : words).allSatisfy { $0 != depot.name } }
            ),
            Case("one array or the other, count", #Predicate { ($0.index > 4 ? $0.texts : words).count == 3 }),
            Case("one array or the other, max", #Predicate { ($0.index > 4 ? $0.texts : words).max() == "zebra" }),
            Case(
                "one array or the other, filter",
                #Predicate { ($0.index > 4 ? $0.texts : words).filter { $0 > "b" }.isEmpty }
            ),
            Case(
                "optional array, filter, count",
                #Predicate { ($0.notes?.filter { $0 > "note 0" }.count ?? 9) > 0 }
            ),
            Case("optional to-many with a fallback", #Predicate { ($0.parts ?? []).allSatisfy { $0.size > 3 } }),
            Case("optional elements", #Predicate { $0.gaps.contains(none) }),
            Case("optional elements, closure", #Predicate { $0.gaps.contains { $0 != "a" } }),
            Case("set", #Predicate { $0.labels.contains("label 1") }),
            Case("set, count", #Predicate { $0.labels.count == 1 }),
            Case("large numbers", #Predicate { $0.large.contains(big) }),
            Case("large numbers, closure", #Predicate { $0.large.contains { $0 > 5 } }),
            Case("array in a struct", #Predicate { $0.pallet.marks.contains("mark 1") }),
            Case("optional to-many, isEmpty", #Predicate { $0.parts?.isEmpty == false }),
            Case("optional to-many, contains", #Predicate { $0.parts?.contains { $0.size > 8 } == true }),
            Case("optional to-many, count", #Predicate { ($0.parts?.count ?? 0) > 1 }),
            Case("captured array that looks out", #Predicate { depot in captured.contains { $0 == depot.index + 1 } }),
            Case("captured texts", #Predicate { depot in words.contains { $0 == depot.name } }),
            Case("captured, filter, count", #Predicate { depot in captured.filter { $0 > depot.index }.count == 1 }),
            Case("captured, filter, max", #Predicate { depot in captured.filter { $0 > depot.index }.max() == 7 }),
            Case("captured, allSatisfy", #Predicate { depot in words.allSatisfy { $0 != depot.name } }),
            Case("captured, closed", #Predicate { depot in captured.contains { $0 > 6 } && depot.index > 3 }),
        ]
    }

    @Test("Arrays that attributes hold are SQL, with the meaning of their elements")
    func arrayAttributes() throws {
        let depots = Depots()
        let context = try saved(Depots.types, depots.all)
        for test in Self.arrays { try check(test, Depots.types, depots.all, context) }
    }

    static var chains: [Case<Part>] {
        [
            Case("required array behind a chain, isEmpty", #Predicate { $0.depot?.integers.isEmpty == false }),
            Case("required array behind a chain, fallback", #Predicate { ($0.depot?.integers ?? []).isEmpty }),
            Case("required array behind a chain, contains", #Predicate { $0.depot?.integers.contains(2) == true }),
            Case("required array behind a chain, nil", #Predicate { $0.depot?.integers == nil }),
            Case("optional array behind a chain, count", #Predicate { $0.depot?.notes?.count == 1 }),
            Case("optional array behind a chain, fallback", #Predicate { ($0.depot?.notes ?? []).isEmpty }),
            Case("optional array behind a chain, nil", #Predicate { $0.depot?.notes == nil }),
            Case("array behind a cast to the value", #Predicate { ($0.depot?.texts.max() ?? "x") == "x" }),
            Case("to-many behind a chain", #Predicate { ($0.depot?.parts ?? []).contains { $0.size > 6 } }),
            Case("to-many behind a chain, count", #Predicate { ($0.depot?.parts?.count ?? 0) == 2 }),
        ]
    }

    @Test("Arrays of another model, which may be missing, are SQL")
    func chainedArrays() throws {
        let depots = Depots()
        let parts = depots.all.flatMap { $0.parts ?? [] } + [Part(1), Part(7)]
        let context = try saved(Depots.types, depots.all + parts.suffix(2) as [any PersistentModel])
        for test in Self.chains { try check(test, Depots.types, parts, context) }
    }

    @Test("An element that fails keeps its row from matching, unless Swift would not have come to it")
    func failures() throws {
        let depots = Depots()
        let context = try saved(Depots.types, depots.all)
        let tests: [(Predicate<Depot>, (Depot) -> Bool?)] = [
            (
                #Predicate { $0.integers.contains { 10 / $0 == 2 } },
                { $0.integers.firstDecisive(true) { $0 == 0 ? nil : 10 / $0 == 2 } }
            ),
            (
                #Predicate { $0.integers.allSatisfy { 10 / $0 == 2 } },
                { $0.integers.firstDecisive(false) { $0 == 0 ? nil : 10 / $0 == 2 } }
            ),
            (
                #Predicate { $0.integers.filter { 10 / $0 > 0 }.count == 1 },
                { $0.integers.contains(0) ? nil : $0.integers.filter { 10 / $0 > 0 }.count == 1 }
            ),
            (#Predicate { $0.integers[1] == 5 }, { $0.integers.count > 1 ? $0.integers[1] == 5 : nil }),
            (
                #Predicate { $0.integers[$0.index] == 2 },
                { $0.integers.indices.contains($0.index) ? $0.integers[$0.index] == 2 : nil }
            ),
            (#Predicate { $0.integers.max()! > 5 }, { depot in depot.integers.max().map { $0 > 5 } }),
            (#Predicate { $0.notes!.isEmpty }, { depot in depot.notes.map { $0.isEmpty } }),
            (#Predicate { $0.notes!.max() == "note 1" }, { depot in depot.notes.map { $0.max() == "note 1" } }),
            (
                #Predicate { ($0.notes?.filter { 10 / ($0.count - 6) > 0 }.count ?? 7) == 7 },
                { depot in
                    guard let notes = depot.notes else { return true }
                    return notes.isEmpty ? false : nil
                }
            ),
            (
                #Predicate { $0.notes?.contains { 10 / ($0.count - 6) > 0 } == nil },
                { depot in
                    guard let notes = depot.notes else { return true }
                    return notes.isEmpty ? false : nil
                }
            ),
            (
                #Predicate { $0.integers.filter { 10 / $0 > 0 }.max() == nil },
                { $0.integers.contains(0) ? nil : !$0.integers.contains { 10 / $0 > 0 } }
            ),
            (#Predicate { $0.gaps[1] == nil }, { $0.gaps.count > 1 ? $0.gaps[1] == nil : nil }),
            (#Predicate { $0.gaps[0] == "a" }, { $0.gaps.isEmpty ? nil : $0.gaps[0] == "a" }),
        ]
        for (predicate, oracle) in tests {
            for (wanted, tested) in [(true, predicate), (false, negated(predicate))] {
                let expected = depots.all.filter { oracle($0) == wanted }.map(\.index)
                let found = try context.fetch(FetchDescriptor(predicate: tested)).map(\.index).sorted()
                #expect(found == expected, "\(QueryNode(tested))")
                let memory = depots.all.filter { depot in
                    var evaluator = QueryEvaluator(QueryNode(tested))
                    return evaluator.matches(ModelRow(depot))
                }
                #expect(memory.map(\.index) == expected, "in memory: \(QueryNode(tested))")
                let statement = try SelectStatement(
                    layout: StoreLayout(schema: Schema(Depots.types)),
                    dialect: SQLiteDialect(),
                    entity: "Depot",
                    storeIdentifier: nil,
                    query: QueryNode(tested)
                )
                #expect(statement.residualReason == nil, "\(QueryNode(tested))")
            }
        }
    }

    @Test("A relationship has no order: a leg that decides counts more than one that fails")
    func unorderedFailures() throws {
        let fleet = Fleet()
        let context = try saved(Fleet.types, fleet.voyages)
        let tests: [(Predicate<Voyage>, (Voyage) -> Bool?)] = [
            (
                #Predicate { $0.legs.contains { 100 / ($0.miles - 10) > 10 } },
                { voyage in
                    let results = voyage.legs.map { $0.miles == 10 ? nil : 100 / ($0.miles - 10) > 10 }
                    return results.contains(true) ? true : results.contains(nil) ? nil : false
                }
            ),
            (
                #Predicate { $0.legs.allSatisfy { 100 / ($0.miles - 10) < 5 } },
                { voyage in
                    let results = voyage.legs.map { $0.miles == 10 ? nil : 100 / ($0.miles - 10) < 5 }
                    return results.contains(false) ? false : results.contains(nil) ? nil : true
                }
            ),
            (#Predicate { $0.captain!.voyages.isEmpty }, { $0.captain == nil ? nil : false }),
            (
                #Predicate { $0.captain!.voyages.count == 5 },
                { $0.captain?.voyages.count == nil ? nil : $0.captain?.voyages.count == 5 }
            ),
        ]
        for (predicate, oracle) in tests {
            for (wanted, tested) in [(true, predicate), (false, negated(predicate))] {
                let expected = fleet.voyages.filter { oracle($0) == wanted }.map(\.name).sorted()
                let found = try context.fetch(FetchDescriptor(predicate: tested)).map(\.name).sorted()
                #expect(found == expected, "\(QueryNode(tested))")
            }
        }
    }

    @Test("Bytes that are no array match nothing, and nothing stops the statement")
    func corrupted() throws {
        let folder = try TemporaryFolder()
        let file = folder.file
        try {
            let container = try ModelContainer(
                for: Schema(Depots.types),
                configurations: [ModelConfiguration(url: file)]
            )
            let context = ModelContext(container)
            for depot in Depots().all { context.insert(depot) }
            try context.save()
        }()
        try folder.sqlite3("UPDATE ZDEPOT SET ZINTEGERS = x'00FF', ZNOTES = x'00FF' WHERE ZINDEX % 2 = 0")
        let container = try ModelContainer(for: Schema(Depots.types), configurations: [ModelConfiguration(url: file)])
        let context = ModelContext(container)
        let odd = 4
        #expect(try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { $0.integers.count < 99 })) == odd)
        #expect(
            try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { !$0.integers.contains(99) })) == odd
        )
        #expect(try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { $0.integers.contains(0) })) == 2)
        #expect(
            try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { $0.integers.max() != 99 })) == odd
        )
        #expect(
            try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { ($0.notes?.count ?? 0) < 99 })) == odd
        )
        #expect(try context.fetchCount(FetchDescriptor<Depot>(predicate: #Predicate { ($0.notes ?? []).isEmpty })) == 1)
    }
}

extension Array {
    /// Returns the result of Swift's loop over the elements; nil where it fails.
    fileprivate func firstDecisive(_ decides: Bool, _ test: (Element) -> Bool?) -> Bool? {
        for element in self {
            guard let result = test(element) else { return nil }
            if result == decides { return decides }
        }
        return !decides
    }
}
