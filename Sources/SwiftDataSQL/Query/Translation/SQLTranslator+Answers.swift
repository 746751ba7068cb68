import SwiftDataCore

// What a dialect answers, in the place where the translator asks.
//
// A condition that only narrows may stand where nothing counts but whether it is 1: as an operand of && and ||, as a
// branch of a conditional, as the test of the elements of `contains(where:)`. Under a negation, a count or a comparison
// it would lose rows: there it is no answer. `mayWiden` says which place it is, and `widening` that it was used.

extension SQLTranslator {
    /// The condition of an answer.
    /// - Parameter isTested: Whether nothing counts but where the condition is 1.
    mutating func condition(_ answer: SQLAnswer, _ question: String, isTested: Bool) throws -> SQLFragment {
        switch answer {
        case .exact(let test): return test
        case .narrowing(let test):
            guard isTested, mayWiden else { throw Untranslatable.beyond(question) }
            widening = widening ?? Untranslatable.beyond(question).description
            // In parentheses, it is seen to be no bare column.
            return "(\(test))"
        case .none: throw Untranslatable.beyond(question)
        }
    }

    /// A condition that always or never holds.
    func literal(_ truth: Bool) -> SQLFragment { dialect.literal(truth) }

    func verdict(_ truth: Bool) -> SQLCondition { SQLCondition(literal(truth)) }

    /// A value that the dialect may have no expression for.
    func known(_ value: SQLFragment?, _ description: String) throws -> SQLFragment {
        guard let value else { throw Untranslatable.beyond(description) }
        return value
    }

    /// A string expression that compares by canonical equivalence.
    func canonical(_ text: SQLFragment) throws -> SQLFragment {
        try known(dialect.canonical(text), "strings compared as Swift does")
    }

    /// The SQL that takes lists apart.
    var lists: any SQLListDialect {
        get throws {
            guard let lists = dialect.lists else { throw Untranslatable.beyond("the elements of a list") }
            return lists
        }
    }

    /// Translates a Boolean of which nothing counts but where it is true.
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
    /// Whether the node is `false`, or a number that is.
    fileprivate var isFalse: Bool {
        if case .value(let value) = self, case .integer(0) = value.stored { true } else { false }
    }

    /// Whether the node is `true`, or a number that is.
    var isTrue: Bool {
        if case .value(let value) = self, case .integer(1) = value.stored { true } else { false }
    }
}

extension Untranslatable {
    /// Something that the database has no answer to.
    static func beyond(_ question: String) -> Untranslatable {
        Untranslatable("\(question), which the database cannot tell")
    }
}
