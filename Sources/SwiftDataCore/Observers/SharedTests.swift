import Foundation

/// The values of a condition for the touched models of a round, evaluated once for all observers with the same
/// condition.
final class SharedTests {
    private let condition: QueryNode?
    private let includesPending: Bool
    private var round = 0
    private var known: [Bool?] = []

    init(_ condition: QueryNode?, includesPending: Bool) {
        self.condition = condition
        self.includesPending = includesPending
    }

    /// True if a touched model meets the condition.
    func matches(_ subject: ResultSubject, in registry: ObserverRegistry) -> Bool {
        if round != registry.round {
            round = registry.round
            known = Array(repeating: nil, count: registry.subjectCount)
        }
        if let known = known[subject.index] { return known }
        let isMatch = evaluate(subject, in: registry)
        known[subject.index] = isMatch
        return isMatch
    }

    private func evaluate(_ subject: ResultSubject, in registry: ObserverRegistry) -> Bool {
        guard let row = includesPending ? subject.queryRow : subject.storedRow else {
            // Only a fetch returns the values of a row that is not at hand.
            return !includesPending
        }
        registry.count { $0.tests += 1 }
        guard let condition else { return true }
        var evaluator = QueryEvaluator(condition)
        return evaluator.matches(row)
    }
}

/// The meaning of a query, equal for two queries that mean the same.
struct SharedMeaning: Hashable {
    private let text: Data
    private let type: ObjectIdentifier
    private let flag: Bool

    /// Nil where it cannot be decided if another one has the same meaning.
    init?(_ nodes: [QueryNode], _ encoded: some Encodable, of type: any PersistentModel.Type, flag: Bool) {
        guard nodes.allSatisfy({ !$0.refersToModels }) else { return nil }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let text = try? encoder.encode(encoded) else { return nil }
        self.text = text
        self.type = ObjectIdentifier(type)
        self.flag = flag
    }
}

extension QueryNode {
    /// True if the tree has captured models, which are more than their identifiers, or conditions that only Swift can
    /// evaluate.
    fileprivate var refersToModels: Bool {
        switch self {
        case .value(let value): value.model != nil
        case .list(let values): values.contains { $0.model != nil }
        case .unsupported: true
        default: children.contains { $0.refersToModels }
        }
    }
}
