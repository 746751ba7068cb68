import Foundation
import SwiftDataCore
import Testing

private typealias Build = PredicateExpressions

/// Types of Foundation's nodes that no other test here reaches, built without a macro.
struct NodeTypeTests {
    private static func predicate<Node: StandardPredicateExpression<Bool>>(
        _ build: (Build.Variable<Voyage>) -> Node
    ) -> Predicate<Voyage> {
        Predicate { build($0) }
    }

    private static let double = Foundation.Expression<Int, Int> {
        Build.build_Arithmetic(lhs: $0, rhs: Build.build_Arg(2), op: .multiply)
    }

    private static var cases: [PredicateCase] {
        [
            PredicateCase(
                "CollectionContainsCollection",
                predicate {
                    Build.build_contains(Build.build_KeyPath(root: $0, keyPath: \.tags), Build.build_Arg(["t1", "x"]))
                }
            ),
            PredicateCase(
                "SequenceStartsWith",
                predicate {
                    Build.build_starts(Build.build_KeyPath(root: $0, keyPath: \.tags), with: Build.build_Arg(["t4"]))
                }
            ),
            PredicateCase(
                "SequenceMinimum and SequenceMaximum",
                predicate {
                    Build.build_Conjunction(
                        lhs: Build.build_Equal(
                            lhs: Build.build_min(Build.build_KeyPath(root: $0, keyPath: \.tags)),
                            rhs: Build.build_Arg("t2" as String?)
                        ),
                        rhs: Build.build_Equal(
                            lhs: Build.build_max(Build.build_KeyPath(root: $0, keyPath: \.tags)),
                            rhs: Build.build_Arg("x" as String?)
                        )
                    )
                }
            ),
            PredicateCase(
                "Range and ClosedRange of the row",
                predicate {
                    Build.build_Disjunction(
                        lhs: Build.build_contains(
                            Build.build_ClosedRange(
                                lower: Build.build_Arg(-20),
                                upper: Build.build_KeyPath(root: $0, keyPath: \.days)
                            ),
                            Build.build_Arg(7)
                        ),
                        rhs: Build.build_contains(
                            Build.build_Range(
                                lower: Build.build_Arg(-20),
                                upper: Build.build_KeyPath(root: $0, keyPath: \.days)
                            ),
                            Build.build_Arg(-2)
                        )
                    )
                }
            ),
            PredicateCase(
                "TypeCheck, ConditionalCast and ForceCast of a value",
                predicate {
                    Build.build_Conjunction(
                        lhs: Build.TypeCheck<_, String>(Build.build_KeyPath(root: $0, keyPath: \.note)),
                        rhs: Build.build_Equal(
                            lhs: Build.ConditionalCast<_, String>(Build.build_KeyPath(root: $0, keyPath: \.note)),
                            rhs: Build.build_Arg("note 4" as String?)
                        )
                    )
                }
            ),
            PredicateCase(
                "ExpressionEvaluate",
                predicate {
                    Build.build_Equal(
                        lhs: Build.build_evaluateExpression(double, Build.build_KeyPath(root: $0, keyPath: \.days)),
                        rhs: Build.build_Arg(4)
                    )
                }
            ),
            PredicateCase(
                "Conditional, NilCoalesce and NilLiteral",
                predicate {
                    Build.build_Conditional(
                        Build.build_Equal(
                            lhs: Build.build_KeyPath(root: $0, keyPath: \.note),
                            rhs: Build.build_NilLiteral()
                        ),
                        Build.build_KeyPath(root: $0, keyPath: \.isOpen),
                        Build.build_NilCoalesce(
                            lhs: Build.build_KeyPath(root: $0, keyPath: \.isPaid),
                            rhs: Build.build_Arg(true)
                        )
                    )
                }
            ),
            PredicateCase(
                "FloatDivision",
                predicate {
                    Build.build_Comparison(
                        lhs: Build.build_Division(
                            lhs: Build.build_KeyPath(root: $0, keyPath: \.speed),
                            rhs: Build.build_Arg(0.25)
                        ),
                        rhs: Build.build_Arg(20),
                        op: .greaterThan
                    )
                }
            ),
        ]
    }

    @Test("Nodes that are built without a macro mean what Foundation makes of them", arguments: cases)
    func agreesWithFoundation(_ test: PredicateCase) throws {
        let voyages = Fleet().voyages
        var evaluator = QueryEvaluator(QueryNode(test.predicate))
        let expected = try voyages.map { try test.predicate.evaluate($0) }
        #expect(voyages.map { evaluator.matches(ModelRow($0)) } == expected)
        #expect(evaluator.firstFailure == nil)
        #expect(Set(expected).count == 2)
    }
}
