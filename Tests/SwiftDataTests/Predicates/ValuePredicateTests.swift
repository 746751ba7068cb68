import SwiftData
import SwiftDataCore
import SwiftDataSQL
import Testing

/// Operations on values, in SQL and in memory, against what a plain closure says.
struct ValuePredicateTests {
    private func savedVessels() throws -> (context: ModelContext, harbour: Harbourside) {
        let container = try ModelContainer(
            for: Schema(Harbourside.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let harbour = Harbourside()
        for vessel in harbour.vessels { context.insert(vessel) }
        try context.save()
        return (context, harbour)
    }

    private func names(_ predicate: Predicate<Vessel>, _ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }

    private func negated(_ predicate: Predicate<Vessel>) -> Predicate<Vessel> {
        Predicate {
            PredicateExpressions.build_Negation(PredicateExpressions.build_evaluatePredicate(predicate, $0))
        }
    }

    private func check(_ test: ValueCase, _ context: ModelContext, _ vessels: [Vessel]) throws {
        for (wanted, predicate) in [(true, test.predicate), (false, negated(test.predicate))] {
            let expected = vessels.filter { test.oracle($0) == wanted }.map(\.name).sorted()
            let query = QueryNode(predicate)
            #expect(try names(predicate, context) == expected, "\(wanted): \(query)")
            var evaluator = QueryEvaluator(query)
            let found = vessels.filter { evaluator.matches(ModelRow($0)) }.map(\.name).sorted()
            #expect(found == expected, "in memory, \(wanted): \(query)")
        }
    }

    @Test("SQL and memory choose what Swift chooses, and the others for the opposite", arguments: ValueCase.all)
    func agreesWithSwift(_ test: ValueCase) throws {
        let (context, harbour) = try savedVessels()
        try check(test, context, harbour.vessels)
    }

    @Test("Every operation tells some rows from others")
    func hasTeeth() throws {
        let (_, harbour) = try savedVessels()
        for test in ValueCase.all {
            let answers = Set(harbour.vessels.map { test.oracle($0) })
            #expect(answers.count > 1, "\(test.testDescription)")
        }
    }

    @Test("The operations are SQL alone, and so are their opposites", arguments: ValueCase.all)
    func isSQL(_ test: ValueCase) throws {
        let layout = try StoreLayout(schema: Schema(Harbourside.types))
        for predicate in [test.predicate, negated(test.predicate)] {
            let statement = try SelectStatement(
                layout: layout,
                dialect: SQLiteDialect(),
                entity: "Vessel",
                storeIdentifier: nil,
                query: QueryNode(predicate)
            )
            #expect((statement.residualReason == nil) == test.isSQL, "\(statement.residualReason ?? statement.sql)")
        }
    }

    @Test("Models and identifiers are compared by key, in SQL; one that is not saved matches nothing that is")
    func identifiers() throws {
        let (context, harbour) = try savedVessels()
        let ada = harbour.ada.persistentModelID
        let noOne: PersistentIdentifier? = nil
        let crew = [ada, harbour.cy.persistentModelID]
        let optionals: [PersistentIdentifier?] = [harbour.bo.persistentModelID, nil]
        let vessel = harbour.vessels[3].persistentModelID
        let stranger = Sailor("Eve", age: 1)
        let unsaved = stranger.persistentModelID
        let foreign = try savedVessels().harbour.ada.persistentModelID
        let tests = [
            ValueCase("captured nil", #Predicate { $0.skipper?.persistentModelID == noOne }) { $0.skipper == nil },
            ValueCase("two to-ones", #Predicate { $0.skipper == $0.mate }) { $0.skipper == $0.mate },
            ValueCase("two to-ones, !=", #Predicate { $0.skipper != $0.mate }) { $0.skipper != $0.mate },
            ValueCase("a to-one of a to-one", #Predicate { $0.skipper?.mentor == $0.mate }) {
                $0.skipper?.mentor == $0.mate
            },
            ValueCase("a to-one behind !", #Predicate { $0.skipper! == $0.mate }) { vessel in
                vessel.skipper.map { $0 == vessel.mate }
            },
            ValueCase("identifier behind ?", #Predicate { $0.skipper?.persistentModelID == ada }) {
                $0.skipper?.persistentModelID == ada
            },
            ValueCase("identifier behind ?, !=", #Predicate { $0.skipper?.persistentModelID != ada }) {
                $0.skipper?.persistentModelID != ada
            },
            ValueCase("identifier behind !", #Predicate { $0.skipper!.persistentModelID != ada }) {
                $0.skipper.map { $0.persistentModelID != ada }
            },
            ValueCase("own identifier", #Predicate { $0.persistentModelID == vessel }) {
                $0.persistentModelID == vessel
            },
            ValueCase("own identifier, !=", #Predicate { $0.persistentModelID != vessel }) {
                $0.persistentModelID != vessel
            },
            ValueCase("identifiers", #Predicate { crew.contains($0.skipper!.persistentModelID) }) {
                $0.skipper.map { crew.contains($0.persistentModelID) }
            },
            ValueCase("optional identifiers", #Predicate { optionals.contains($0.skipper?.persistentModelID) }) {
                optionals.contains($0.skipper?.persistentModelID)
            },
            ValueCase("unsaved", #Predicate { $0.skipper?.persistentModelID == unsaved }) { _ in false },
            ValueCase("unsaved, !=", #Predicate { $0.skipper?.persistentModelID != unsaved }) { _ in true },
            ValueCase("unsaved, behind !", #Predicate { $0.skipper!.persistentModelID != unsaved }) {
                $0.skipper == nil ? nil : true
            },
            ValueCase("of another store", #Predicate { $0.skipper?.persistentModelID == foreign }) { _ in false },
        ]
        let layout = try StoreLayout(schema: Schema(Harbourside.types))
        for test in tests {
            try check(test, context, harbour.vessels)
            let statement = try SelectStatement(
                layout: layout,
                dialect: SQLiteDialect(),
                entity: "Vessel",
                storeIdentifier: ada.storeIdentifier,
                query: QueryNode(test.predicate)
            )
            #expect(statement.residualReason == nil, "\(test.testDescription)")
        }
    }

    @Test("A model that is not saved yet is found by rows that are not saved either")
    func pending() throws {
        let (context, harbour) = try savedVessels()
        let stranger = Sailor("Eve", age: 1)
        let strangerID = stranger.persistentModelID
        context.insert(stranger)
        harbour.vessels[2].skipper = stranger
        harbour.vessels[4].former = harbour.vessels[4].berth
        harbour.vessels[5].fee = harbour.vessels[5].price
        let name = harbour.vessels[2].name
        #expect(try names(#Predicate { $0.skipper?.persistentModelID == strangerID }, context) == [name])
        for test in ValueCase.all {
            let expected = harbour.vessels.filter { test.oracle($0) == true }.map(\.name).sorted()
            #expect(try names(test.predicate, context) == expected, "\(test.testDescription)")
        }
    }
}
