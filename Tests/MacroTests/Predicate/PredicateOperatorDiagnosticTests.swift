import Testing

@Suite("#Predicate names the operator that it lacks, and the one that stands for it")
struct PredicateOperatorDiagnosticTests {
    @Test("Bits of Booleans and of numbers")
    func bits() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.isOpen & $0.isPaid }
            """,
            MacroSet.tree,
            """
            1:30: error: a predicate cannot use the operator '&': a store cannot take bits apart; conditions are joined by '&&'
              fix-it: use '&&'
            """,
            fixed: """
                #Predicate<Trip> { $0.isOpen && $0.isPaid }
                """
        )
    }

    @Test("Either of two, by bits")
    func eitherBit() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.isOpen | $0.isPaid }
            """,
            MacroSet.tree,
            """
            1:30: error: a predicate cannot use the operator '|': a store cannot take bits apart; conditions are joined by '||'
              fix-it: use '||'
            """,
            fixed: """
                #Predicate<Trip> { $0.isOpen || $0.isPaid }
                """
        )
    }

    @Test("Identity")
    func identity() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.parent === trip }
            """,
            MacroSet.tree,
            """
            1:30: error: a predicate cannot use the operator '===': models are compared by '=='
              fix-it: use '=='
            """,
            fixed: """
                #Predicate<Trip> { $0.parent == trip }
                """
        )
    }

    @Test("No identity")
    func noIdentity() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.parent !== trip }
            """,
            MacroSet.tree,
            """
            1:30: error: a predicate cannot use the operator '!==': models are compared by '!='
              fix-it: use '!='
            """,
            fixed: """
                #Predicate<Trip> { $0.parent != trip }
                """
        )
    }

    @Test("Arithmetic that wraps around")
    func wrapping() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.days &+ 1 == 3 }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot use the operator '&+': use '+'; where a result overflows, the condition does not hold
              fix-it: use '+'
            """,
            fixed: """
                #Predicate<Trip> { $0.days + 1 == 3 }
                """
        )
    }

    @Test("An assignment where a comparison was meant")
    func assignment() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name = text }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot use the operator '=': compare by '=='
              fix-it: use '=='
            """,
            fixed: """
                #Predicate<Trip> { $0.name == text }
                """
        )
    }

    @Test("A shift")
    func shift() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.days << 2 == 8 }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot use the operator '<<': multiply by a power of two
            """
        )
    }

    @Test("The opposite of what may be nil")
    func negatedOptional() {
        expectDiagnostics(
            """
            #Predicate<Trip> { !($0.note?.isEmpty) }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot use the operator '!': the value may be nil, which is compared by '!= true'
              fix-it: use '!= true'
            """,
            fixed: """
                #Predicate<Trip> { $0.note?.isEmpty != true }
                """
        )
    }

    @Test("A subscript by a closed range")
    func closedRange() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.tags[0...2].isEmpty }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot use the operator '...': a subscript takes a range made by '..<'
              fix-it: use '..<'
            """,
            fixed: """
                #Predicate<Trip> { $0.tags[0..<2 + 1].isEmpty }
                """
        )
    }

    @Test("An operator of somebody's own")
    func custom() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.days <> 3 }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot use the operator '<>': it has '==', '!=', '<', '<=', '>', '>=', '&&', '||', '!', '+', '-', '*', '/', '%', '??', '...', '..<' and '~='
            """
        )
    }
}
