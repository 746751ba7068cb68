import Testing

@Suite("#Predicate builds a node for each operator")
struct PredicateOperatorTests {
    @Test("A literal stays in the statement of its parent")
    func comparison() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.name == "Rome" }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions._build_Equal(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg("Rome"))
                return _$3
                })
            """#
        )
    }

    @Test("Conditions are joined from the left")
    func logic() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in trip.isOpen && !trip.isPrivate || trip.days >= days }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isPrivate)
                let _$3 = Foundation.PredicateExpressions.build_Negation(_$2)
                let _$4 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$1, rhs: _$3)
                let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                let _$6 = Foundation.PredicateExpressions.build_Comparison(lhs: _$5, rhs: Foundation.PredicateExpressions._build_Arg(days), op: .greaterThanOrEqual)
                let _$7 = Foundation.PredicateExpressions.build_Disjunction(lhs: _$4, rhs: _$6)
                return _$7
                })
            """#
        )
    }

    @Test("Arithmetic, division and remainder")
    func arithmetic() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.price * 2 - 1 < limit && $0.days / 2 == $0.days % 2 && -$0.days != +$0.days }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.price)
                let _$3 = Foundation.PredicateExpressions._build_Arithmetic(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(2), op: .multiply)
                let _$4 = Foundation.PredicateExpressions._build_Arithmetic(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(1), op: .subtract)
                let _$5 = Foundation.PredicateExpressions.build_Comparison(lhs: _$4, rhs: Foundation.PredicateExpressions._build_Arg(limit), op: .lessThan)
                let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$7 = Foundation.PredicateExpressions.build_Division(lhs: _$6, rhs: Foundation.PredicateExpressions._build_Arg(2))
                let _$8 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$9 = Foundation.PredicateExpressions.build_Remainder(lhs: _$8, rhs: Foundation.PredicateExpressions._build_Arg(2))
                let _$10 = Foundation.PredicateExpressions._build_Equal(lhs: _$7, rhs: _$9)
                let _$11 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$12 = Foundation.PredicateExpressions.build_UnaryMinus(_$11)
                let _$13 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$14 = Foundation.PredicateExpressions._build_NotEqual(lhs: _$12, rhs: _$13)
                let _$15 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$5, rhs: _$10)
                let _$16 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$15, rhs: _$14)
                return _$16
                })
            """#
        )
    }

    @Test("A test for nil, a default and a forced unwrapping")
    func optionals() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.note == nil && ($0.note ?? "") != $0.other! }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.note)
                let _$3 = Foundation.PredicateExpressions._build_Equal(lhs: _$2, rhs: Foundation.PredicateExpressions.build_NilLiteral())
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.note)
                let _$5 = Foundation.PredicateExpressions._build_NilCoalesce(lhs: _$4, rhs: Foundation.PredicateExpressions._build_Arg(""))
                let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.other)
                let _$7 = Foundation.PredicateExpressions.build_ForcedUnwrap(_$6)
                let _$8 = Foundation.PredicateExpressions._build_NotEqual(lhs: _$5, rhs: _$7)
                let _$9 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$8)
                return _$9
                })
            """#
        )
    }

    @Test("An optional chain goes on inside a closure")
    func chains() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.place?.city?.name.count == 3 }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.place)
                let _$9 = Foundation.PredicateExpressions._build_flatMap(_$2, { _$3 in
                    let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$3, keyPath: \.city)
                    let _$8 = Foundation.PredicateExpressions._build_flatMap(_$4, { _$5 in
                        let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$5, keyPath: \.name)
                        let _$7 = Foundation.PredicateExpressions.build_KeyPath(root: _$6, keyPath: \.count)
                        return _$7
                    })
                    return _$8
                })
                let _$10 = Foundation.PredicateExpressions._build_Equal(lhs: _$9, rhs: Foundation.PredicateExpressions._build_Arg(3))
                return _$10
                })
            """#
        )
    }

    @Test("Ranges are nodes, with captured bounds as well")
    func ranges() {
        expectExpansion(
            """
            #Predicate<Trip> { (1...5).contains($0.days) && (low..<$0.high).contains(3) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$3 = Foundation.PredicateExpressions.build_contains(Foundation.PredicateExpressions.build_ClosedRange(lower: Foundation.PredicateExpressions._build_Arg(1), upper: Foundation.PredicateExpressions._build_Arg(5)), _$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.high)
                let _$5 = Foundation.PredicateExpressions.build_Range(lower: Foundation.PredicateExpressions._build_Arg(low), upper: _$4)
                let _$6 = Foundation.PredicateExpressions.build_contains(_$5, Foundation.PredicateExpressions._build_Arg(3))
                let _$7 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$6)
                return _$7
                })
            """#
        )
    }

    @Test("A branch without properties waits for its parent to give it a type")
    func conditional() {
        expectExpansion(
            """
            #Predicate<Trip> { ($0.isOpen ? 1 : 2.5) < $0.price }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.isOpen)
                let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.price)
                let _$4 = Foundation.PredicateExpressions.build_Comparison(lhs: Foundation.PredicateExpressions._build_Conditional(_$2, Foundation.PredicateExpressions._build_Arg(1), Foundation.PredicateExpressions._build_Arg(2.5)), rhs: _$3, op: .lessThan)
                return _$4
                })
            """#
        )
    }

    @Test("Casts and type tests")
    func casts() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.place is Hotel && ($0.place as? Hotel)?.stars == 3 && ($0.place as! Hotel).stars > 1 }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.place)
                let _$3 = Foundation.PredicateExpressions.TypeCheck<_, Hotel>(_$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.place)
                let _$5 = Foundation.PredicateExpressions.ConditionalCast<_, Hotel>(_$4)
                let _$8 = Foundation.PredicateExpressions._build_flatMap(_$5, { _$6 in
                    let _$7 = Foundation.PredicateExpressions.build_KeyPath(root: _$6, keyPath: \.stars)
                    return _$7
                })
                let _$9 = Foundation.PredicateExpressions._build_Equal(lhs: _$8, rhs: Foundation.PredicateExpressions._build_Arg(3))
                let _$10 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.place)
                let _$11 = Foundation.PredicateExpressions.ForceCast<_, Hotel>(_$10)
                let _$12 = Foundation.PredicateExpressions.build_KeyPath(root: _$11, keyPath: \.stars)
                let _$13 = Foundation.PredicateExpressions.build_Comparison(lhs: _$12, rhs: Foundation.PredicateExpressions._build_Arg(1), op: .greaterThan)
                let _$14 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$9)
                let _$15 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$14, rhs: _$13)
                return _$15
                })
            """#
        )
    }

    @Test("Subscripts with an index, a key and a default")
    func subscripts() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.items[0] == first && $0.map["a", default: 1] == 2 }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.items)
                let _$3 = Foundation.PredicateExpressions.build_subscript(_$2, Foundation.PredicateExpressions._build_Arg(0))
                let _$4 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(first))
                let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.map)
                let _$6 = Foundation.PredicateExpressions.build_subscript(_$5, Foundation.PredicateExpressions._build_Arg("a"), default: Foundation.PredicateExpressions._build_Arg(1))
                let _$7 = Foundation.PredicateExpressions._build_Equal(lhs: _$6, rhs: Foundation.PredicateExpressions._build_Arg(2))
                let _$8 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$4, rhs: _$7)
                return _$8
                })
            """#
        )
    }

    @Test("A chain of conditions, joined half by half")
    func chain() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.a && ($0.b && $0.c) && $0.d && isOn && isOpen }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.a)
                let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.b)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.c)
                let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.d)
                let _$6 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$2, rhs: _$3)
                let _$7 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$6, rhs: _$4)
                let _$8 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$5, rhs: Foundation.PredicateExpressions._build_Arg(isOn))
                let _$9 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$8, rhs: Foundation.PredicateExpressions._build_Arg(isOpen))
                let _$10 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$7, rhs: _$9)
                return _$10
                })
            """#
        )
    }

    @Test("Ranges without an end that depend on the input, and ~=")
    func openRanges() {
        expectExpansion(
            """
            #Predicate<Trip> { ($0.days...).contains(limit) || (..<$0.days).contains(limit) || 1...5 ~= $0.days }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$3 = Foundation.PredicateExpressions.build_Comparison(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(limit), op: .lessThanOrEqual)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$5 = Foundation.PredicateExpressions.build_Comparison(lhs: _$4, rhs: Foundation.PredicateExpressions._build_Arg(limit), op: .greaterThan)
                let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.days)
                let _$7 = Foundation.PredicateExpressions.build_patternMatch(Foundation.PredicateExpressions.build_ClosedRange(lower: Foundation.PredicateExpressions._build_Arg(1), upper: Foundation.PredicateExpressions._build_Arg(5)), _$6)
                let _$8 = Foundation.PredicateExpressions.build_Disjunction(lhs: _$3, rhs: _$5)
                let _$9 = Foundation.PredicateExpressions.build_Disjunction(lhs: _$8, rhs: _$7)
                return _$9
                })
            """#
        )
    }
}
