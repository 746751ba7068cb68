import Foundation
import SwiftDataCore
import Testing

private typealias Build = PredicateExpressions

/// Predicates that Foundation's macro cannot write on Linux, with the build functions that ours writes.
struct ConversionTests {
    private func matching(_ predicate: Predicate<Voyage>, _ voyages: [Voyage] = Fleet().voyages) -> [String] {
        var evaluator = QueryEvaluator(QueryNode(predicate))
        return voyages.filter { evaluator.matches(ModelRow($0)) }.map(\.name)
    }

    private func predicate<Node: StandardPredicateExpression<Bool>>(
        _ build: (Build.Variable<Voyage>) -> Node
    ) -> Predicate<Voyage> {
        Predicate { build($0) }
    }

    @Test("localizedStandardContains evaluates, prints and converts")
    func localizedContains() throws {
        let predicate = predicate {
            Build.build_localizedStandardContains(
                Build.build_KeyPath(root: $0, keyPath: \.name),
                Build.build_Arg("CAFE")
            )
        }
        let voyages = Fleet().voyages
        #expect(matching(predicate, voyages) == ["Café", "Cafe\u{301} noir"])
        #expect(try voyages.filter { try predicate.evaluate($0) }.map(\.name) == ["Café", "Cafe\u{301} noir"])
        #expect("\(predicate)".contains("CAFE"))
        #expect(QueryNode(predicate).firstUnsupported == nil)
    }

    @Test("The comparisons of strings compare with ComparisonResult")
    func comparisonResults() throws {
        let predicate = predicate {
            Build.build_Equal(
                lhs: Build.build_caseInsensitiveCompare(
                    Build.build_KeyPath(root: $0, keyPath: \.name),
                    Build.build_Arg("STRASSE")
                ),
                rhs: Build.build_Arg(ComparisonResult.orderedSame)
            )
        }
        // NSString's own: the method of String is also what the predicate calls.
        let expected = Fleet().voyages.map(\.name).filter {
            NSString(string: $0).caseInsensitiveCompare("STRASSE") == .orderedSame
        }
        #expect(expected == ["STRASSE", "straße"])
        #expect(matching(predicate) == expected)
        #expect(QueryNode(predicate).firstUnsupported == nil)
        #expect(!"\(predicate)".isEmpty)
    }

    @Test("A nested predicate evaluates, prints and converts")
    func nested() throws {
        let inner = #Predicate<Voyage> { $0.days > 8 }
        let predicate = predicate { Build.build_evaluatePredicate(inner, $0) }
        let voyages = Fleet().voyages
        let expected = try voyages.filter { try inner.evaluate($0) }.map(\.name)
        #expect(matching(predicate, voyages) == expected)
        #expect(try voyages.filter { try predicate.evaluate($0) }.map(\.name) == expected)
        #expect(!"\(predicate)".isEmpty)
    }

    @Test("A nested expression converts")
    func nestedExpression() throws {
        let double = #Expression<Voyage, Int> { $0.days * 2 }
        let predicate = predicate {
            Build.build_Comparison(
                lhs: Build.build_evaluateExpression(double, $0),
                rhs: Build.build_Arg(16),
                op: .greaterThan
            )
        }
        let voyages = Fleet().voyages
        let expected = voyages.filter { $0.days > 8 }.map(\.name)
        #expect(matching(predicate, voyages) == expected)
        #expect(try voyages.filter { try predicate.evaluate($0) }.map(\.name) == expected)
        #expect(!"\(predicate)".isEmpty)
    }

    @Test("Prefix, suffix, case and trimming are additions that evaluate and print")
    func additions() throws {
        let predicates = [
            predicate { Build.build_hasSuffix(Build.build_KeyPath(root: $0, keyPath: \.name), Build.build_Arg("9")) },
            predicate {
                Build.build_Equal(
                    lhs: Build.build_lowercased(Build.build_KeyPath(root: $0, keyPath: \.name)),
                    rhs: Build.build_Arg("alpha 9")
                )
            },
        ]
        for predicate in predicates {
            #expect(matching(predicate) == ["Alpha 9"])
            #expect(!"\(predicate)".isEmpty)
        }
    }

