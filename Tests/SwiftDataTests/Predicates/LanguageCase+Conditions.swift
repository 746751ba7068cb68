import SwiftData

extension LanguageCase {
    static var conditions: [LanguageCase] {
        let (day, none, someNote) = (day, none, someNote)
        var cases: [LanguageCase] = []
        cases.append(
            LanguageCase(
                "if let with several bindings",
                #Predicate {
                    if let note = $0.note, let grade = $0.grade { grade == .fair && note.count == 6 } else { false }
                },
                { if let note = $0.note, let grade = $0.grade { grade == .fair && note.count == 6 } else { false } }
            )
        )
        cases.append(
            LanguageCase(
                "if let, else if let, else",
                #Predicate {
                    if let note = $0.note {
                        note == "note 4"
                    } else if let end = $0.end {
                        end > day
                    } else {
                        $0.days > 5
                    }
                },
                {
                    if let note = $0.note {
                        note == "note 4"
                    } else if let end = $0.end {
                        end > day
                    } else {
                        $0.days > 5
                    }
                }
            )
        )
        cases.append(
            LanguageCase(
                "if let after a condition",
                #Predicate { if $0.isOpen, let note = $0.note, note.count > 6 { $0.days > 3 } else { $0.days < 0 } },
                { if $0.isOpen, let note = $0.note, note.count > 6 { $0.days > 3 } else { $0.days < 0 } }
            )
        )
        cases.append(
            LanguageCase(
                "several conditions",
                #Predicate {
                    if $0.isOpen, $0.days > 2, $0.days < 8 {
                        true
                    } else if $0.isPaid == true {
                        $0.days == 0
                    } else {
                        $0.days == 4
                    }
                },
                {
                    if $0.isOpen, $0.days > 2, $0.days < 8 {
                        true
                    } else if $0.isPaid == true {
                        $0.days == 0
                    } else {
                        $0.days == 4
                    }
                }
            )
        )
        cases.append(
            LanguageCase(
                "nested if",
                #Predicate {
                    if $0.isOpen {
                        if $0.days > 4 { true } else { $0.days < 0 }
                    } else {
                        if let note = $0.note { note.count > 6 } else { true }
                    }
                },
                {
                    if $0.isOpen {
                        if $0.days > 4 { true } else { $0.days < 0 }
                    } else {
                        if let note = $0.note { note.count > 6 } else { true }
                    }
                }
            )
        )
        cases.append(
            LanguageCase(
                "if let of a captured value",
                #Predicate { if let someNote { $0.note == someNote } else { $0.isOpen } },
                { if let someNote { $0.note == someNote } else { $0.isOpen } }
            )
        )
        cases.append(
            LanguageCase(
                "if let of a captured nil",
                #Predicate { if let none { $0.note == none } else { $0.isOpen } },
                { if let none { $0.note == none } else { $0.isOpen } }
            )
        )
        cases.append(
            LanguageCase(
                "if let with a name of its own",
                #Predicate {
                    if let captain = $0.captain, let alias = captain.nickname {
                        alias == "The Engine" && captain.name == "Ada"
                    } else {
                        false
                    }
                },
                {
                    if let captain = $0.captain, let alias = captain.nickname {
                        alias == "The Engine" && captain.name == "Ada"
                    } else {
                        false
                    }
                }
            )
        )
        cases.append(
            LanguageCase(
                "if let without a name",
                #Predicate { if let _ = $0.note { $0.days > 3 } else { $0.isOpen } },
                { if let _ = $0.note { $0.days > 3 } else { $0.isOpen } }
            )
        )
        cases.append(
            LanguageCase(
                "guard",
                #Predicate {
                    guard $0.isOpen else { return $0.days > 4 }
                    return $0.days < 4
                },
                {
                    guard $0.isOpen else { return $0.days > 4 }
                    return $0.days < 4
                }
            )
        )
        cases.append(
            LanguageCase(
                "guard let, and a constant after it",
                #Predicate {
                    guard let note = $0.note, !note.isEmpty else { return $0.isOpen }
                    let length = note.count
                    return length > 6
                },
                {
                    guard let note = $0.note, !note.isEmpty else { return $0.isOpen }
                    let length = note.count
                    return length > 6
                }
            )
        )
        cases.append(
            LanguageCase(
                "an early exit",
                #Predicate {
                    if $0.isOpen { return $0.days > 6 }
                    if let note = $0.note { return note == "note 5" }
                    return true
                },
                {
                    if $0.isOpen { return $0.days > 6 }
                    if let note = $0.note { return note == "note 5" }
                    return true
                }
            )
        )
        cases.append(
            LanguageCase(
                "constants of the branches",
                #Predicate {
                    if $0.isOpen {
                        let limit = 3
                        return $0.days > limit
                    } else {
                        let limit = 6
                        return $0.days > limit
                    }
                },
                {
                    if $0.isOpen {
                        let limit = 3
                        return $0.days > limit
                    } else {
                        let limit = 6
                        return $0.days > limit
                    }
                }
            )
        )
        cases.append(
            LanguageCase(
                "constants",
                #Predicate {
                    let days = $0.days, limit = 3
                    return days > limit && days < limit + 4
                },
                {
                    let days = $0.days, limit = 3
                    return days > limit && days < limit + 4
                }
            )
        )
        cases.append(
            LanguageCase(
                "a constant that shadows",
                #Predicate {
                    let wanted = "Zebra"
                    return $0.name == wanted
                },
                {
                    let wanted = "Zebra"
                    return $0.name == wanted
                }
            )
        )
        cases.append(
            LanguageCase(
                "nested ternaries",
                #Predicate { $0.isOpen ? $0.days > 6 : $0.isPaid == true ? $0.days == 0 : $0.days > 3 },
                { $0.isOpen ? $0.days > 6 : $0.isPaid == true ? $0.days == 0 : $0.days > 3 }
            )
        )
        cases.append(
            LanguageCase(
                "ternary of an optional and nil",
                #Predicate { ($0.isOpen ? $0.note : nil) == "note 4" },
                { ($0.isOpen ? $0.note : nil) == "note 4" }
            )
        )
        cases.append(
            LanguageCase(
                "ternary of numbers",
                #Predicate { ($0.isOpen ? 1 : 4) == $0.days },
                { ($0.isOpen ? 1 : 4) == $0.days }
            )
        )
        return cases
    }
}
