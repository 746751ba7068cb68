import SwiftData

@Model
final class Trip {
    var name: String
    init(name: String) { self.name = name }
    func matches() -> Bool { true }
}

func predicates() {
    _ = #Predicate<Trip> { $0.nothing == 1 }  // expect-error: has no member 'nothing'
    _ = #Predicate<Trip> { $0.matches() }  // expect-error: a predicate cannot call 'matches()'
    _ = #Predicate<Trip> { trip in
        var count = 0
        count += 1  // expect-error: a predicate cannot contain statements before its value
        return trip.name.count > count
    }
    _ = #Predicate<Trip> { trip in
        for _ in trip.name { return true }  // expect-error: a predicate cannot contain
        return false
    }
    _ = #Predicate<Trip> { ($0.name.count & 1) == 0 }  // expect-error: a predicate cannot use the operator '&'
}
