import Testing

@Suite("#Predicate names what it cannot contain")
struct PredicateDiagnosticTests {
    @Test("A method that there is no node for")
    func call() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.reversed(by: 3) == text }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'reversed(by:)': compute what does not depend on the input outside of it
            """
        )
    }

    @Test("A function of the input")
    func function() {
        expectDiagnostics(
            """
            #Predicate<Trip> { isLong($0.name) }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot call 'isLong': compute what does not depend on the input outside of it
            """
        )
    }

    @Test("A known method with arguments of another form")
    func callArguments() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.starts(at: 3) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'starts(at:)' with these arguments
            """
        )
    }

    @Test("An operator that there is no node for")
    func `operator`() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.flags & 3 == 1 }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot use the operator '&'
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

    @Test("An if without else")
    func ifWithoutElse() {
        expectDiagnostics(
            """
            #Predicate<Trip> { trip in
                if trip.isOpen {
                    true
                }
            }
            """,
            MacroSet.tree,
            """
            2:5: error: a predicate cannot contain 'if' without 'else'
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
            2:5: error: a predicate cannot contain 'switch'
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
            """
            1:20: error: a predicate cannot contain a string interpolation that depends on its input
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
}
