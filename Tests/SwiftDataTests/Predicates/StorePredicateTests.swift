import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataTesting
import Testing

private typealias Build = PredicateExpressions

/// The rows that SQL chooses, against those that Foundation's own evaluation chooses.
struct StorePredicateTests {
    private func names(_ predicate: Predicate<Voyage>, _ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }

    private func expected(_ predicate: Predicate<Voyage>, _ fleet: Fleet) throws -> [String] {
        try fleet.voyages.filter { try predicate.evaluate($0) }.map(\.name).sorted()
    }

    private func negated(_ predicate: Predicate<Voyage>) -> Predicate<Voyage> {
        Predicate { Build.build_Negation(Build.build_evaluatePredicate(predicate, $0)) }
    }

    @Test("The store chooses the rows that Foundation chooses, and the others for the opposite")
    func agreesWithFoundation() throws {
        let (context, fleet) = try Fleet.saved()
        for test in PredicateCase.all {
            let expected = try expected(test.predicate, fleet)
            #expect(try names(test.predicate, context) == expected, "\(test.testDescription)")
            #expect(try context.fetchCount(FetchDescriptor(predicate: test.predicate)) == expected.count)
            let others = fleet.voyages.map(\.name).sorted().filter { !expected.contains($0) }
            #expect(try names(negated(test.predicate), context) == others, "not \(test.testDescription)")
        }
    }

    @Test("Unsaved changes count as saved ones do")
    func agreesWithPendingChanges() throws {
        let (context, fleet) = try Fleet.saved()
        for (index, voyage) in fleet.voyages.enumerated() where index % 2 == 0 {
            voyage.days += 2
            voyage.note = index % 4 == 0 ? "note 4" : nil
            voyage.captain = fleet.bo
        }
        for test in PredicateCase.all {
            #expect(try names(test.predicate, context) == expected(test.predicate, fleet), "\(test.testDescription)")
        }
    }

    @Test("All are SQL alone", arguments: PredicateCase.all)
    func isSQL(_ test: PredicateCase) throws {
        let layout = try StoreLayout(schema: Schema(Fleet.types))
        let statement = try SelectStatement(
            layout: layout,
            dialect: SQLiteDialect(),
            entity: "Voyage",
            storeIdentifier: nil,
            query: QueryNode(test.predicate)
        )
        #expect(statement.residualReason == nil)
        let opposite = try SelectStatement(
            layout: layout,
            dialect: SQLiteDialect(),
            entity: "Voyage",
            storeIdentifier: nil,
            query: QueryNode(negated(test.predicate))
        )
        #expect(opposite.residualReason == nil)
    }

    @Test("Random combinations choose what Foundation chooses", arguments: [1, 2, 3, 4])
    func combinations(_ seed: UInt64) throws {
        let (context, fleet) = try Fleet.saved()
        let truths = try PredicateCase.all.map { test in try fleet.voyages.map { try test.predicate.evaluate($0) } }
        var random = ScriptRandom(seed: seed)
        for round in 0..<150 {
            let (predicate, truth) = combine(depth: 3, truths, &random)
            let expected = zip(fleet.voyages, truth).filter(\.1).map(\.0.name).sorted()
            #expect(try names(predicate, context) == expected, "seed \(seed), round \(round): \(QueryNode(predicate))")
        }
    }

    /// A random tree over the cases, with the rows that it has to choose.
    private func combine(
        depth: Int,
        _ truths: [[Bool]],
        _ random: inout ScriptRandom
    ) -> (predicate: Predicate<Voyage>, truth: [Bool]) {
        if depth == 0 || random.next() % 5 == 0 {
            let index = Int(random.next() % UInt64(truths.count))
            return (PredicateCase.all[index].predicate, truths[index])
        }
        let (left, first) = combine(depth: depth - 1, truths, &random)
        let (right, second) = combine(depth: depth - 1, truths, &random)
        switch random.next() % 4 {
        case 0: return (negated(left), first.map { !$0 })
        case 1:
            let both = Predicate<Voyage> {
                Build.build_Conjunction(
                    lhs: Build.build_evaluatePredicate(left, $0),
                    rhs: Build.build_evaluatePredicate(right, $0)
                )
            }
            return (both, zip(first, second).map { $0 && $1 })
        case 2:
            let either = Predicate<Voyage> {
                Build.build_Disjunction(
                    lhs: Build.build_evaluatePredicate(left, $0),
                    rhs: Build.build_evaluatePredicate(right, $0)
                )
            }
            return (either, zip(first, second).map { $0 || $1 })
        default:
            let equal = Predicate<Voyage> {
                Build.build_Equal(
                    lhs: Build.build_evaluatePredicate(left, $0),
                    rhs: Build.build_evaluatePredicate(right, $0)
                )
            }
            return (equal, zip(first, second).map { $0 == $1 })
        }
    }

