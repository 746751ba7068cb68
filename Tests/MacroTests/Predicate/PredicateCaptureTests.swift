import Testing

@Suite("#Predicate computes beforehand what does not depend on the input")
struct PredicateCaptureTests {
    @Test("Whole expressions of captured values are constants")
    func captured() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.start > Calendar.current.startOfDay(for: now) && $0.id == other.id }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.start)
                let _$3 = Foundation.PredicateExpressions.build_Comparison(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(Calendar.current.startOfDay(for: now)), op: .greaterThan)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.id)
                let _$5 = Foundation.PredicateExpressions._build_Equal(lhs: _$4, rhs: Foundation.PredicateExpressions._build_Arg(other.id))
                let _$6 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$5)
                return _$6
                })
            """#
        )
    }

    @Test("What can trap is left for the evaluation")
    func lazily() {
        expectExpansion(
            """
            #Predicate<Trip> { ids == nil || ids!.contains($0.id) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.id)
                let _$3 = Foundation.PredicateExpressions.build_contains(Foundation.PredicateExpressions.build_ForcedUnwrap(Foundation.PredicateExpressions._build_Arg(ids)), _$2)
                let _$4 = Foundation.PredicateExpressions.build_Disjunction(lhs: Foundation.PredicateExpressions._build_Arg(ids == nil), rhs: _$3)
                return _$4
                })
            """#
        )
    }

    @Test("A condition that does not depend on the input at all")
    func constant() {
        expectExpansion(
            """
            #Predicate<Trip> { _ in isEnabled }
            """,
            MacroSet.tree,
            """
            Foundation.Predicate<Trip>({ _ in
                return Foundation.PredicateExpressions._build_Arg(isEnabled)
                })
            """
        )
    }

    @Test("A captured collection may be transformed")
    func independentClosure() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in names.filter { $0.isEmpty }.contains(trip.name) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.name)
                let _$2 = Foundation.PredicateExpressions.build_contains(Foundation.PredicateExpressions._build_Arg(names.filter {
                                $0.isEmpty
                            }), _$1)
                return _$2
                })
            """#
        )
    }
}
