package import Foundation

/// The condition of a predicate on the transactions of a default store, as far as it can be evaluated before they are
/// read.
package indirect enum HistoryCondition: Sendable {
    /// A name in a transaction.
    package enum Name: Sendable {
        case author, bundle, process
    }

    package typealias Operator = QueryComparison.Operator

    case constant(Bool)
    case number(Operator, Int64)
    case token(Operator, DefaultHistoryToken)
    case timestamp(Operator, Date)
    case store(Operator, String)
    /// A test of a name: equal to a text, or absent where the text is nil.
    case name(Name, String?)
    /// A test for a change of one model.
    case change(PersistentIdentifier)
    case and(HistoryCondition, HistoryCondition)
    case or(HistoryCondition, HistoryCondition)
    case not(HistoryCondition)
    /// A condition that only the predicate itself can evaluate.
    case unknown(readsChanges: Bool)

    package init(_ predicate: Predicate<DefaultHistoryTransaction>) {
        let conversion = HistoryConversion(transaction: predicate.variable.key)
        self = conversion.condition(opening: predicate.expression)
    }

    /// True if transactions must have their changes for the predicate to be evaluated.
    package var readsChanges: Bool {
        switch self {
        case .constant, .number, .token, .timestamp, .store, .name: false
        case .change: true
        case .and(let left, let right), .or(let left, let right): left.readsChanges || right.readsChanges
        case .not(let condition): condition.readsChanges
        case .unknown(let readsChanges): readsChanges
        }
    }
}

extension HistoryCondition {
    /// The conditions that must all hold, however `&&` nests them.
    package var conjuncts: [HistoryCondition] {
        if case .and(let left, let right) = self { left.conjuncts + right.conjuncts } else { [self] }
    }

    /// The conditions of which one must hold, however `||` nests them.
    package var disjuncts: [HistoryCondition] {
        if case .or(let left, let right) = self { left.disjuncts + right.disjuncts } else { [self] }
    }
}

extension HistoryCondition {
    /// A token that the condition compares transactions with.
    package struct Bound: Sendable {
        package let token: DefaultHistoryToken
        /// The part after the token, with the token's own transaction or without it; nil where the part before the
        /// token is asked for.
        package let after: After?

        package init(token: DefaultHistoryToken, after: After?) {
            self.token = token
            self.after = after
        }

        package enum After: Sendable {
            case including, excluding
        }
    }

    /// The tokens in the condition that transactions are before or after.
    package var bounds: [Bound] { bounds(isWanted: true) }

    private func bounds(isWanted: Bool) -> [Bound] {
        switch self {
        case .token(let op, let token):
            switch op {
            case .equal, .notEqual: return []
            case .greater: return [Bound(token: token, after: isWanted ? .excluding : nil)]
            case .greaterOrEqual: return [Bound(token: token, after: isWanted ? .including : nil)]
            case .less: return [Bound(token: token, after: isWanted ? nil : .including)]
            case .lessOrEqual: return [Bound(token: token, after: isWanted ? nil : .excluding)]
            }
        case .and(let left, let right), .or(let left, let right):
            return left.bounds(isWanted: isWanted) + right.bounds(isWanted: isWanted)
        case .not(let condition): return condition.bounds(isWanted: !isWanted)
        case .constant, .number, .timestamp, .store, .name, .change, .unknown: return []
        }
    }
}
