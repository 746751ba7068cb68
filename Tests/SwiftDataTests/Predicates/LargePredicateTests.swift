import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataTesting
import Testing

private typealias Build = PredicateExpressions

/// Long lists, many conditions and deep ones.
struct LargePredicateTests {
    private func statement(_ query: QueryNode) throws -> SelectStatement {
        try SelectStatement(
            layout: StoreLayout(schema: Schema(Fleet.types)),
            dialect: SQLiteDialect(),
            entity: "Voyage",
            storeIdentifier: nil,
            query: query
        )
    }

    private func check(
        _ name: String,
        _ predicate: Predicate<Voyage>,
        _ fleet: Fleet,
        _ context: ModelContext
    ) throws {
        let expected = try fleet.voyages.filter { try predicate.evaluate($0) }.map(\.name).sorted()
        #expect(!expected.isEmpty && expected.count < fleet.voyages.count, "\(name) says nothing")
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted() == expected, "\(name)")
        let statement = try statement(QueryNode(predicate))
        #expect(statement.residualReason == nil, "\(name)")
        #expect(statement.bindings.count < 10, "\(name)")
    }

    @Test("Lists of 20,000 values of each type, and of 100,000 numbers, are one binding")
    func lists() throws {
        let (context, fleet) = try Fleet.saved()
        let count = 20_000
        let integers = Array(3..<100_000)
        let unsigned = (0..<count).map { UInt64($0 * 7 + 1) } + [.max, 7]
        let doubles = (0..<count).map { Double($0) + 0.1 } + [0.5, .infinity, .nan]
        let dates = (0..<count).map { Date(timeIntervalSinceReferenceDate: Double($0) * 3 * 86_400) }
        let texts = (0..<count).map { "x\($0)" } + ["Cafe\u{301}", "Omega\r\nnew", "a\0b", "Alpha"]
        let plain = (0..<count).map { "x\($0)" } + ["Alpha"]
        let codes = (0..<count).map { _ in UUID() } + [fleet.voyages[2].code]
        let prices = (0..<count).map { Decimal($0 * 2 + 1) / 8 }
        let optionals = (0..<count).map { index -> String? in "note \(index * 2)" } + [nil]
        let season = Array(repeating: Season.summer, count: count)
        try check("integers", #Predicate { integers.contains($0.days) }, fleet, context)
        try check("unsigned", #Predicate { unsigned.contains($0.tons) }, fleet, context)
        try check("doubles", #Predicate { doubles.contains($0.speed) }, fleet, context)
        try check("dates", #Predicate { dates.contains($0.start) }, fleet, context)
        try check("texts", #Predicate { texts.contains($0.name) }, fleet, context)
        try check("plain texts", #Predicate { plain.contains($0.name) }, fleet, context)
        try check("UUIDs", #Predicate { codes.contains($0.code) }, fleet, context)
        try check(
            "decimals",
            #Predicate { voyage in voyage.price.flatMap { prices.contains($0) } == true },
            fleet,
            context
        )
        try check("optionals", #Predicate { optionals.contains($0.note) }, fleet, context)
        try check("enums", #Predicate { season.contains($0.season) }, fleet, context)
    }

    @Test("Lists of 10,000 composite values, models and identifiers are few bindings")
    func structuredLists() throws {
        let (context, fleet) = try Fleet.saved()
        let harbours =
            (0..<10_000).map { (index: Int) in Harbour(city: "x\(index)", pier: index) } + [
                Harbour(city: "Kiel"), Harbour(city: "Cuxhaven", pier: 5),
            ]
        try check("composites", #Predicate { harbours.contains($0.from) }, fleet, context)
        let one = try #require(fleet.voyages[3].persistentModelID.resolved.storeIdentifier)
        let ids =
            (1_000..<11_000).map { PersistentIdentifier(store: one, entity: "Voyage", row: $0) }
            + fleet.voyages[2...4].map(\.persistentModelID)
        let found = try context.fetch(
            FetchDescriptor<Voyage>(predicate: #Predicate { ids.contains($0.persistentModelID) })
        )
        #expect(Set(found.map(\.name)) == Set(fleet.voyages[2...4].map(\.name)))
    }

    @Test("A dictionary of 10,000 entries is one binding")
    func dictionaries() throws {
        let (context, fleet) = try Fleet.saved()
        var byName = Dictionary(uniqueKeysWithValues: (0..<10_000).map { ("x\($0)", $0) })
        byName["Cafe\u{301}"] = 7
        byName["Alpha"] = 7
        byName["Zebra"] = 8
        let names = byName
        let speeds: [Double: String] = Dictionary(
            uniqueKeysWithValues: (0..<1_000).map { (Double($0) + 100, "far") } + [(0.5, "slow"), (7.25, "a\0b")]
        )
        let nul = "a\0b"
        try check("text keys", #Predicate { names[$0.name] == 7 }, fleet, context)
        try check("text keys, default", #Predicate { names[$0.name, default: 7] == 7 }, fleet, context)
        try check("number keys", #Predicate { speeds[$0.speed] == nul }, fleet, context)
        try check("number keys, nil", #Predicate { speeds[$0.speed] == nil }, fleet, context)
    }

    @Test("2,000 conditions in a row choose the right rows, in SQL")
    func longChains() throws {
        let (context, fleet) = try Fleet.saved()
        var any = Predicate<Voyage> { _ in Build.build_Arg(false) }
        var all = Predicate<Voyage> { _ in Build.build_Arg(true) }
        for index in 0..<1_000 {
            let (before, after) = (any, all)
            let number = index * 5
            let name = "x\(index)"
            let part = #Predicate<Voyage> { $0.days == number || $0.captain?.name == name }
            let other = #Predicate<Voyage> { $0.days != number && !($0.note == name) }
            any = Predicate {
                Build.build_Disjunction(
                    lhs: Build.build_evaluatePredicate(before, $0),
                    rhs: Build.build_evaluatePredicate(part, $0)
                )
            }
            all = Predicate {
                Build.build_Conjunction(
                    lhs: Build.build_evaluatePredicate(after, $0),
                    rhs: Build.build_evaluatePredicate(other, $0)
                )
            }
        }
        for (predicate, isAny) in [(any, true), (all, false)] {
            let query = QueryNode(predicate)
            #expect(query.firstUnsupported == nil)
            #expect(query.description.count > 1_000)
            #expect(try statement(query).residualReason == nil)
            let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
            let expected = fleet.voyages.filter { ($0.days >= 0 && $0.days % 5 == 0) == isAny }.map(\.name).sorted()
            #expect(found == expected)
        }
    }

    /// A predicate with its value for each voyage, nil where its evaluation fails.
    private struct Truth {
        var predicate: Predicate<Voyage>
        var values: [Bool?]

        init(_ predicate: Predicate<Voyage>, _ values: [Bool?]) {
            self.predicate = predicate
            self.values = values
        }

        static func && (lhs: Truth, rhs: Truth) -> Truth {
            let (left, right) = (lhs.predicate, rhs.predicate)
            return Truth(
                Predicate {
                    Build.build_Conjunction(
                        lhs: Build.build_evaluatePredicate(left, $0),
                        rhs: Build.build_evaluatePredicate(right, $0)
                    )
                },
                zip(lhs.values, rhs.values).map { $0 == true ? $1 : $0 }
            )
        }

        static func || (lhs: Truth, rhs: Truth) -> Truth {
            let (left, right) = (lhs.predicate, rhs.predicate)
            return Truth(
                Predicate {
                    Build.build_Disjunction(
                        lhs: Build.build_evaluatePredicate(left, $0),
                        rhs: Build.build_evaluatePredicate(right, $0)
                    )
                },
                zip(lhs.values, rhs.values).map { $0 == false ? $1 : $0 }
            )
        }

        static prefix func ! (operand: Truth) -> Truth {
            let inner = operand.predicate
            return Truth(
                Predicate { Build.build_Negation(Build.build_evaluatePredicate(inner, $0)) },
                operand.values.map { value in value.map { !$0 } }
            )
        }
    }

    private func check(_ truth: Truth, _ name: String, _ fleet: Fleet, _ context: ModelContext) throws {
        for (wanted, tested) in [(true, truth), (false, !truth)] {
            let query = QueryNode(tested.predicate)
            #expect(query.firstUnsupported == nil)
            #expect(!query.description.isEmpty)
            #expect(try statement(query).residualReason == nil, "\(name), \(wanted)")
            let expected = zip(fleet.voyages, truth.values).filter { $0.1 == wanted }.map(\.0.name).sorted()
            let found = try context.fetch(FetchDescriptor(predicate: tested.predicate)).map(\.name).sorted()
            #expect(found == expected, "\(name), \(wanted)")
            let memory = fleet.voyages.filter { voyage in
                var evaluator = QueryEvaluator(query)
                return evaluator.matches(ModelRow(voyage))
            }
            #expect(memory.map(\.name).sorted() == expected, "\(name), \(wanted), in memory")
        }
    }

    @Test("2,000 conditions that may fail choose the right rows, in SQL")
    func failingChains() throws {
        let (context, fleet) = try Fleet.saved()
        func part(_ number: Int) -> Truth {
            Truth(
                #Predicate { number / $0.days == 400 },
                fleet.voyages.map { $0.days == 0 ? nil : number / $0.days == 400 }
            )
        }
        try check((1..<2_000).reduce(part(0)) { $0 || part($1) }, "or", fleet, context)
        try check((1..<2_000).reduce(!part(0)) { $0 && !part($1) }, "and", fleet, context)
    }

    @Test("200 levels of && and || in one another choose the right rows, in SQL", arguments: [1, 2, 3, 4])
    func deep(_ shape: UInt64) throws {
        let (context, fleet) = try Fleet.saved()
        var random = ScriptRandom(seed: shape)
        func leaf() -> Truth {
            let value = Int(random.next() % 14) - 3
            let truth = Truth(#Predicate { $0.days == value }, fleet.voyages.map { $0.days == value })
            return random.next() % 2 == 0 ? truth : !truth
        }
        var truth = leaf()
        for level in 0..<200 {
            let (left, right) = shape == 1 ? (truth, leaf()) : (leaf(), truth)
            truth = level % 2 == 0 ? left && right : left || right
            if shape > 2, level % 3 == 0 { truth = !truth }
            if shape == 4, level % 5 == 0 { truth = (leaf() && leaf()) || (truth && (leaf() || leaf())) }
        }
        try check(truth, "shape \(shape)", fleet, context)
    }

    @Test("2,000 times ! is nothing, or one")
    func negations() throws {
        let (context, fleet) = try Fleet.saved()
        let truth = Truth(#Predicate { $0.days > 3 }, fleet.voyages.map { $0.days > 3 })
        try check((0..<2_001).reduce(truth) { truth, _ in !truth }, "negations", fleet, context)
    }

    @Test("What is too deep for the database is decided in memory, after the rest has narrowed the rows")
    func tooDeep() throws {
        let (context, fleet) = try Fleet.saved()
        var inner = #Predicate<Voyage> { $0.days > 3 }
        for _ in 0..<20 {
            let before = inner
            inner = #Predicate<Voyage> { voyage in voyage.ports.contains { $0.voyages.contains { before.evaluate($0) } }
            }
        }
        let deep = inner
        let predicate = #Predicate<Voyage> { $0.days > 5 && deep.evaluate($0) }
        let statement = try statement(QueryNode(predicate))
        #expect(statement.residual != nil)
        #expect(statement.sql.hasSuffix("WHERE t0.ZDAYS > ?"))
        let expected = fleet.voyages.filter { $0.days > 5 && !$0.ports.isEmpty }.map(\.name).sorted()
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted() == expected)
    }

    @Test("A fetch takes as many statements for many rows as for few")
    func statementCounts() throws {
        let predicates =
            PredicateCase.all.map { ($0.testDescription, $0.predicate) }
            + CollectionPredicateTests.relationships.map { ($0.testDescription, $0.predicate) }
            + [
                ("in memory", #Predicate { $0.legs.contains { $0.name.hashValue == 0 } }),
                ("in memory, chained", #Predicate { $0.captain?.name.hashValue == 0 || $0.ports.isEmpty }),
            ]
        var counts: [[Int]] = []
        for size in [1, 20] {
            let container = try Fleet.container()
            let context = ModelContext(container)
            for _ in 0..<size { for voyage in Fleet().voyages { context.insert(voyage) } }
            try context.save()
            let recorder = StatementRecorder(container)
            counts.append(
                try predicates.map { _, predicate in
                    try recorder.statements {
                        _ = try ModelContext(container).fetch(FetchDescriptor(predicate: predicate))
                    }.count
                }
            )
        }
        for (index, (name, _)) in predicates.enumerated() {
            #expect(
                counts[1][index] <= counts[0][index] && counts[0][index] <= 6,
                "\(name): \(counts.map { $0[index] })"
            )
        }
    }
}
