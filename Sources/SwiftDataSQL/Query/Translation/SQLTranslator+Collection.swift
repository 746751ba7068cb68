import SwiftDataCore

extension SQLTranslator {
    mutating func collection(_ node: QueryCollection, exact: Bool) throws -> SQLCondition {
        switch node {
        case .contains(let base, let element): return try contains(base, element, exact: exact)
        case .containsWhere(let base, let variable, let test):
            var rows = try rows(base)
            bind(variable, to: rows.element)
            let condition = try condition(test, exact: false)
            if condition.mayFail {
                // The first element that fails ends the search, unless one before it matches: which rows that
                // concerns is told in memory, among those with a match.
                guard !exact else { throw Untranslatable("a closure that may fail") }
                isSuperset = true
            }
            rows.conditions.append(condition.fragment.operand)
            return SQLCondition("EXISTS (SELECT 1 \(rows.body()))")
        case .allSatisfy(let base, let variable, let test):
            let rows = try rows(base)
            bind(variable, to: rows.element)
            let condition = try condition(test, exact: true)
            guard !condition.mayFail else { throw Untranslatable("a closure that may fail") }
            return SQLCondition("NOT EXISTS (SELECT 1 \(rows.body(["NOT (\(condition.fragment))"])))")
        case .isEmpty(let base):
            let collection = try term(base)
            if case .scalar(let bytes) = collection, bytes.kind.primitive == .data {
                return SQLCondition("length(\(bytes.fragment)) = 0", mayFail: bytes.null != .never)
            }
            return SQLCondition("NOT EXISTS (SELECT 1 \(try rows(collection).body()))")
        case .filter, .count, .minimum, .maximum, .element: throw Untranslatable("a collection as a condition")
        }
    }

    /// The rows of a collection; those that a captured collection could be are not.
    mutating func rows(_ node: QueryNode) throws -> SQLRows { try rows(try term(node)) }

    private func rows(_ term: SQLTerm) throws -> SQLRows {
        guard case .rows(let rows) = term else {
            throw Untranslatable("a closure over something that is no relationship")
        }
        return rows
    }

    mutating func filter(_ base: QueryNode, _ variable: QueryVariable, _ test: QueryNode) throws -> SQLRows {
        var rows = try rows(base)
        bind(variable, to: rows.element)
        let condition = try condition(test, exact: false)
        guard !condition.mayFail else { throw Untranslatable("a closure that may fail") }
        rows.conditions.append(condition.fragment.operand)
        return rows
    }

    mutating func count(_ base: QueryNode) throws -> SQLScalar {
        let collection = try term(base)
        if case .scalar(let bytes) = collection, bytes.kind.primitive == .data {
            return SQLScalar("length(\(bytes.fragment))", .integer(.int64), bytes.null)
        }
        return SQLScalar("(SELECT COUNT(*) \(try rows(collection).body()))", .integer(.int64), .never)
    }

    private mutating func contains(_ base: QueryNode, _ element: QueryNode, exact: Bool) throws -> SQLCondition {
        switch try term(base) {
        case .rows(let rows):
            let (lhs, rhs) = try matched(rows.element, try term(element))
            if lhs.isUnmatched || rhs.isUnmatched { return SQLCondition("0") }
            guard rhs.null != .failure else { throw Untranslatable("contains of something that may fail") }
            return SQLCondition("EXISTS (SELECT 1 \(rows.body(["\(lhs.fragment) = \(rhs.fragment)"])))")
        case .list(let values): return try membership(try term(element), values, exact: exact)
        default: throw Untranslatable("contains of something that is no collection")
        }
    }

    /// Whether a value is one of the captured ones.
    private mutating func membership(_ element: SQLTerm, _ values: [QueryValue], exact: Bool) throws -> SQLCondition {
        if case .composite(let composite) = element {
            guard values.count <= 100 else { throw Untranslatable("a large list of composite values") }
            let tests = try values.map { try equality(composite, $0.stored, negated: false).fragment }
            return SQLCondition(tests.isEmpty ? "0" : "(\(tests.joined(" OR ")))")
        }
        let value = try key(element)
        var constants: [SQLScalar] = []
        var hasNil = false
        for candidate in values {
            if case .null = candidate.stored {
                hasNil = true
                continue
            }
            let (_, constant) = try matched(element, try term(.value(candidate)))
            if !constant.isNaN, !constant.isUnmatched { constants.append(constant) }
        }
        let test = try membership(value, constants)
        guard value.null == .nilValue else { return SQLCondition(test, mayFail: value.null == .failure) }
        if hasNil { return SQLCondition("(\(value.fragment) IS NULL OR \(test))") }
        return SQLCondition(exact ? "COALESCE(\(test), 0)" : test)
    }

    private func membership(_ value: SQLScalar, _ constants: [SQLScalar]) throws -> SQLFragment {
        if constants.isEmpty {
            return value.null == .failure ? "CASE WHEN \(value.fragment) IS NOT NULL THEN 0 END" : "0"
        }
        var constants = constants
        var column = value.fragment
        if value.kind.primitive == .string {
            if let forms = listed(constants) { constants = forms } else { column = dialect.canonical(column) }
        }
        guard constants.count > dialect.maximumListLength else {
            return "\(column) IN (\(constants.map(\.fragment).joined(", ")))"
        }
        guard let list = dialect.list(constants.compactMap(\.constant), value.kind) else {
            throw Untranslatable("a list of \(constants.count) values")
        }
        return "\(list.isText ? dialect.hexadecimal(column) : column) IN \(list.fragment)"
    }
}

extension SQLRows {
    /// One row of the collection.
    var element: SQLTerm {
        .row(SQLRow(table: table, key: "\(alias).Z_PK", null: .never, source: .alias(alias, level)))
    }
}

extension SQLScalar {
    /// The constant, where no string with other bytes is canonically equivalent to it: ASCII, apart from the
    /// characters that another code point stands for (the Kelvin sign, the Greek question mark and the Greek varia).
    var plainText: String? {
        guard case .string(let text)? = constant,
            text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x4B && $0 != 0x3B && $0 != 0x60 })
        else { return nil }
        return text
    }

    var isPlainText: Bool { plainText != nil }
}
