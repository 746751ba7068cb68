import Testing

@Suite("#Predicate names the call that it cannot make, what it can and the nearest alternative")
struct PredicateCallDiagnosticTests {
    @Test("A method of somebody's own")
    func ownMethod() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.matches() }
            """,
            MacroSet.tree,
            """
            1:23: error: a predicate cannot call 'matches()': use 'contains(_:)'
            """
        )
    }

    @Test("A method that nobody has heard of")
    func unknownMethod() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.isPopular(by: 3) }
            """,
            MacroSet.tree,
            """
            1:23: error: a predicate cannot call 'isPopular(by:)': a store cannot run it; compute what does not depend on the input outside, or 'evaluate' another predicate
              note: it can call 'addingTimeInterval(_:)', 'allSatisfy(_:)', 'caseInsensitiveCompare(_:)', 'component(_:from:)', 'contains(_:)', 'contains(where:)', 'evaluate(_:)', 'filter(_:)', 'flatMap(_:)', 'hasPrefix(_:)', 'hasSuffix(_:)', 'isDate(_:inSameDayAs:)', 'localizedCompare(_:)', 'localizedStandardCompare(_:)', 'localizedStandardContains(_:)', 'lowercased()', 'max()', 'min()', 'starts(with:)', 'timeIntervalSince(_:)', 'trimmingCharacters(in:)', 'uppercased()'
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
            1:20: error: a predicate cannot call 'isLong': a store cannot run it; compute what does not depend on the input outside, or 'evaluate' another predicate
            """
        )
    }

    @Test("A conversion of the input")
    func conversion() {
        expectDiagnostics(
            """
            #Predicate<Trip> { Double($0.days) > 2.5 }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot call 'Double': a store cannot convert values; convert the value that this is compared with instead
            """
        )
    }

    @Test("A slip of the pen")
    func slip() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.contians(text) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'contians(_:)': use 'contains'
              fix-it: use 'contains'
            """,
            fixed: """
                #Predicate<Trip> { $0.name.contains(text) }
                """
        )
    }

    @Test("A slip in a long name")
    func longSlip() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.localisedStandardContains(text) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'localisedStandardContains(_:)': use 'localizedStandardContains'
              fix-it: use 'localizedStandardContains'
            """,
            fixed: """
                #Predicate<Trip> { $0.name.localizedStandardContains(text) }
                """
        )
    }

    @Test("A search that another stands for")
    func search() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.localizedCaseInsensitiveContains(text) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'localizedCaseInsensitiveContains(_:)': use 'localizedStandardContains'
              fix-it: use 'localizedStandardContains'
            """,
            fixed: """
                #Predicate<Trip> { $0.name.localizedStandardContains(text) }
                """
        )
    }

    @Test("A sorting")
    func sorted() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.sorted { $0.cost < $1.cost }.isEmpty }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'sorted(_:)': sort by the 'sortBy' of the fetch; 'min()' and 'max()' find the least and the greatest value
            """
        )
    }

    @Test("A sum")
    func reduce() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.reduce(0) { $0 + $1.cost } > 3 }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'reduce(_:_:)': store the result as a property, or compute it after the fetch
            """
        )
    }

    @Test("The first of some")
    func first() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.first { $0.isDone } != nil }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'first(_:)': use 'contains(where:)', or 'filter(_:)' with 'count'
            """
        )
    }

    @Test("A number of some")
    func count() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.count(where: { $0.isDone }) > 2 }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'count(where:)': use 'filter(_:)' and 'count'
              fix-it: use 'filter(_:)' and 'count'
            """,
            fixed: """
                #Predicate<Trip> { $0.items.filter { $0.isDone }.count > 2 }
                """
        )
    }

    @Test("A number of some, with a trailing closure")
    func trailingCount() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.count { $0.isDone } > 2 }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'count(_:)': use 'filter(_:)' and 'count'
              fix-it: use 'filter(_:)' and 'count'
            """,
            fixed: """
                #Predicate<Trip> { $0.items.filter { $0.isDone }.count > 2 }
                """
        )
    }

    @Test("A map of what may be nil")
    func map() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.note.map { $0.count } == 3 }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'map(_:)': it has 'flatMap(_:)' for optionals; test collections by 'contains(where:)' or 'filter(_:)'
              fix-it: use 'flatMap(_:)'
            """,
            fixed: """
                #Predicate<Trip> { $0.note.flatMap { $0.count } == 3 }
                """
        )
    }

    @Test("A multiple")
    func multiple() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.days.isMultiple(of: 2) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'isMultiple(of:)': use '%'
              fix-it: use '%'
            """,
            fixed: """
                #Predicate<Trip> { ($0.days % 2 == 0) }
                """
        )
    }

    @Test("A day of the calendar")
    func calendar() {
        expectDiagnostics(
            """
            #Predicate<Trip> { Calendar.current.isDateInToday($0.start) }
            """,
            MacroSet.tree,
            """
            1:37: error: a predicate cannot call 'isDateInToday(_:)': use 'isDate(_:inSameDayAs:)' with a day that is computed outside
            """
        )
    }

    @Test("Two days of the row")
    func rowDays() {
        expectDiagnostics(
            """
            #Predicate<Trip> { calendar.isDate($0.start, inSameDayAs: $0.end) }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot call 'isDate(_:inSameDayAs:)' with these arguments: it has 'isDate(_:inSameDayAs:)' with a day that is computed outside
            """
        )
    }

    @Test("A calendar of the row")
    func rowCalendar() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.calendar.component(.day, from: $0.start) == 1 }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot contain a calendar of the row: the calendar and the part are captured; a store evaluates the condition for one calendar
            """
        )
    }

    @Test("A part of a date that the row chooses, or that is no number")
    func parts() {
        expectDiagnostics(
            """
            #Predicate<Trip> { calendar.component($0.part, from: $0.start) == 1 }
            """,
            MacroSet.tree,
            """
            1:39: error: a predicate cannot contain a part that depends on the row: the calendar and the part are captured; a store evaluates the condition for one calendar
            """
        )
        expectDiagnostics(
            """
            #Predicate<Trip> { calendar.component(.timeZone, from: $0.start) == 1 }
            """,
            MacroSet.tree,
            """
            1:39: error: a predicate cannot contain a part of a date that is not a number
            """
        )
    }

    @Test("Other questions to a calendar")
    func otherQuestions() {
        expectDiagnostics(
            """
            #Predicate<Trip> { calendar.component(.day, of: $0.start) == 1 }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'component(_:of:)' with these arguments: it has 'component(_:from:)', asked of a calendar
            """
        )
        expectDiagnostics(
            """
            #Predicate<Trip> { calendar.dateComponents([.day], from: $0.start) == parts }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'dateComponents(_:from:)': use 'component(_:from:)' for each of them
            """
        )
    }

    @Test("A date as text")
    func formatted() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.start.formatted() == text }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'formatted()': a store knows no formats; compare the values themselves
            """
        )
    }

    @Test("Something to print")
    func printing() {
        expectDiagnostics(
            """
            #Predicate<Trip> { print($0.name) == () }
            """,
            MacroSet.tree,
            """
            1:20: error: a predicate cannot call 'print': a store evaluates the condition; print the results of the fetch
            """
        )
    }

    @Test("A known method with arguments of another form")
    func arguments() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.name.starts(at: 3) }
            """,
            MacroSet.tree,
            """
            1:28: error: a predicate cannot call 'starts(at:)' with these arguments: it has 'starts(with:)'
            """
        )
    }

    @Test("A function in place of a closure")
    func functionForClosure() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0.items.contains(where: isDone) }
            """,
            MacroSet.tree,
            """
            1:29: error: a predicate cannot call 'contains(where:)' with these arguments: it has 'contains(_:)' with a value and 'contains(where:)' with a closure written in place
            """
        )
    }

    @Test("A key path that needs a closure")
    func keyPath() {
        expectDiagnostics(
            #"""
            #Predicate<Trip> { $0.items.contains(where: \.tags[0]) }
            """#,
            MacroSet.tree,
            #"""
            1:45: error: a predicate cannot contain a key path with a subscript: write a closure in its place
            """#
        )
    }

    @Test("A subscript that has no node")
    func `subscript`() {
        expectDiagnostics(
            """
            #Predicate<Trip> { $0[keyPath: path] == 3 }
            """,
            MacroSet.tree,
            """
            1:23: error: a predicate cannot call 'subscript(keyPath:)' with these arguments: name the property in its place
            """
        )
    }

    @Test("In an expression")
    func expression() {
        expectDiagnostics(
            """
            #Expression<Trip, String> { $0.name.capitalized(with: nil) }
            """,
            MacroSet.tree,
            """
            1:37: error: an expression cannot call 'capitalized(with:)': use 'lowercased()' or 'uppercased()'
            """
        )
    }
}
