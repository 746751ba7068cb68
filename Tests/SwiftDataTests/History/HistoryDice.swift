import SwiftData
import SwiftDataCore

/// Makes random predicates and orders for a history, out of the nodes that Foundation's macro makes.
struct HistoryDice {
    typealias Subject = PredicateExpressions.Variable<DefaultHistoryTransaction>
    typealias Condition = any StandardPredicateExpression<Bool>
    /// A condition on a transaction.
    typealias Part = @Sendable (Subject) -> Condition

    private let all: [DefaultHistoryTransaction]
    private var state: UInt64

    init(seed: Int, _ all: [DefaultHistoryTransaction]) {
        self.all = all
        state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
    }

    private mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func number(below end: Int) -> Int { Int(next() >> 16) % end }
    mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    mutating func predicate() -> Predicate<DefaultHistoryTransaction> {
        let part = part(depth: number(below: 4))
        return Predicate { part($0) }
    }

    /// Many conditions in one chain, or one inside the other.
    mutating func large(_ count: Int, isNested: Bool) -> Predicate<DefaultHistoryTransaction> {
        var part = leaf()
        for number in 1..<count {
            switch (isNested, number % 2) {
            case (true, 0): part = Self.and(Self.not(part), leaf())
            case (true, _): part = Self.or(leaf(), part)
            case (false, _): part = Self.or(part, leaf())
            }
        }
        return Predicate { [part] in part($0) }
    }

    mutating func order() -> [SortDescriptor<DefaultHistoryTransaction>] {
        let keys: [SortDescriptor<DefaultHistoryTransaction>] = [
            SortDescriptor(\.transactionIdentifier, order: .reverse), SortDescriptor(\.id), SortDescriptor(\.timestamp),
            SortDescriptor(\.timestamp, order: .reverse), SortDescriptor(\.token, order: .reverse),
            SortDescriptor(\.storeIdentifier), SortDescriptor(\.author), SortDescriptor(\.processIdentifier),
            SortDescriptor(\.changes.count, order: .reverse),
        ]
        let count = number(below: 3)
        return (0..<count).map { _ in pick(keys) }
    }

    private mutating func part(depth: Int) -> Part {
        guard depth > 0 else { return leaf() }
        switch number(below: 5) {
        case 0: return Self.not(part(depth: depth - 1))
        case 1, 2: return Self.and(part(depth: depth - 1), part(depth: depth - 1))
        default: return Self.or(part(depth: depth - 1), part(depth: depth - 1))
        }
    }

    private static func not(_ part: @escaping Part) -> Part {
        { subject in
            func open(_ inner: some StandardPredicateExpression<Bool>) -> Condition {
                PredicateExpressions.build_Negation(inner)
            }
            return open(part(subject))
        }
    }

    private static func and(_ left: @escaping Part, _ right: @escaping Part) -> Part {
        { subject in
            func open(
                _ left: some StandardPredicateExpression<Bool>,
                _ right: some StandardPredicateExpression<Bool>
            ) -> Condition {
                PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
            }
            return open(left(subject), right(subject))
        }
    }

    private static func or(_ left: @escaping Part, _ right: @escaping Part) -> Part {
        { subject in
            func open(
                _ left: some StandardPredicateExpression<Bool>,
                _ right: some StandardPredicateExpression<Bool>
            ) -> Condition {
                PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
            }
            return open(left(subject), right(subject))
        }
    }

    private mutating func leaf() -> Part {
        let foreign = DefaultHistoryToken(storeIdentifier: pick(["A", "ZZZZ"]), transaction: 7)
        let some = pick(all)
        let date = pick([some.timestamp, Date(timeIntervalSinceReferenceDate: 1_003.5), .distantFuture])
        switch number(below: 12) {
        case 0, 1: return comparison(\.token, number(below: 6) == 0 ? foreign : some.token)
        case 2: return comparison(\.transactionIdentifier, Int64(number(below: 70) - 5))
        case 3: return comparison(\.timestamp, date)
        case 4, 5: return equality(\.author, pick([nil, "widget", "Widget", "cafe\u{301}", "", "K", "nobody"]))
        case 6: return equality(\.processIdentifier, pick([some.processIdentifier, "nobody"]))
        case 7: return equality(\.bundleIdentifier, pick(["org.old", ""]))
        case 8: return comparison(\.storeIdentifier, pick([some.storeIdentifier, "A"]))
        case 9: return changed(some.changes[0].changedPersistentIdentifier)
        case 10: return countOfChanges(number(below: 3))
        default: return comparison(\.processIdentifier, pick(["m", some.processIdentifier]))
        }
    }

    private mutating func comparison<Value: Comparable & Codable & Sendable>(
        _ keyPath: any KeyPath<DefaultHistoryTransaction, Value> & Sendable,
        _ value: Value
    ) -> Part {
        let op = pick(
            [PredicateExpressions.ComparisonOperator]([.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual])
        )
        guard number(below: 4) > 0 else { return equality(keyPath, value) }
        let isReversed = number(below: 3) == 0
        return { subject in
            let property = PredicateExpressions.build_KeyPath(root: subject, keyPath: keyPath)
            let constant = PredicateExpressions.build_Arg(value)
            return isReversed
                ? PredicateExpressions.build_Comparison(lhs: constant, rhs: property, op: op) as Condition
                : PredicateExpressions.build_Comparison(lhs: property, rhs: constant, op: op)
        }
    }

    private mutating func equality<Value: Equatable & Codable & Sendable>(
        _ keyPath: any KeyPath<DefaultHistoryTransaction, Value> & Sendable,
        _ value: Value
    ) -> Part {
        let isEqual = number(below: 2) == 0
        return { subject in
            let property = PredicateExpressions.build_KeyPath(root: subject, keyPath: keyPath)
            let constant = PredicateExpressions.build_Arg(value)
            return isEqual
                ? PredicateExpressions.build_Equal(lhs: property, rhs: constant) as Condition
                : PredicateExpressions.build_NotEqual(lhs: property, rhs: constant)
        }
    }

    private func countOfChanges(_ count: Int) -> Part {
        { subject in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_KeyPath(
                    root: PredicateExpressions.build_KeyPath(root: subject, keyPath: \.changes),
                    keyPath: \.count
                ),
                rhs: PredicateExpressions.build_Arg(count),
                op: .greaterThan
            )
        }
    }

    private func changed(_ model: PersistentIdentifier) -> Part {
        { subject in
            PredicateExpressions.build_contains(
                PredicateExpressions.build_KeyPath(root: subject, keyPath: \.changes)
            ) { change in
                PredicateExpressions.build_Equal(
                    lhs: PredicateExpressions.build_KeyPath(root: change, keyPath: \.changedPersistentIdentifier),
                    rhs: PredicateExpressions.build_Arg(model)
                )
            }
        }
    }
}
