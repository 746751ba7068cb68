import SwiftDataCore

// A value may be nil if NULL has one meaning only. If it may also fail, the conditions for its success are collected in
// `guards`. The condition around it applies them: `CASE WHEN guards THEN condition END`.

extension SQLTranslator {
    /// Translates something, and returns the conditions without which its evaluation fails.
    mutating func guarded<Result>(
        _ translate: (inout SQLTranslator) throws -> Result
    ) throws -> (Result, [SQLFragment]) {
        let outer = guards
        guards = []
        defer { guards = outer }
        let result = try translate(&self)
        return (result, guards)
    }

    /// Adds the conditions that must hold if `test` is 1, and the conditions that must hold if it is not.
    mutating func demand(where test: SQLFragment, _ yes: [SQLFragment], otherwise no: [SQLFragment] = []) {
        if yes.isEmpty, no.isEmpty { return }
        let (required, others) = (yes.conjunction ?? literal(true), no.conjunction ?? literal(true))
        guards.append("CASE WHEN \(test) THEN \(required) ELSE \(others) END")
    }

    /// One of two terms, in one expression if possible.
    mutating func choose(
        _ test: SQLFragment,
        _ yes: (inout SQLTranslator) throws -> SQLTerm,
        otherwise no: (inout SQLTranslator) throws -> SQLTerm
    ) throws -> SQLTerm {
        choiceCount += 1
        guard choiceCount <= 200 else { throw Untranslatable("too many conditionals") }
        let (left, leftGuards) = try guarded(yes)
        let (right, rightGuards) = try guarded(no)
        if rightGuards.contains(where: { $0.sql == literal(false).sql }) {
            guards += [test] + leftGuards
            return left
        }
        demand(where: test, leftGuards, otherwise: rightGuards)
        switch (left, right) {
        case (.null, .null): return .null
        case (.scalar(let value), .scalar(let other)) where !value.isOpaque && !other.isOpaque:
            return .scalar(try merged(test, value, other))
        case (.scalar(let value), .null) where !value.isOpaque:
            return .scalar(try merged(test, value, nil))
        case (.null, .scalar(let value)) where !value.isOpaque:
            return .scalar(try merged("NOT COALESCE(\(test), \(literal(false)))", value, nil))
        case (.rows(let rows), .null): return .rows(missing(rows, unless: test))
        case (.null, .rows(let rows)): return .rows(missing(rows, unless: "NOT COALESCE(\(test), \(literal(false)))"))
        default: return .choice(SQLChoice(test: test, yes: left, no: right))
        }
    }

    /// A collection that is nil unless a condition holds.
    private mutating func missing(_ rows: SQLRows, unless test: SQLFragment) -> SQLRows {
        missing(rows, where: "CASE WHEN \(test) THEN 1 END", unless: test, isEmpty: false)
    }

    /// A collection that is nil if a key is NULL, which it is if a condition does not hold.
    mutating func missing(
        _ rows: SQLRows,
        where key: SQLFragment,
        unless test: SQLFragment,
        isEmpty: Bool
    ) -> SQLRows {
        var rows = rows
        if rows.null == .failure, let presence = rows.presence {
            demand(where: test, ["\(presence) IS NOT NULL"])
            (rows.presence, rows.null) = (nil, .never)
        }
        return rows.missing(where: key, isEmpty: isEmpty)
    }

    /// Applies an operation to both terms of a choice.
    mutating func distributed(
        _ term: SQLTerm,
        _ operation: (inout SQLTranslator, SQLTerm) throws -> SQLTerm
    ) throws -> SQLTerm {
        guard case .choice(let choice) = term else { return try operation(&self, term) }
        return try choose(
            choice.test,
            { try $0.distributed(choice.yes, operation) },
            otherwise: { try $0.distributed(choice.no, operation) }
        )
    }

    /// Applies an operation as ``distributed(_:_:)`` does, for a condition.
    mutating func distributed(
        _ choice: SQLChoice,
        _ condition: (inout SQLTranslator, SQLTerm) throws -> SQLCondition
    ) throws -> SQLCondition {
        let (yes, leftGuards) = try guarded { try condition(&$0, choice.yes) }
        let (no, rightGuards) = try guarded { try condition(&$0, choice.no) }
        demand(where: choice.test, leftGuards, otherwise: rightGuards)
        return SQLCondition(
            "CASE WHEN \(choice.test) THEN \(yes.fragment) ELSE \(no.fragment) END",
            mayFail: yes.mayFail || no.mayFail
        )
    }

