import Testing

@Suite("#Predicate builds a node for each method")
struct PredicateMethodTests {
    @Test("Searches and comparisons of text")
    func strings() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.name.localizedStandardContains(text) && $0.name.starts(with: "R") && $0.name.hasPrefix("R") && $0.name.hasSuffix("e") }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions.build_localizedStandardContains(_$2, Foundation.PredicateExpressions._build_Arg(text))
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$5 = Foundation.PredicateExpressions.build_starts(_$4, with: Foundation.PredicateExpressions._build_Arg("R"))
                let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$7 = Foundation.PredicateExpressions.build_hasPrefix(_$6, Foundation.PredicateExpressions._build_Arg("R"))
                let _$8 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$9 = Foundation.PredicateExpressions.build_hasSuffix(_$8, Foundation.PredicateExpressions._build_Arg("e"))
                let _$10 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$5)
                let _$11 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$7, rhs: _$9)
                let _$12 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$10, rhs: _$11)
                return _$12
                })
            """#
        )
    }

    @Test("Dates, with a calendar as it is")
    func dates() {
        expectExpansion(
            """
            #Predicate<Trip> { Calendar.current.component(.year, from: $0.start) == 2027 && calendar.isDate(day, inSameDayAs: $0.start) && $0.start.addingTimeInterval(60) > now }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.start)
                let _$3 = Foundation.PredicateExpressions.build_component(Calendar.current, .year, from: _$2)
                let _$4 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(2027))
                let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.start)
                let _$6 = Foundation.PredicateExpressions.build_isDate(calendar, _$5, inSameDayAs: day)
                let _$7 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.start)
                let _$8 = Foundation.PredicateExpressions.build_addingTimeInterval(_$7, Foundation.PredicateExpressions._build_Arg(60))
                let _$9 = Foundation.PredicateExpressions.build_Comparison(lhs: _$8, rhs: Foundation.PredicateExpressions._build_Arg(now), op: .greaterThan)
                let _$10 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$4, rhs: _$6)
                let _$11 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$10, rhs: _$9)
                return _$11
                })
            """#
        )
    }

    @Test("Orders of text")
    func orders() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.name.localizedCompare(text) == .orderedSame && $0.name.caseInsensitiveCompare(text) == .orderedSame }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions.build_localizedCompare(_$2, Foundation.PredicateExpressions._build_Arg(text))
                let _$4 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(.orderedSame))
                let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$6 = Foundation.PredicateExpressions.build_caseInsensitiveCompare(_$5, Foundation.PredicateExpressions._build_Arg(text))
                let _$7 = Foundation.PredicateExpressions._build_Equal(lhs: _$6, rhs: Foundation.PredicateExpressions._build_Arg(.orderedSame))
                let _$8 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$4, rhs: _$7)
                return _$8
                })
            """#
        )
    }

    @Test("Conversions of text")
    func conversions() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.name.lowercased() == $0.name.uppercased() && $0.name.trimmingCharacters(in: .whitespacesAndNewlines) == "" }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions.build_lowercased(_$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$5 = Foundation.PredicateExpressions.build_uppercased(_$4)
                let _$6 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: _$5)
                let _$7 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$8 = Foundation.PredicateExpressions.build_trimmed(_$7)
                let _$9 = Foundation.PredicateExpressions._build_Equal(lhs: _$8, rhs: Foundation.PredicateExpressions._build_Arg(""))
                let _$10 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$6, rhs: _$9)
                return _$10
                })
            """#
        )
    }

    @Test("Conditions on the elements of a collection")
    func collections() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in trip.items.contains { $0.isDone && trip.isOpen } && trip.items.allSatisfy { item in item.isDone } && trip.items.filter { $0.isDone }.count > 1 && trip.items.contains(where: { !$0.isDone }) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.items)
                let _$6 = Foundation.PredicateExpressions.build_contains(_$1, where: { _$2 in
                    let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: _$2, keyPath: \.isDone)
                    let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                    let _$5 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$4)
                    return _$5
                })
                let _$7 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.items)
                let _$9 = Foundation.PredicateExpressions.build_allSatisfy(_$7, { item in
                    let _$8 = Foundation.PredicateExpressions.build_KeyPath(root: item, keyPath: \.isDone)
                    return _$8
                })
                let _$10 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.items)
                let _$13 = Foundation.PredicateExpressions.build_filter(_$10, { _$11 in
                    let _$12 = Foundation.PredicateExpressions.build_KeyPath(root: _$11, keyPath: \.isDone)
                    return _$12
                })
                let _$14 = Foundation.PredicateExpressions.build_KeyPath(root: _$13, keyPath: \.count)
                let _$15 = Foundation.PredicateExpressions.build_Comparison(lhs: _$14, rhs: Foundation.PredicateExpressions._build_Arg(1), op: .greaterThan)
                let _$16 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.items)
                let _$20 = Foundation.PredicateExpressions.build_contains(_$16, where: { _$17 in
                    let _$18 = Foundation.PredicateExpressions.build_KeyPath(root: _$17, keyPath: \.isDone)
                    let _$19 = Foundation.PredicateExpressions.build_Negation(_$18)
                    return _$19
                })
                let _$21 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$6, rhs: _$9)
                let _$22 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$15, rhs: _$20)
                let _$23 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$21, rhs: _$22)
                return _$23
                })
            """#
        )
    }

    @Test("The least and the greatest element")
    func extremes() {
        expectExpansion(
            """
            #Predicate<Trip> { $0.scores.min() == $0.scores.max() }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.scores)
                let _$3 = Foundation.PredicateExpressions.build_min(_$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.scores)
                let _$5 = Foundation.PredicateExpressions.build_max(_$4)
                let _$6 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: _$5)
                return _$6
                })
            """#
        )
    }

    @Test("Another predicate on a part of the input")
    func evaluate() {
        expectExpansion(
            """
            #Predicate<Trip> { isDone.evaluate($0.first) && $0.note.flatMap { $0.isEmpty } == true }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.first)
                let _$3 = Foundation.PredicateExpressions.build_evaluate(isDone, _$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.note)
                let _$7 = Foundation.PredicateExpressions._build_flatMap(_$4, { _$5 in
                    let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$5, keyPath: \.isEmpty)
                    return _$6
                })
                let _$8 = Foundation.PredicateExpressions._build_Equal(lhs: _$7, rhs: Foundation.PredicateExpressions._build_Arg(true))
                let _$9 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$8)
                return _$9
                })
            """#
        )
    }

    @Test("Key paths in place of closures")
    func keyPaths() {
        expectExpansion(
            #"""
            #Predicate<Trip> { $0.items.contains(where: \.isDone) && $0.items.filter(\Item.isDone).count == 2 }
            """#,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.items)
                let _$5 = Foundation.PredicateExpressions.build_contains(_$2, where: { _$3 in
                    let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$3, keyPath: \.isDone)
                    return _$4
                })
                let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.items)
                let _$9 = Foundation.PredicateExpressions.build_filter(_$6, { _$7 in
                    let _$8 = Foundation.PredicateExpressions.build_KeyPath(root: _$7, keyPath: \.isDone)
                    return _$8
                })
                let _$10 = Foundation.PredicateExpressions.build_KeyPath(root: _$9, keyPath: \.count)
                let _$11 = Foundation.PredicateExpressions._build_Equal(lhs: _$10, rhs: Foundation.PredicateExpressions._build_Arg(2))
                let _$12 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$5, rhs: _$11)
                return _$12
                })
            """#
        )
    }

    @Test("A captured predicate that may be nil")
    func optionalEvaluation() {
        expectExpansion(
            """
            #Predicate<Trip> { (soon?.evaluate($0) ?? true) && later!.evaluate($0) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_evaluate(optional: soon, _$1)
                let _$3 = Foundation.PredicateExpressions._build_NilCoalesce(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(true))
                let _$4 = Foundation.PredicateExpressions.build_evaluate(optional: later, _$1)
                let _$5 = Foundation.PredicateExpressions.build_ForcedUnwrap(_$4)
                let _$6 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$3, rhs: _$5)
                return _$6
                })
            """#
        )
    }

    @Test("A literal array contains an element, never a part of a string")
    func literalArray() {
        expectExpansion(
            """
            #Predicate<Trip> { ["a", "b"].contains($0.name) }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions.SequenceContains(sequence: Foundation.PredicateExpressions._build_Arg(["a", "b"]), element: _$2)
                return _$3
                })
            """#
        )
    }
}
