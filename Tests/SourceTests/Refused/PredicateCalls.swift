// Calls and statements that predicates lack, as the compiler reports them.
import Foundation
import SwiftData

@Model
final class Trip {
    var name: String
    var note: String?
    var days = 0
    var start = Date.distantPast
    var isOpen = false
    var parent: Trip?
    var items: [Item] = []
    init(name: String) { self.name = name }
}

@Model
final class Item {
    var title: String
    var isDone = false
    init(title: String) { self.title = title }
}

func isLong(_ text: String) -> Bool { text.count > 9 }

func calls(_ text: String, _ trip: Trip) {
    _ = #Predicate<Trip> { isLong($0.name) }  // expect-error: a predicate cannot call 'isLong': a store cannot run it
    _ = #Predicate<Trip> { Double($0.days) > 2.5 }  // expect-error: a store cannot convert values
    _ = #Predicate<Trip> { $0.items.sorted { $0.title < $1.title }.isEmpty }  // expect-error: sort by the 'sortBy'
    _ = #Predicate<Trip> { $0.items.count { $0.isDone } > 2 }  // expect-error: use 'filter(_:)' and 'count'
    _ = #Predicate<Trip> { $0.items.first { $0.isDone } != nil }  // expect-error: use 'contains(where:)'
    _ = #Predicate<Trip> { $0.days.isMultiple(of: 2) }  // expect-error: use '%'
    _ = #Predicate<Trip> { $0.note.map { $0.count } == 3 }  // expect-error: it has 'flatMap(_:)' for optionals
    _ = #Predicate<Trip> { $0.name.compare(text) == .orderedSame }  // expect-error: or 'localizedCompare(_:)'
    _ = #Predicate<Trip> { $0.name.starts(with: text, by: ==) }  // expect-error: it has 'starts(with:)'
    _ = #Predicate<Trip> { $0.name.lowercased(with: nil) == text }  // expect-error: without a locale
}

func expressions(_ text: String, _ trip: Trip) {
    _ = #Predicate<Trip> { $0.parent === trip }  // expect-error: models are compared by '=='
    _ = #Predicate<Trip> { $0.days &+ 1 == 3 }  // expect-error: use '+'
    _ = #Predicate<Trip> { "\($0.days)" == text }  // expect-error: compare the parts one by one
    _ = #Predicate<Trip> { [$0.name, "x"].contains(text) }  // expect-error: compare the elements, joined by '||'
    _ = #Predicate<Trip> { $0.name + "x" == text }  // expect-error: a predicate cannot join strings
    _ = #Predicate<Trip> { $0.items.flatMap { $0.title }.isEmpty }  // expect-error: has 'flatMap' for optionals
}

func statements() {
    _ = #Predicate<Trip> { trip in
        switch trip.days {  // expect-error: use 'if' and 'else if'
        case 1: true
        default: false
        }
    }
    _ = #Predicate<Trip> { trip in
        if trip.isOpen {  // expect-error: a predicate cannot contain 'if' without 'else'
            return true
        }
    }
    _ = #Predicate<Trip> { trip in
        if case 1 = trip.days { true } else { false }  // expect-error: a predicate cannot contain 'if case'
    }
}
