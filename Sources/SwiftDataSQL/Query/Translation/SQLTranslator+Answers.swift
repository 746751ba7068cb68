import SwiftDataCore

// The dialect's answers, where the translator asks.
//
// A condition that only narrows may stand where only the value 1 counts: as an operand of && and ||, as a branch of a
// conditional, as the test of the elements of `contains(where:)`. Under a negation, a count or a comparison it would
// lose rows, so it is no answer there. `mayWiden` is true in a place of the first kind, and `widening` records that it
// was used.

extension SQLTranslator {
    /// The condition of an answer.
    /// - Parameter isTested: True if only the value 1 of the condition counts.
    mutating func condition(_ answer: SQLAnswer, _ question: String, isTested: Bool) throws -> SQLFragment {
        switch answer {
        case .exact(let test): return test
        case .narrowing(let test):
            guard isTested, mayWiden else { throw Untranslatable.beyond(question) }
            widening = widening ?? Untranslatable.beyond(question).description
            // The parentheses show that it is not a bare column.
            return "(\(test))"
        case .none: throw Untranslatable.beyond(question)
        }
    }

    /// A condition that always or never holds.
    func literal(_ truth: Bool) -> SQLFragment { dialect.literal(truth) }

    func verdict(_ truth: Bool) -> SQLCondition { SQLCondition(literal(truth)) }

    /// Returns a value, or throws if the dialect has no expression for it.
    func known<Value>(_ value: Value?, _ description: String) throws -> Value {
        guard let value else { throw Untranslatable.beyond(description) }
        return value
    }

    /// A string expression that compares by canonical equivalence.
    func canonical(_ text: SQLFragment) throws -> SQLFragment {
        try known(dialect.canonical(text), "strings compared as Swift does")
    }

    /// The SQL that decomposes lists.
    var lists: any SQLListDialect {
        get throws {
            guard let lists = dialect.lists else { throw Untranslatable.beyond("the elements of a list") }
            return lists
        }
    }

    /// Translates a Boolean of which only the value true counts.
    mutating func tested(_ node: QueryNode) throws -> SQLTerm {
        switch node {
        case .text(.binary(let op, let lhs, let rhs)): return .scalar(try text(op, lhs, rhs, isTested: true))
        case .bytes(let node): return .scalar(try bytes(node, isTested: true))
        case .optional(.flatMap(let wrapped, let variable, let transform)):
            return try distributed(try term(wrapped)) { try $0.chain($1, variable, transform, isTested: true) }
        case .optional(.coalesce(let optional, let fallback)) where fallback.isFalse:
            return try coalesced(try tested(optional), fallback)
        default: return try term(node)
        }
    }
}

extension QueryNode {
    /// True if the node is `false`, or a number that means it.
    fileprivate var isFalse: Bool {
        if case .value(let value) = self, case .integer(0) = value.stored { true } else { false }
    }

    /// True if the node is `true`, or a number that means it.
    var isTrue: Bool {
        if case .value(let value) = self, case .integer(1) = value.stored { true } else { false }
    }
}

extension Untranslatable {
    /// The reason for a question that the database has no answer to.
    static func beyond(_ question: String) -> Untranslatable {
        Untranslatable("\(question), which the database cannot evaluate")
    }
}