    @Test("A row whose evaluation fails does not match, nor does it match the opposite")
    func failures() throws {
        let (context, fleet) = try Fleet.saved()
        let predicates: [(Predicate<Voyage>, (Voyage) -> Bool?)] = [
            (#Predicate { 10 / $0.days >= 2 }, { $0.days == 0 ? nil : 10 / $0.days >= 2 }),
            (
                #Predicate { $0.crew * 2 > 0 },
                { $0.crew.multipliedReportingOverflow(by: 2).overflow ? nil : $0.crew > 0 }
            ),
            (#Predicate { $0.captain!.name == "Ada" }, { $0.captain.map { $0.name == "Ada" } }),
            (#Predicate { $0.note!.contains("1") }, { $0.note.map { $0.contains("1") } }),
            (
                #Predicate { 10 / $0.days >= 2 || $0.isOpen },
                { $0.days == 0 ? nil : 10 / $0.days >= 2 || $0.isOpen }
            ),
            (
                #Predicate { $0.isOpen || 10 / $0.days >= 2 },
                { $0.isOpen ? true : $0.days == 0 ? nil : 10 / $0.days >= 2 }
            ),
            (
                #Predicate { $0.captain!.isRetired && $0.isOpen },
                { voyage in voyage.captain.map { $0.isRetired && voyage.isOpen } }
            ),
        ]
        for (predicate, oracle) in predicates {
            let yes = fleet.voyages.filter { oracle($0) == true }.map(\.name).sorted()
            let no = fleet.voyages.filter { oracle($0) == false }.map(\.name).sorted()
            #expect(try names(predicate, context) == yes, "\(QueryNode(predicate))")
            #expect(try names(negated(predicate), context) == no, "not \(QueryNode(predicate))")
        }
    }

    @Test("Models and identifiers are found by their keys")
    func identifiers() throws {
        let (context, fleet) = try Fleet.saved()
        let ada = fleet.ada
        let id = fleet.voyages[3].persistentModelID
        let ids = fleet.voyages[1...2].map(\.persistentModelID)
        let adaID = ada.persistentModelID
        let unsaved = Captain("Nobody")
        let unsavedID = unsaved.persistentModelID
        #expect(try names(#Predicate { $0.persistentModelID == id }, context) == ["Café"])
        #expect(try names(#Predicate { ids.contains($0.persistentModelID) }, context) == ["Alpha 9", "alpha 10"])
        let hers = fleet.voyages.filter { $0.captain === ada }.map(\.name).sorted()
        #expect(try names(#Predicate { $0.captain?.persistentModelID == adaID }, context) == hers)
        #expect(try names(#Predicate { $0.captain?.persistentModelID == unsavedID }, context) == [])
    }

    @Test("A computed property is read from the models, in memory")
    func computed() throws {
        let (context, _) = try Fleet.saved()
        #expect(try names(#Predicate { $0.title == "Café!" }, context) == ["Café"])
    }

    @Test("Lists of any length choose the same rows")
    func longLists() throws {
        let (context, fleet) = try Fleet.saved()
        let days = Array(3...100_003)
        let names = (0..<2_000).map { "x\($0)" } + ["Café", "Alpha"]
        let codes = (0..<2_000).map { _ in UUID() } + [fleet.voyages[2].code]
        let speeds = (0..<2_000).map { Double($0) + 100 } + [7.25]
        #expect(try self.names(#Predicate { days.contains($0.days) }, context).count == 8)
        #expect(try self.names(#Predicate { names.contains($0.name) }, context) == ["Alpha", "Café"])
        #expect(try self.names(#Predicate { codes.contains($0.code) }, context) == ["Alpha 9"])
        #expect(try self.names(#Predicate { speeds.contains($0.speed) }, context).count == 2)
    }
}