    /// One of two values; without the second, nil.
    private mutating func merged(_ test: SQLFragment, _ yes: SQLScalar, _ no: SQLScalar?) throws -> SQLScalar {
        guard let no else {
            if yes.null == .failure { demand(where: test, ["\(yes.fragment) IS NOT NULL"]) }
            return SQLScalar("CASE WHEN \(test) THEN \(yes.fragment) END", yes.kind, .nilValue)
        }
        var (left, right) = try matched(.scalar(yes), .scalar(no))
        if left.null == .failure, right.null == .nilValue {
            demand(where: test, ["\(left.fragment) IS NOT NULL"])
            left.null = .never
        } else if right.null == .failure, left.null == .nilValue {
            demand(where: test, [], otherwise: ["\(right.fragment) IS NOT NULL"])
            right.null = .never
        }
        return SQLScalar(
            "CASE WHEN \(test) THEN \(left.fragment) ELSE \(right.fragment) END",
            left.constant == nil ? left.kind : right.kind,
            left.null == .never ? right.null : left.null
        )
    }

    /// The value by which models, identifiers and values are compared.
    mutating func key(_ term: SQLTerm) throws -> SQLScalar {
        switch term {
        case .row(let row): return SQLScalar(row.key, .integer(.int64), row.null)
        case .scalar(let scalar): return scalar
        case .null: return SQLScalar("NULL", .integer(.int64), .nilValue)
        case .choice(let choice):
            let table = SQLTerm.choice(choice).table
            let yes = try key(of: choice.yes, meeting: table)
            if case .null = choice.no { return try merged(choice.test, yes, nil) }
            let no = try key(of: choice.no, meeting: table)
            if yes.isUnmatched || no.isUnmatched { throw Untranslatable("a conditional model of another store") }
            return try merged(choice.test, yes, no)
        case .composite: throw Untranslatable("a composite value as a whole")
        case .rows, .list: throw Untranslatable("a collection as a value")
        }
    }

    mutating func conditional(_ node: QueryConditional) throws -> SQLTerm {
        let test = try condition(node.test, exact: true)
        if test.mayFail { guards.append("\(test.fragment.atom) IS NOT NULL") }
        return try choose(
            test.fragment,
            { try $0.term(node.yes) },
            otherwise: { try $0.term(node.no) }
        )
    }

    /// A conditional between two conditions.
    mutating func conditional(_ node: QueryConditional, exact: Bool) throws -> SQLCondition {
        let test = try condition(node.test, exact: true)
        let yes = try condition(node.yes, exact: exact)
        let no = try condition(node.no, exact: exact)
        guard test.mayFail else {
            return SQLCondition(
                "CASE WHEN \(test.fragment) THEN \(yes.fragment) ELSE \(no.fragment) END",
                mayFail: yes.mayFail || no.mayFail
            )
        }
        return SQLCondition(
            """
            CASE \(test.fragment.operand) WHEN \(literal(true)) THEN \(yes.fragment) \
            WHEN \(literal(false)) THEN \(no.fragment) END
            """,
            mayFail: true
        )
    }
}

extension SQLCondition {
    /// The condition, which fails unless the guards hold. If it need not be exact, false stands for a failure.
    func behind(_ guards: [SQLFragment], exact: Bool) -> SQLCondition {
        guard let test = guards.conjunction else { return self }
        return exact
            ? SQLCondition("CASE WHEN \(test) THEN \(fragment) END", mayFail: true)
            : SQLCondition("\(test) AND \(fragment.operand)", mayFail: true)
    }
}

extension [SQLFragment] {
    /// The conjunction of the conditions, each once; nil if there are none.
    fileprivate var conjunction: SQLFragment? {
        var seen: Set<String> = []
        let distinct = filter { !$0.bindings.isEmpty || seen.insert($0.sql).inserted }
        return distinct.isEmpty ? nil : distinct.map(\.operand).chained(" AND ")
    }
}

extension SQLTerm {
    /// True if the term is a collection, or nil.
    var isCollection: Bool {
        switch self {
        case .rows, .list: true
        case .choice(let choice): choice.yes.isCollection || choice.no.isCollection
        case .scalar, .row, .composite, .null: false
        }
    }

    /// The table of the term's models.
    var table: EntityTable? {
        switch self {
        case .row(let row): row.table
        case .choice(let choice): choice.yes.table ?? choice.no.table
        default: nil
        }
    }
}

extension SQLScalar {
    /// True if the fragment is a constant whose form depends on its counterpart.
    var isOpaque: Bool {
        switch constant {
        case .identifier, .composite: true
        default: false
        }
    }

    /// True if a constant can be a Boolean, whose kind is not known.
    var isTruth: Bool { kind == .integer(.int64) }
}
