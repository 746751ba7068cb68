import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import Testing

/// Predicates that are put together at run time.
struct CompositionTests {
    private let context: ModelContext
    private let fleet: Fleet

    init() throws { (context, fleet) = try Fleet.saved() }

    private func names(_ predicate: Predicate<Voyage>) throws -> [String] {
        try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
    }

    /// Expects the same result from Swift, from Foundation and from the store.
    private func expect(
        _ predicate: Predicate<Voyage>,
        _ oracle: (Voyage) -> Bool,
        at location: SourceLocation = #_sourceLocation
    ) throws {
        let expected = fleet.voyages.filter(oracle).map(\.name).sorted()
        #expect(try names(predicate) == expected, sourceLocation: location)
        let evaluated = try fleet.voyages.filter { try predicate.evaluate($0) }.map(\.name).sorted()
        #expect(evaluated == expected, sourceLocation: location)
    }

    private let isOpen = #Predicate<Voyage> { $0.isOpen }
    private let isLong = #Predicate<Voyage> { $0.days > 4 }
    private let isAda = #Predicate<Voyage> { $0.captain?.name == "Ada" }

    @Test("All of some predicates")
    func all() throws {
        try expect(Predicate(all: [isOpen, isLong])) { $0.isOpen && $0.days > 4 }
        try expect(Predicate(all: [isOpen])) { $0.isOpen }
        try expect(Predicate(all: [])) { _ in true }
        try expect(Predicate(all: [isOpen, .false])) { _ in false }
        try expect(Predicate(all: [isOpen, .true])) { $0.isOpen }
    }

    @Test("Any of some predicates")
    func any() throws {
        try expect(Predicate(any: [isAda, isLong])) { $0.captain?.name == "Ada" || $0.days > 4 }
        try expect(Predicate(any: [isLong])) { $0.days > 4 }
        try expect(Predicate(any: [])) { _ in false }
        try expect(Predicate(any: [isLong, .true])) { _ in true }
    }

    @Test("Any collection with two ends will do, and the type is found without being said")
    func collections() throws {
        let filters = [isOpen, isLong, isAda]
        try expect(Predicate(all: filters.dropFirst())) { $0.days > 4 && $0.captain?.name == "Ada" }
        try expect(Predicate(any: filters.reversed().lazy.filter { _ in true })) {
            $0.isOpen || $0.days > 4 || $0.captain?.name == "Ada"
        }
        #expect(try Predicate(all: []).evaluate(1))
        #expect(try !Predicate(any: []).evaluate(1, "two"))
    }

    @Test("Predicates over two values are put together too")
    func twoInputs() throws {
        let isLess = Predicate<Int, Int> {
            PredicateExpressions.build_Comparison(lhs: $0, rhs: $1, op: .lessThan)
        }
        let isEqual = Predicate<Int, Int> { PredicateExpressions.build_Equal(lhs: $0, rhs: $1) }
        let either = Predicate(any: [isLess, isEqual])
        #expect(try either.evaluate(1, 1) && either.evaluate(1, 2))
        #expect(try !either.evaluate(2, 1))
        #expect(try !Predicate(all: [isLess, isEqual]).evaluate(1, 1))
        #expect(!"\(either)".isEmpty)
    }

    @Test("Lists inside lists, and lists inside a predicate")
    func nested() throws {
        let inner = Predicate(any: [isAda, isLong])
        try expect(Predicate(all: [inner, isOpen])) { ($0.captain?.name == "Ada" || $0.days > 4) && $0.isOpen }
        try expect(#Predicate { !inner.evaluate($0) && $0.name != "" }) {
            !($0.captain?.name == "Ada" || $0.days > 4) && $0.name != ""
        }
        let legs = Predicate(all: [#Predicate<Leg> { $0.miles > 3 }, #Predicate<Leg> { $0.miles < 15 }])
        try expect(#Predicate { $0.legs.contains { legs.evaluate($0) } }) {
            $0.legs.contains { $0.miles > 3 && $0.miles < 15 }
        }
    }

    @Test("A tree of lists is as flat as if it had been written in one")
    func flat() throws {
        let inner = Predicate(all: [isOpen, isLong])
        guard case .logic(.and(let operands)) = QueryNode(Predicate(all: [inner, isAda, inner])) else {
            Issue.record("no conjunction")
            return
        }
        #expect(operands.count == 5)
    }

    @Test("2,000 predicates in one list")
    func many() throws {
        let equal = (0..<2_000).map { number in #Predicate<Voyage> { $0.days == number } }
        let different = equal.map { predicate in #Predicate<Voyage> { !predicate.evaluate($0) } }
        try expect(Predicate(any: equal)) { $0.days >= 0 }
        try expect(Predicate(all: different)) { $0.days < 0 }
        guard case .logic(.or(let operands)) = QueryNode(Predicate(any: equal)) else {
            Issue.record("no disjunction")
            return
        }
        #expect(operands.count == 2_000)
        #expect(try context.explanation(of: FetchDescriptor(predicate: Predicate(any: equal))).isSQLOnly)
        #expect("\(Predicate(any: equal))".isEmpty == false)
    }

    @Test("A predicate grows by one condition at a time")
    func growing() throws {
        var predicate = #Predicate<Voyage> { $0.days > -10 }
        for number in 0..<50 {
            let before = predicate
            predicate = #Predicate { before.evaluate($0) && $0.days != number }
        }
        try expect(predicate) { $0.days > -10 && !(0..<50).contains($0.days) }
        guard case .logic(.and(let operands)) = QueryNode(predicate) else {
            Issue.record("no conjunction")
            return
        }
        #expect(operands.count == 51)
    }

    @Test("A predicate that is chosen, from an array or by a condition, or may be missing")
    func chosen() throws {
        let filters = [isOpen, isLong]
        for wantsOpen in [true, false] {
            let wanted = filters[wantsOpen ? 0 : 1]
            try expect(#Predicate { wanted.evaluate($0) }) { wantsOpen ? $0.isOpen : $0.days > 4 }
            let chosen = wantsOpen ? isOpen : isLong
            try expect(#Predicate { chosen.evaluate($0) && $0.name != "" }) {
                (wantsOpen ? $0.isOpen : $0.days > 4) && $0.name != ""
            }
        }
        for optional in [isLong, nil] {
            let filter = optional ?? .true
            try expect(#Predicate { filter.evaluate($0) }) { optional == nil || $0.days > 4 }
            try expect(Predicate(all: [isOpen, optional].compactMap { $0 })) {
                $0.isOpen && (optional == nil || $0.days > 4)
            }
        }
    }

    @Test("A predicate whose evaluation fails for a row, in a list")
    func failing() throws {
        let divides = #Predicate<Voyage> { 10 / $0.days >= 2 }
        let expected = fleet.voyages.filter { $0.days != 0 && 10 / $0.days >= 2 && $0.isOpen }.map(\.name).sorted()
        #expect(try names(Predicate(all: [divides, isOpen])) == expected)
        let either = fleet.voyages.filter { $0.days != 0 && 10 / $0.days >= 2 || $0.isOpen }.map(\.name).sorted()
        #expect(try names(Predicate(any: [isOpen, divides])) == either)
    }

    @Test("Pending changes count in lists")
    func pending() throws {
        fleet.voyages[0].days = 40
        fleet.voyages[1].isOpen = true
        try expect(Predicate(all: [isOpen, isLong])) { $0.isOpen && $0.days > 4 }
    }
}