    @Test("Models and identifiers convert to identifiers")
    func identifiers() throws {
        let fleet = Fleet()
        let ada = fleet.ada
        let id = fleet.voyages[3].persistentModelID
        let ids = [fleet.voyages[1].persistentModelID, fleet.voyages[2].persistentModelID]
        #expect(matching(#Predicate { $0.persistentModelID == id }, fleet.voyages) == ["Café"])
        #expect(matching(#Predicate { $0.id == id }, fleet.voyages) == ["Café"])
        #expect(matching(#Predicate { ids.contains($0.persistentModelID) }, fleet.voyages) == ["alpha 10", "Alpha 9"])
        let adaID = ada.persistentModelID
        let hers = fleet.voyages.filter { $0.captain === ada }.map(\.name)
        #expect(matching(#Predicate { $0.captain?.persistentModelID == adaID }, fleet.voyages) == hers)
    }

    @Test("A computed property is evaluated in memory, and said to be unsupported")
    func computed() throws {
        let predicate = #Predicate<Voyage> { $0.title == "Café!" }
        #expect(QueryNode(predicate).firstUnsupported?.description.contains("not stored") == true)
        #expect(matching(predicate) == ["Café"])
    }

    @Test(
        "Rows whose evaluation fails do not match, nor does the opposite",
        arguments: [
            PredicateCase("division by zero", #Predicate { 10 / $0.days == 1 }),
            PredicateCase("remainder", #Predicate { 10 % $0.days == 1 }),
            PredicateCase("overflow", #Predicate { $0.crew * 2 == 0 }),
            PredicateCase("nil unwrapped", #Predicate { $0.note! == "note 4" }),
        ]
    )
    func failing(_ test: PredicateCase) {
        let voyages = Fleet().voyages
        let node = QueryNode(test.predicate)
        var evaluator = QueryEvaluator(node)
        var opposite = QueryEvaluator(.not(node))
        let neither = voyages.filter { !evaluator.matches(ModelRow($0)) && !opposite.matches(ModelRow($0)) }
        #expect(!neither.isEmpty)
        #expect(neither.count < voyages.count)
        #expect(evaluator.firstFailure != nil)
    }

    @Test("Chains are flat, however long")
    func chains() throws {
        var predicate = #Predicate<Voyage> { $0.days == -100 }
        for _ in 0..<3 {
            let inner = predicate
            predicate = self.predicate {
                Build.build_Disjunction(
                    lhs: Build.build_evaluatePredicate(inner, $0),
                    rhs: Build.build_Equal(lhs: Build.build_KeyPath(root: $0, keyPath: \.days), rhs: Build.build_Arg(1))
                )
            }
        }
        guard case .logic(.or(let operands)) = QueryNode(predicate) else {
            Issue.record("no disjunction")
            return
        }
        #expect(operands.count == 4)
    }
}

struct QueryDescriptionTests {
    @Test("A query describes itself without stored values")
    func description() {
        let secret = "secret"
        let days = [1, 2]
        // In parts: Foundation's macro makes one expression of a closure, which takes the type checker too long.
        let predicate = Predicate(all: [
            #Predicate<Voyage> { $0.name == secret },
            #Predicate<Voyage> { !days.contains($0.days) },
            Predicate(any: [
                #Predicate<Voyage> { $0.captain?.name != nil },
                #Predicate<Voyage> { $0.legs.contains { $0.miles > 3 } },
            ]),
        ])
        #expect(
            QueryNode(predicate).description == """
                (($0.name == ?) && ![2 values].contains($0.days) \
                && (($0.captain.flatMap { v1 in v1.name } != nil) || $0.legs.contains { v2 in (v2.miles > ?) }))
                """
        )
    }
}
