import Testing

@Suite("#Predicate accepts statements that have a value")
struct PredicateStatementTests {
    @Test("if with else")
    func ifElse() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen {
                    return trip.days > 3
                } else {
                    return false
                }
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                let _$3 = Foundation.PredicateExpressions.build_Comparison(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(3), op: .greaterThan)
                let _$4 = Foundation.PredicateExpressions._build_Conditional(_$1, _$3, Foundation.PredicateExpressions._build_Arg(false))
                return _$4
                })
            """#
        )
    }

    @Test("if let with a further condition")
    func ifLet() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                if let note = trip.note, trip.isOpen {
                    note.isEmpty
                } else {
                    true
                }
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.note)
                let _$5 = Foundation.PredicateExpressions.build_optionalBinding(_$1, otherwise: Foundation.PredicateExpressions._build_Arg(true), { note in
                    let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                    let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: note, keyPath: \.isEmpty)
                    let _$4 = Foundation.PredicateExpressions._build_Conditional(_$2, _$3, Foundation.PredicateExpressions._build_Arg(true))
                    return _$4
                })
                return _$5
                })
            """#
        )
    }

    @Test("Local constants")
    func constants() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                let title = trip.name
                let wanted = prefix + suffix
                return title == wanted
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.name)
                let wanted = prefix + suffix
                let _$2 = Foundation.PredicateExpressions._build_Equal(lhs: _$1, rhs: Foundation.PredicateExpressions._build_Arg(wanted))
                return _$2
                })
            """#
        )
    }

    @Test("Two inputs by name and by number")
    func twoInputs() {
        expectExpansion(
            """
            #Predicate<Trip, Item> { trip, item in trip.name == item.name }
            #Predicate<Trip, Item> { $0.name == $1.name }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip, Item>({ trip, item in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.name)
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: item, keyPath: \.name)
                let _$3 = Foundation.PredicateExpressions._build_Equal(lhs: _$1, rhs: _$2)
                return _$3
                })
            Foundation.Predicate<Trip, Item>({ _$1, _$2 in
                let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.name)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: _$2, keyPath: \.name)
                let _$5 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: _$4)
                return _$5
                })
            """#
        )
    }

    @Test("#Expression has the value of its closure")
    func expression() {
        expectExpansion(
            """
            #Expression<Trip, Int> { $0.items.count + 1 }
            """,
            MacroSet.tree,
            #"""
            Foundation.Expression<Trip, Int>({ _$1 in
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: _$1, keyPath: \.items)
                let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: _$2, keyPath: \.count)
                let _$4 = Foundation.PredicateExpressions._build_Arithmetic(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(1), op: .add)
                return _$4
                })
            """#
        )
    }

    @Test("guard, and early exits")
    func earlyExits() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                guard trip.isOpen else { return false }
                if let note = trip.note { return note.isEmpty }
                return trip.days > 1
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                let _$3 = Foundation.PredicateExpressions.build_Comparison(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(1), op: .greaterThan)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.note)
                let _$6 = Foundation.PredicateExpressions.build_optionalBinding(_$4, otherwise: _$3, { note in
                    let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: note, keyPath: \.isEmpty)
                    return _$5
                })
                let _$7 = Foundation.PredicateExpressions._build_Conditional(_$1, _$6, Foundation.PredicateExpressions._build_Arg(false))
                return _$7
                })
            """#
        )
    }

    @Test("Several conditions before and after a binding")
    func mixedConditions() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen, trip.isPaid, let note = trip.note, let days = trip.days { note.count == days } else { false }
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isPaid)
                let _$3 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$1, rhs: _$2)
                let _$4 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.note)
                let _$9 = Foundation.PredicateExpressions.build_optionalBinding(_$4, otherwise: Foundation.PredicateExpressions._build_Arg(false), { note in
                    let _$5 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                    let _$8 = Foundation.PredicateExpressions.build_optionalBinding(_$5, otherwise: Foundation.PredicateExpressions._build_Arg(false), { days in
                        let _$6 = Foundation.PredicateExpressions.build_KeyPath(root: note, keyPath: \.count)
                        let _$7 = Foundation.PredicateExpressions._build_Equal(lhs: _$6, rhs: days)
                        return _$7
                    })
                    return _$8
                })
                let _$10 = Foundation.PredicateExpressions._build_Conditional(_$3, _$9, Foundation.PredicateExpressions._build_Arg(false))
                return _$10
                })
            """#
        )
    }

    @Test("Constants of a branch stay inside it")
    func branchConstants() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen {
                    let limit = 3
                    return trip.days > limit
                } else {
                    return false
                }
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                let _$4 = {
                    let limit = 3
                    let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                    let _$3 = Foundation.PredicateExpressions.build_Comparison(lhs: _$2, rhs: Foundation.PredicateExpressions._build_Arg(limit), op: .greaterThan)
                    return _$3
                }()
                let _$5 = Foundation.PredicateExpressions._build_Conditional(_$1, _$4, Foundation.PredicateExpressions._build_Arg(false))
                return _$5
                })
            """#
        )
    }

    @Test("What the capture list names anew")
    func captureList() {
        expectExpansion(
            """
            #Predicate<Trip> { [text, wanted = self.text] trip in trip.name == wanted && trip.note == text }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let wanted = self.text
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.name)
                let _$2 = Foundation.PredicateExpressions._build_Equal(lhs: _$1, rhs: Foundation.PredicateExpressions._build_Arg(wanted))
                let _$3 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.note)
                let _$4 = Foundation.PredicateExpressions._build_Equal(lhs: _$3, rhs: Foundation.PredicateExpressions._build_Arg(text))
                let _$5 = Foundation.PredicateExpressions.build_Conjunction(lhs: _$2, rhs: _$4)
                return _$5
                })
            """#
        )
    }

    @Test("A constant that nobody uses, for which the compiler must not warn twice")
    func unusedConstant() {
        expectExpansion(
            """
            #Predicate<Trip> { trip in
                let days = trip.days
                return trip.isOpen
            }
            """,
            MacroSet.tree,
            #"""
            Foundation.Predicate<Trip>({ trip in
                let _$1 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.days)
                _ = _$1
                let _$2 = Foundation.PredicateExpressions.build_KeyPath(root: trip, keyPath: \.isOpen)
                return _$2
                })
            """#
        )
    }
}
