import Testing

@Suite("#Predicate names the statement or expression that it cannot contain, and what to write in its place")
struct PredicateStatementDiagnosticTests {
    @Test("An if without else")
    func ifWithoutElse() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen {
                    trip.days > 1
                }
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain 'if' without 'else'
              fix-it: add 'else { false }'
            """,
            fixed: """
                #Predicate<Trip> { trip in
                    if trip.isOpen {
                        trip.days > 1
                    } else { false }
                }
                """
        )
    }

    @Test("An else if without else")
    func elseIfWithoutElse() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen {
                    true
                } else if trip.isPaid {
                    false
                }
            }
            """,
            MacroSet.tree,
            """
            4:12: error: a predicate cannot contain 'if' without 'else'
              fix-it: add 'else { false }'
            """,
            fixed: """
                #Predicate<Trip> { trip in
                    if trip.isOpen {
                        true
                    } else if trip.isPaid {
                        false
                    } else { false }
                }
                """
        )
    }

    @Test("An if without else in an expression, whose other value nobody knows")
    func expressionIfWithoutElse() {
        expectDiagnostics(
            """
            #Expression<Trip, Int> { if $0.isOpen { 1 } }
            """,
            MacroSet.tree,
            """
            1:26: error: an expression cannot contain 'if' without 'else'
            """
        )
    }

    @Test("Two conditions, one below the other")
    func severalConditions() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                trip.isOpen
                trip.days > 1
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate has one value: join its conditions by '&&'
              fix-it: join the conditions by '&&'
            """,
            fixed: """
                #Predicate<Trip> { trip in
                    trip.isOpen &&
                    trip.days > 1
                }
                """
        )
    }

    @Test("A statement before the value")
    func statement() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                print(trip)
                return true
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain statements before its value
            """
        )
    }

    @Test("An assignment before the value")
    func assignment() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                trip.days = 3
                return true
            }
            """,
            MacroSet.tree,
            """
            2:15: error: a predicate cannot use the operator '=': compare by '=='
              fix-it: use '=='
            """,
            fixed: """
                #Predicate<Trip> { trip in
                    trip.days == 3
                    return true
                }
                """
        )
    }

    @Test("A closure without anything")
    func empty() {
        expectDiagnostics(
            """
            #Predicate<Trip> { _ in }
            """,
            MacroSet.tree,
            """
            1:18: error: a predicate cannot be an empty closure: write 'true' where every value matches
            """
        )
    }

    @Test("A constant at the end")
    func missingValue() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                let days = trip.days
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate needs a value at its end
            """
        )
    }

    @Test("A return of nothing")
    func emptyReturn() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                return
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate needs a value at its end
            """
        )
    }

    @Test("A loop")
    func loop() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                for item in trip.items { if item.isDone { return true } }
                return false
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain 'for': use 'contains(where:)' or 'allSatisfy(_:)'
            """
        )
    }

    @Test("A function")
    func function() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                func f() -> Bool { true }
                return trip.isOpen
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain a declaration of a function
            """
        )
    }

    @Test("A pattern in a condition")
    func pattern() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                if case .calm = trip.mood { true } else { false }
            }
            """,
            MacroSet.tree,
            """
            2:8: error: a predicate cannot contain 'if case': compare by '==', or use 'if let'
            """
        )
    }

    @Test("A test for availability")
    func availability() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                if #available(macOS 14, *) { true } else { trip.isOpen }
            }
            """,
            MacroSet.tree,
            """
            2:8: error: a predicate cannot contain a test for availability
            """
        )
    }

    @Test("A variable without a value")
    func uninitialised() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                let days: Int
                return trip.isOpen
            }
            """,
            MacroSet.tree,
            """
            2:9: error: a predicate cannot contain a constant without a value
            """
        )
    }

    @Test("A tuple that is taken apart")
    func tuple() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                let (a, b) = (trip.days, 3)
                return a > b
            }
            """,
            MacroSet.tree,
            """
            2:9: error: a predicate cannot contain a constant that takes a value of its input apart
            """
        )
    }

    @Test("A switch over the input")
    func `switch`() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                switch trip.days {
                case 1: true
                default: false
                }
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain 'switch': use 'if' and 'else if', or '==' joined by '||'
            """
        )
    }

    @Test("Something to wait for")
    func waiting() {
        expectDiagnostics(
            """
            #Predicate<Trip> { await $0.isOpen }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot contain 'await': compute the awaited value before
            """
        )
    }

    @Test("A failure that is taken for nil")
    func tryOptional() {
        expectDiagnostics(
            """
            #Predicate<Trip> { (try? $0.check()) == true }
            """,
            MacroSet.tree,
            """
            1:21: error: a predicate cannot contain 'try?' or 'try!': where a condition fails, it does not hold
            """
        )
    }

    @Test("A string made of the input")
    func interpolation() {
        expectDiagnostics(
            #"""
            #Predicate<Trip> { "\($0.days)" == text }
            """#,
            MacroSet.tree,
            #"""
            1:20: error: a predicate cannot contain a string interpolation that depends on its input: compare the parts one by one
            """#
        )
    }

    @Test("An array made of the input")
    func array() {
        expectDiagnostics(
            """
            #Predicate<Trip> { [$0.days, 3].contains(2) }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot contain an array that depends on its input: compare the elements, joined by '||'
            """
        )
    }

    @Test("A tuple of the input")
    func tupleOfInput() {
        expectDiagnostics(
            """
            #Predicate<Trip> { ($0.days, 3) == (2, 3) }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot contain a tuple: compare the elements, joined by '&&'
            """
        )
    }

    @Test("A range without an end, on its own")
    func range() {
        expectDiagnostics(
            """
            #Predicate<Trip> { text == $0.days... }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot contain the range '$0.days...' here: use it with 'contains(_:)', or compare by '<' and '>'
            """
        )
    }

    @Test("A function in place of the closure")
    func noClosure() {
        expectDiagnostics(
            """
            #Predicate<Trip>(isOpen)
            """,
            MacroSet.tree,
            """
            1:1: error: #Predicate needs a closure written in place
            """
        )
    }

    @Test("A closure of two parameters inside")
    func parameters() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.contains { a, b in a == b } }
            """,
            MacroSet.tree,
            """
            1:38: error: a closure inside a predicate takes one parameter
            """
        )
    }
}
