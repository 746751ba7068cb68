import Foundation
import Observation
import SwiftDataCore
import Synchronization
import Testing

/// An index of a key path that counts how often it is asked for its hash.
private final class Counted: Hashable, Sendable {
    let count = Atomic<Int>(0)

    static func == (lhs: Counted, rhs: Counted) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
        count.wrappingAdd(1, ordering: .relaxed)
        hasher.combine(ObjectIdentifier(self))
    }
}

private struct Lamp: Observable {
    subscript(index: Counted) -> Int { 0 }
}

@Observable private final class Beacon {
    var name = "East"
}

/// Documented and undocumented facts of the libraries that come with Swift:
/// docs/decisions/0025-facts-of-the-runtime.md, T1, M1, and D1 to D3.
@Suite struct LibraryFactTests {
    @Test func aTrackedAccessAsksForTheHashOfItsKeyPathAndNoOtherDoes() {
        let fact = RuntimeFact.trackedAccess.broken
        let (index, registrar) = (Counted(), ObservationRegistrar())
        let keyPath = \Lamp.[index]
        func asked(_ access: () -> Void) -> Bool {
            let before = index.count.load(ordering: .relaxed)
            access()
            return index.count.load(ordering: .relaxed) != before
        }
        #expect(!asked { registrar.access(Lamp(), keyPath: keyPath) }, fact)
        withObservationTracking {
            #expect(asked { registrar.access(Lamp(), keyPath: keyPath) }, fact)
            #expect(asked { registrar.access(Lamp(), keyPath: keyPath) }, fact)
        } onChange: {
        }
        #expect(!asked { registrar.access(Lamp(), keyPath: keyPath) }, fact)
        // Also where something else is tracked.
        let beacon = Beacon()
        withObservationTracking {
            _ = beacon.name
            #expect(asked { registrar.access(Lamp(), keyPath: keyPath) }, fact)
        } onChange: {
        }
    }

    @Test func sendableHasNoForm() {
        let fact = RuntimeFact.markerProtocols.broken
        let keyPath: KeyPath<String, Int> = \String.count
        typealias Marked = any KeyPath<String, Int> & Sendable
        #expect(MemoryLayout<Marked>.size == MemoryLayout<KeyPath<String, Int>>.size, fact)
        #expect(unsafeBitCast(keyPath, to: Marked.self) == keyPath, fact)
        let cast = dynamicCast(keyPath, to: Marked.self)
        #expect(cast.map { $0 == keyPath } == true, fact)
        #expect(dynamicCast(\String.isEmpty as AnyKeyPath, to: Marked.self) == nil, fact)
    }

    @Test func aComparatorIsItsOptionsItsLocaleAndItsOrder() throws {
        let fact = RuntimeFact.comparatorForm.broken
        for order in [SortOrder.forward, .reverse] {
            let comparator = String.StandardComparator(.lexical, order: order)
            let children = Array(Mirror(reflecting: comparator).children)
            try #require(children.map { $0.label ?? "" } == ["options", "isLocalized", "order"], fact)
            #expect((children[0].value as? String.CompareOptions)?.rawValue == 0, fact)
            #expect(children[1].value as? Bool == false && children[2].value as? SortOrder == order, fact)
        }
        guard RuntimeFacts.areUsed else {
            return #expect(String.StandardComparator.localizedStandard == .lexical)
        }
        // What the library makes of that is one that Foundation compares by.
        #expect(String.StandardComparator.localizedStandard != .lexical, fact)
        #expect(String.StandardComparator.localizedStandard.compare("a2", "A10") == .orderedAscending, fact)
        #expect(String.StandardComparator.localized.compare("a2", "A10") == .orderedDescending, fact)
    }

    @Test func predicatesShowTheirOperands() {
        let fact = RuntimeFact.predicateOperands.broken
        let variable = PredicateExpressions.Variable<Int>()
        let comparison = PredicateExpressions.build_Comparison(
            lhs: variable,
            rhs: PredicateExpressions.build_Arg(4),
            op: .greaterThan
        )
        let equal = PredicateExpressions.build_Equal(lhs: variable, rhs: PredicateExpressions.build_Arg(5))
        for node in [
            PredicateExpressions.build_Conjunction(lhs: comparison, rhs: equal) as any PredicateExpression,
            PredicateExpressions.build_Disjunction(lhs: comparison, rhs: equal),
        ] {
            let operands = Mirror(reflecting: node).children.map { type(of: $0.value) }
            #expect(
                operands.contains { $0 == type(of: comparison) } && operands.contains { $0 == type(of: equal) },
                fact
            )
        }
        let negation = PredicateExpressions.build_Negation(comparison)
        #expect(Mirror(reflecting: negation).children.contains { $0.value is any PredicateExpression }, fact)
    }

    @Test func aTypeIsWrittenWithItsModule() {
        let fact = RuntimeFact.typeNames.broken
        #expect(String(reflecting: Int.self) == "Swift.Int", fact)
        #expect(String(reflecting: [String?].self) == "Swift.Array<Swift.Optional<Swift.String>>", fact)
        #expect(["Foundation.Date", "FoundationEssentials.Date"].contains(String(reflecting: Date.self)), fact)
        #expect(TypeName.of(Date.self) == "Foundation.Date" && TypeName.of(Decimal.self) == "Foundation.Decimal", fact)
    }
}
