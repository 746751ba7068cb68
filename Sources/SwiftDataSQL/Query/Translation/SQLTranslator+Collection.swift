import SwiftDataCore

extension SQLTranslator {
    mutating func collection(_ node: QueryCollection, exact: Bool) throws -> SQLCondition {
        if let value = constant(node) {
            guard case .value(.integer(let truth), _) = value else {
                return SQLCondition(dialect.failure, mayFail: true)
            }
            return verdict(truth != 0)
        }
        switch node {
        case .contains, .containsWhere, .allSatisfy, .isEmpty:
            return try collection(node, try term(node.base), exact: exact)
        case .minimum, .maximum, .element:
            let value = try scalar(.collection(node))
            guard value.kind.primitive == .boolean else { throw Untranslatable("a condition that is not a Boolean") }
            return SQLCondition(value.fragment, mayFail: value.null != .never)
        case .filter, .count: throw Untranslatable("a collection as a condition")
        }
    }

    private mutating func collection(
        _ node: QueryCollection,
        _ collection: SQLTerm,
        exact: Bool
    ) throws -> SQLCondition {
        if case .choice(let choice) = collection {
            return try distributed(choice) { try $0.collection(node, $1, exact: exact) }
        }
        switch node {
        case .contains(_, let element): return try contains(collection, element, exact: exact)
        case .containsWhere(_, let variable, let test):
            return try containsWhere(try rows(collection), variable, test, exact: exact)
        case .allSatisfy(_, let variable, let test): return try allSatisfy(try rows(collection), variable, test)
        default:
            if case .scalar(let bytes) = collection, bytes.kind.primitive == .data {
                let count = try known(dialect.byteCount(bytes.fragment), "the count of bytes")
                return SQLCondition("\(count) = 0", mayFail: bytes.null != .never)
            }
            let rows = try rows(collection)
            return rows.guarded(SQLCondition("NOT EXISTS (SELECT 1 \(rows.body()))"))
        }
    }

    private mutating func containsWhere(
        _ rows: SQLRows,
        _ variable: QueryVariable,
        _ test: QueryNode,
        exact: Bool
    ) throws -> SQLCondition {
        bind(variable, to: rows.element)
        // Elements that do not match may pass only where rows that do not match may pass.
        let mayWiden = self.mayWiden
        self.mayWiden = mayWiden && !exact
        defer { self.mayWiden = mayWiden }
        var condition = try condition(test, exact: false)
        guard condition.mayFail, exact || rows.isOrdered else {
            let exists = SQLCondition(
                "EXISTS (SELECT 1 \(rows.body([condition.fragment.operand])))",
                mayFail: condition.mayFail
            )
            return rows.guarded(exists, exact: exact)
        }
        self.mayWiden = false
        condition = try self.condition(test, exact: true)
        return rows.guarded(firstDecisive(of: rows, condition.fragment, decides: true))
    }

    private mutating func allSatisfy(
        _ rows: SQLRows,
        _ variable: QueryVariable,
        _ test: QueryNode
    ) throws -> SQLCondition {
        bind(variable, to: rows.element)
        let condition = try withoutWidening { try $0.condition(test, exact: true) }
        if condition.mayFail { return rows.guarded(firstDecisive(of: rows, condition.fragment, decides: false)) }
        return rows.guarded(SQLCondition("NOT EXISTS (SELECT 1 \(rows.body(["NOT (\(condition.fragment))"])))"))
    }

    mutating func filter(_ base: QueryNode, _ variable: QueryVariable, _ test: QueryNode) throws -> SQLTerm {
        if let value = constant(.filter(base, variable: variable, test: test)) { return try constant(value) }
        return try distributed(try term(base)) { .rows(try $0.filter(try $0.rows($1), variable, test)) }
    }

    private mutating func filter(_ rows: SQLRows, _ variable: QueryVariable, _ test: QueryNode) throws -> SQLRows {
        bind(variable, to: rows.element)
        var condition = try withoutWidening { try $0.condition(test, exact: false) }
        var kept = rows
        if condition.mayFail {
            // Every element is tested: one that fails leaves no result.
            condition = try withoutWidening { try $0.condition(test, exact: true) }
            let failing = rows.body(["(\(condition.fragment)) IS NULL"])
            kept = rows.failing(where: "NULLIF(NOT EXISTS (SELECT 1 \(failing)), \(literal(false)))")
        }
        kept.conditions.append(condition.fragment.operand)
        return kept
    }

