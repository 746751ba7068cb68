import SwiftDataCore

/// Translates the nodes of one query.
struct SQLTranslator {
    let layout: StoreLayout
    let storeIdentifier: String?
    let dialect: any SQLDialect
    let textColumns: TextColumns
    /// The conditions without which the current evaluation fails; see ``guarded(_:)``.
    var guards: [SQLFragment] = []
    /// The number of choices so far. Each is translated once for either side.
    var choiceCount = 0
    /// The reason why a translated condition lets rows pass that must still be checked in memory.
    var widening: String?
    /// True if a condition may let rows pass that do not match: it is not negated, counted or compared.
    var mayWiden = false
    /// The number of `&&`, `||` and `!` that are being translated, one inside the other.
    var nesting = 0
    private var variables: [QueryVariable: SQLTerm] = [:]
    private var aliasCount = 0

    init(
        layout: StoreLayout,
        storeIdentifier: String?,
        dialect: any SQLDialect,
        composed: Set<TextColumn> = []
    ) {
        textColumns = TextColumns(composed: composed, names: layout.names)
        self.layout = layout
        self.storeIdentifier = storeIdentifier
        self.dialect = dialect
    }

    mutating func newAlias() -> String {
        defer { aliasCount += 1 }
        return "t\(aliasCount)"
    }

    /// A column, or a table, in its form in SQL.
    func quoted(_ name: String) -> String { layout.names.quoted(name) }

    mutating func bind(_ variable: QueryVariable, to term: SQLTerm) { variables[variable] = term }

    /// Translates a node to a value, a model or a collection.
    mutating func term(_ node: QueryNode) throws -> SQLTerm {
        switch node {
        case .value(let value): return try constant(value.stored)
        case .list(let values): return .list(values)
        case .variable(let variable):
            guard let term = variables[variable] else { throw Untranslatable("an unknown variable") }
            return term
        case .property(let node): return try property(node)
        case .identifier(let node): return try term(node)
        case .optional(let node): return try optional(node)
        case .conditional(let node): return try conditional(node)
        case .arithmetic(let node): return .scalar(try arithmetic(node))
        case .collection(.filter(let base, let variable, let test)): return try filter(base, variable, test)
        case .collection(.count(let base)): return try count(base)
        case .collection(.element(let base, let index)): return try element(base, index)
        case .collection(let node) where node.isExtreme: return try extreme(node)
        case .lookup(let node): return try lookup(node)
        case .cast(let node) where node.op != .check: return try cast(node)
        case .text(.unary(let transform, let operand)) where transform != .isEmpty:
            return .scalar(try self.transform(transform, operand))
        case .text(.binary(let op, let lhs, let rhs)): return .scalar(try text(op, lhs, rhs, isTested: false))
        case .part(let node): return .scalar(try part(node))
        case .calendar(let node): return .scalar(try calendarPart(node))
        case .bytes(let node): return .scalar(try bytes(node, isTested: false))
        case .unsupported(let node): throw Untranslatable(node.description)
        case .comparison, .logic, .text, .collection, .range, .cast:
            let condition = try condition(node, exact: true)
            return .scalar(SQLScalar(condition.fragment.atom, .boolean, condition.mayFail ? .failure : .never))
        }
    }

    /// Translates a node that is a value.
    mutating func scalar(_ node: QueryNode) throws -> SQLScalar {
        try scalar(try term(node))
    }

    mutating func scalar(_ term: SQLTerm) throws -> SQLScalar {
        switch term {
        case .scalar(let scalar): return scalar
        case .row(let row): return try key(.row(row))
        case .choice(let choice): return try key(.choice(choice))
        case .null: return SQLScalar("NULL", .data, .nilValue)
        case .composite: throw Untranslatable("a composite value as a whole")
        case .rows, .list: throw Untranslatable("a collection as a value")
        }
    }

    /// Translates a condition. An exact condition is 0 or 1 (or NULL if the evaluation fails). In another condition,
    /// NULL may also mean false.
    mutating func condition(_ node: QueryNode, exact: Bool) throws -> SQLCondition {
        guard !exact || !mayWiden else { return try withoutWidening { try $0.condition(node, exact: true) } }
        let (condition, guards) = try guarded { try $0.unguarded(node, exact: exact) }
        return condition.behind(guards, exact: exact)
    }

    private mutating func unguarded(_ node: QueryNode, exact: Bool) throws -> SQLCondition {
        switch node {
        case .comparison(let node): return try comparison(node, exact: exact)
        case .logic(let node): return try logic(node, exact: exact)
        case .text(.unary(.isEmpty, let operand)):
            let text = try scalar(operand)
            let test = try known(dialect.transform(.isEmpty, text.fragment), "isEmpty of a string")
            return SQLCondition(test, mayFail: text.null != .never)
        case .text(.matches(let operand, let pattern)):
            let text = try scalar(operand)
            let pattern = SQLFragment(binding: .string(pattern), .string)
            let answer = dialect.matches(text.fragment, pattern)
            return SQLCondition(try condition(answer, "a match of a pattern", isTested: !exact), mayFail: true)
        case .text(.search(let search)): return SQLCondition(try self.search(search), mayFail: false)
        case .collection(let node): return try collection(node, exact: exact)
        case .range(let node): return try range(node)
        case .cast(let node) where node.op == .check: return try typeCheck(node)
        case .conditional(let node): return try conditional(node, exact: exact)
        case .value(let value):
            guard case .integer(let number) = value.stored else { throw Untranslatable("a constant condition") }
            return verdict(number != 0)
        default:
            if !exact, let test = try truth(node) { return test }
            let value = try scalar(try exact ? term(node) : tested(node))
            guard value.kind.primitive == .boolean || value.isTruth else {
                throw Untranslatable("a condition that is not a Boolean")
            }
            if case .integer(let number)? = value.constant { return verdict(number != 0) }
            if value.kind.primitive != .boolean {
                return SQLCondition(dialect.truth(of: value.fragment), mayFail: value.null != .never)
            }
            // A bare column could not use an index.
            let isColumn = !value.fragment.sql.contains("(") && !value.fragment.sql.contains(" ")
            let test: SQLFragment = isColumn ? "\(value.fragment) = \(literal(true))" : value.fragment
            return SQLCondition(test, mayFail: value.null != .never)
        }
    }

    func constant(_ value: StoredValue) throws -> SQLTerm {
        if case .null = value { return .null }
        guard let kind = value.kind else { throw Untranslatable("a constant without stored form") }
        return .scalar(SQLScalar(SQLFragment(binding: value, kind), kind, .never, constant: value))
    }
}

extension StoredValue {
    /// The kind of a constant by itself, before it is compared with a column.
    var kind: AttributeKind? {
        switch self {
        // Their translation depends on their counterpart in a comparison.
        case .identifier, .composite: .data
        default: entry?.kind
        }
    }
}
