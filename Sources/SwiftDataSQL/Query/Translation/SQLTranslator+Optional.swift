import SwiftDataCore

extension SQLTranslator {
    mutating func optional(_ node: QueryOptional) throws -> SQLTerm {
        switch node {
        case .flatMap(let wrapped, let variable, let transform): return try flatMap(wrapped, variable, transform)
        case .unwrap(let optional):
            switch try term(optional) {
            case .scalar(var scalar):
                if scalar.null == .nilValue { scalar.null = .failure }
                return .scalar(scalar)
            case .row(var row):
                if row.null == .nilValue { row.null = .failure }
                return .row(row)
            case .composite(var composite):
                if composite.null == .nilValue { composite.null = .failure }
                return .composite(composite)
            case .null: throw Untranslatable("nil, unwrapped")
            case .rows(var rows):
                if rows.null == .nilValue { rows.null = .failure }
                return .rows(rows)
            case .list(let list): return .list(list)
            }
        case .coalesce(let optional, let fallback):
            let left = try term(optional)
            if case .null = left { return try term(fallback) }
            let right = try term(fallback)
            if case .null = right { return left }
            if case .rows(let rows) = left { return .rows(try rows.replacingNil(with: right)) }
            let (lhs, rhs) = try matched(left, right)
            if lhs.null == .failure { return .scalar(lhs) }
            if rhs.null == .failure { throw Untranslatable("?? with a fallback that may fail") }
            return .scalar(
                SQLScalar(
                    "COALESCE(\(lhs.fragment), \(rhs.fragment))",
                    lhs.constant == nil ? lhs.kind : rhs.kind,
                    rhs.null
                )
            )
        }
    }

    private mutating func flatMap(
        _ wrapped: QueryNode,
        _ variable: QueryVariable,
        _ transform: QueryNode
    ) throws -> SQLTerm {
        switch try term(wrapped) {
        case .null: return .null
        case .row(var row):
            let key = row.key
            let missing = row.null
            row.null = .never
            bind(variable, to: .row(row))
            return try chained(transform, variable, key, missing, isConditional: row.isConditional)
        case .scalar(var scalar):
            let missing = scalar.null
            let key = scalar.fragment
            scalar.null = .never
            bind(variable, to: .scalar(scalar))
            return try chained(transform, variable, key, missing, isConditional: false)
        case .composite(var composite):
            let missing = composite.null
            let present = try Self.leaves(composite.columns, composite.alias).map(\.0)
            composite.null = .never
            bind(variable, to: .composite(composite))
            guard let first = present.first else { throw Untranslatable("an empty composite") }
            let key: SQLFragment = present.count == 1 ? first : "COALESCE(\(present.joined(", ")))"
            return try chained(transform, variable, key, missing, isConditional: false)
        case .rows(var rows):
            guard let key = rows.presence, rows.null == .nilValue else {
                bind(variable, to: .rows(rows))
                return try term(transform)
            }
            rows.presence = nil
            rows.null = .never
            bind(variable, to: .rows(rows))
            return try chained(transform, variable, key, .nilValue, isConditional: false)
        case .list(let list):
            bind(variable, to: .list(list))
            return try term(transform)
        }
    }

    /// The value of an optional chain: NULL where its beginning is, which a path from it is by itself.
    private mutating func chained(
        _ transform: QueryNode,
        _ variable: QueryVariable,
        _ key: SQLFragment,
        _ missing: SQLNull,
        isConditional: Bool
    ) throws -> SQLTerm {
        let result = try term(transform)
        let isPath = transform.isPath(from: variable) && !isConditional
        let null: SQLNull = missing == .failure ? .failure : .nilValue
        switch result {
        case .row(var row):
            guard isPath else { throw Untranslatable("an optional chain to a model through something else") }
            if missing != .never { row.null = row.null == .nilValue && null == .failure ? .nilValue : null }
            return .row(row)
        case .composite(var composite):
            guard isPath else { throw Untranslatable("an optional chain to a composite through something else") }
            if missing != .never { composite.null = null }
            return .composite(composite)
        case .scalar(var scalar):
            if missing == .never { return result }
            if isPath {
                // A required value that is missing at the end of a chain counts as nil.
                scalar.null = null
                return .scalar(scalar)
            }
            guard scalar.null != .failure, missing == .nilValue else {
                throw Untranslatable("an optional chain that may fail")
            }
            return .scalar(
                SQLScalar("CASE WHEN \(key) IS NOT NULL THEN \(scalar.fragment) END", scalar.kind, .nilValue)
            )
        case .null: return .null
        case .rows(let rows):
            if missing == .never { return result }
            return .rows(rows.required(key, null, isEmptyWhereMissing: isPath))
        case .list: throw Untranslatable("an optional chain to a captured collection")
        }
    }

    mutating func typeCheck(_ node: QueryCast) throws -> SQLCondition {
        guard case .row(let row) = try term(node.operand) else { throw Untranslatable("is of something else") }
        let test = try isKind(row, node.entityName)
        return SQLCondition(row.null == .never ? test : "COALESCE(\(test), 0)")
    }

    mutating func cast(_ node: QueryCast) throws -> SQLRow {
        guard case .row(let row) = try term(node.operand) else { throw Untranslatable("as of something else") }
        let (alias, level) = try alias(of: row)
        let test = try isKind(row, node.entityName)
        return SQLRow(
            table: try table(node.entityName),
            key: "CASE WHEN \(test) THEN \(row.key) END",
            null: node.op == .forced ? .failure : .nilValue,
            source: .alias(alias, level),
            isConditional: true
        )
    }

    private mutating func isKind(_ row: SQLRow, _ entity: String) throws -> SQLFragment {
        let (alias, _) = try alias(of: row)
        let target = try table(entity)
        guard target.rootEntityName == row.table.rootEntityName else { return "0" }
        let numbers = target.familyNumbers.map(String.init).joined(separator: ", ")
        return "\(alias).Z_ENT IN (\(numbers))"
    }
}

extension QueryNode {
    /// Whether the node is a chain of properties that begins at a variable, so that it is NULL where the variable is.
    func isPath(from variable: QueryVariable) -> Bool {
        switch self {
        case .variable(let other): other == variable
        case .property(let node): node.base.isPath(from: variable)
        case .identifier(let node): node.isPath(from: variable)
        case .optional(.flatMap(let wrapped, let inner, let transform)):
            wrapped.isPath(from: variable) && transform.isPath(from: inner)
        case .text(.unary(let transform, let operand)): transform != .isEmpty && operand.isPath(from: variable)
        case .text(.binary(_, let lhs, let rhs)): lhs.isPath(from: variable) && rhs.isConstant
        default: false
        }
    }

    /// Whether the node has the same value for every row.
    var isConstant: Bool {
        switch self {
        case .variable, .unsupported: false
        case .value, .list: true
        default: children.allSatisfy(\.isConstant)
        }
    }
}