    mutating func count(_ base: QueryNode) throws -> SQLTerm {
        if case .value(.integer(let count), _)? = constant(QueryCollection.count(base)) {
            let value = StoredValue.integer(count)
            let kind = AttributeKind.integer(.int64)
            return .scalar(SQLScalar(SQLFragment(binding: value, kind), kind, .never, constant: value))
        }
        return try distributed(try term(base)) { .scalar(try $0.count(of: $1)) }
    }

    private mutating func count(of collection: SQLTerm) throws -> SQLScalar {
        if case .scalar(let bytes) = collection, bytes.kind.primitive == .data {
            let count = try known(dialect.byteCount(bytes.fragment), "the count of bytes")
            return SQLScalar(count, .integer(.int64), bytes.null)
        }
        let rows = try rows(collection)
        let count = rows.guarded(SQLCondition("(SELECT COUNT(*) \(rows.body()))"))
        return SQLScalar(count.fragment, .integer(.int64), count.mayFail ? .failure : .never)
    }

    private mutating func contains(_ collection: SQLTerm, _ element: QueryNode, exact: Bool) throws -> SQLCondition {
        if case .list(let values) = collection { return try membership(try term(element), values, exact: exact) }
        let rows = try rows(collection)
        let wanted = try term(element)
        let result: SQLCondition
        if case .row = rows.element {
            let (lhs, rhs) = try matched(rows.element, wanted)
            if lhs.isUnmatched || rhs.isUnmatched { return rows.guarded(verdict(false)) }
            result = required(
                rhs,
                SQLCondition("EXISTS (SELECT 1 \(rows.body(["\(lhs.fragment) = \(rhs.fragment)"])))")
            )
        } else {
            let value = try key(wanted)
            var present = value
            if present.null == .failure { present.null = .never }
            let test = try equality(rows.element, .scalar(present), negated: false, exact: true)
            guard !test.mayFail else { throw Untranslatable("contains of a value whose evaluation may fail") }
            var exists: SQLFragment = "EXISTS (SELECT 1 \(rows.body([test.fragment.operand])))"
            if let narrowing = try narrowing(rows, present) { exists = "(\(narrowing) AND \(exists))" }
            result = required(value, SQLCondition(exists))
        }
        return rows.guarded(result, exact: exact)
    }

    /// A condition, for an index, that holds wherever a column's array has an element.
    private func narrowing(_ rows: SQLRows, _ value: SQLScalar) throws -> SQLFragment? {
        guard let column = rows.column, case .scalar(let element) = rows.element, let constant = value.constant,
            !constant.isNaN
        else { return nil }
        // Other bytes may be the same string.
        if element.kind.primitive == .string, !value.isPlainText { return nil }
        let kind = element.kind.primitive
        return try lists.array(column, mayContain: SQLFragment(binding: constant, kind), kind)
    }

    /// A condition that fails if a value does.
    private func required(_ value: SQLScalar, _ condition: SQLCondition) -> SQLCondition {
        guard value.null == .failure else { return condition }
        let test: SQLFragment = "CASE WHEN \(value.fragment) IS NOT NULL THEN \(condition.fragment) END"
        return SQLCondition(test, mayFail: true)
    }

    /// Runs a translation that must not let rows pass that do not match.
    mutating func withoutWidening<Result>(_ body: (inout SQLTranslator) throws -> Result) rethrows -> Result {
        let mayWiden = self.mayWiden
        self.mayWiden = false
        defer { self.mayWiden = mayWiden }
        return try body(&self)
    }
}

extension SQLTranslator {
    /// Tests the elements until one of them decides or fails. If their order has no meaning, one that decides has
    /// priority over elements that fail.
    private func firstDecisive(of rows: SQLRows, _ test: SQLFragment, decides: Bool) -> SQLCondition {
        // An aggregate that names no column of its own SELECT belongs to the outer one.
        let position: SQLFragment = rows.isOrdered ? rows.position : "0 * \(rows.position)"
        let (decisive, other) = (literal(decides), literal(!decides))
        let step: SQLFragment =
            "CASE (\(test)) WHEN \(other) THEN NULL WHEN \(decisive) THEN 2 * \(position) "
        let first: SQLFragment = "(SELECT MIN(\(step)ELSE 2 * \(position) + 1 END) % 2 \(rows.body()))"
        return SQLCondition(
            "CASE \(first) WHEN 0 THEN \(decisive) WHEN 1 THEN NULL ELSE \(other) END",
            mayFail: true
        )
    }
}

extension QueryCollection {
    /// The collection of the operation.
    var base: QueryNode {
        switch self {
        case .contains(let base, _), .containsWhere(let base, _, _), .allSatisfy(let base, _, _),
            .filter(let base, _, _), .count(let base), .isEmpty(let base), .minimum(let base), .maximum(let base),
            .element(let base, _):
            base
        }
    }
}
