import SwiftDataCore

extension SQLTranslator {
    mutating func optional(_ node: QueryOptional) throws -> SQLTerm {
        switch node {
        case .flatMap(let wrapped, let variable, let transform):
            return try distributed(try term(wrapped)) { try $0.chain($1, variable, transform, isTested: false) }
        case .unwrap(let optional):
            return try distributed(try term(optional)) { $0.unwrapped($1) }
        case .coalesce(let optional, let fallback):
            return try coalesced(try term(optional), fallback)
        }
    }

    private mutating func unwrapped(_ term: SQLTerm) -> SQLTerm {
        switch term {
        case .scalar(var scalar):
            if scalar.null == .nilValue { scalar.null = .failure }
            return .scalar(scalar)
        case .row(var row):
            if row.null == .nilValue { row.null = .failure }
            return .row(row)
        case .composite(var composite):
            if composite.null == .nilValue { guards.append(composite.isPresent) }
            composite.null = .never
            return .composite(composite)
        case .null:
            guards.append(literal(false))
            return .null
        case .rows(let rows):
            guard rows.null == .nilValue else { return term }
            var present = present(rows)
            // If bytes can be read, the collection is there.
            (present.presence, present.null) = (rows.content ?? rows.presence, .failure)
            return .rows(present)
        case .list, .choice: return term
        }
    }

    /// The collection, if it is not nil.
    private func present(_ rows: SQLRows) -> SQLRows {
        var rows = rows
        (rows.presence, rows.null, rows.content) = (nil, .never, nil)
        return rows
    }

    /// Adds the guard that a collection can be read if it is not nil.
    private mutating func demandContent(of rows: SQLRows) {
        guard let presence = rows.presence, let content = rows.content else { return }
        guards.append("(\(presence) IS NULL OR \(content) IS NOT NULL)")
    }

    mutating func coalesced(_ optional: SQLTerm, _ fallback: QueryNode) throws -> SQLTerm {
        switch optional {
        case .null: return try term(fallback)
        case .scalar(let value):
            // The fallback is never needed.
            if value.null != .nilValue { return optional }
            let (other, guards) = try guarded { try $0.term(fallback) }
            demand(where: "\(value.fragment) IS NULL", guards)
            if case .null = other { return optional }
            let (lhs, rhs) = try matched(optional, other)
            return .scalar(
                SQLScalar(
                    "COALESCE(\(lhs.fragment), \(rhs.fragment))",
                    lhs.constant == nil ? lhs.kind : rhs.kind,
                    rhs.null
                )
            )
        case .row(let row):
            if row.null != .nilValue { return optional }
            return try choose(
                "\(row.key) IS NOT NULL",
                { _ in
                    var present = row
                    present.null = .never
                    return .row(present)
                },
                otherwise: { try $0.term(fallback) }
            )
        case .composite(let composite):
            if composite.null != .nilValue { return optional }
            return try choose(
                composite.isPresent,
                { _ in
                    var present = composite
                    present.null = .never
                    return .composite(present)
                },
                otherwise: { try $0.term(fallback) }
            )
        case .choice(let choice):
            return try choose(
                choice.test,
                { try $0.coalesced(choice.yes, fallback) },
                otherwise: { try $0.coalesced(choice.no, fallback) }
            )
        case .rows(let rows): return try coalesced(rows, fallback)
        case .list: return optional
        }
    }

    private mutating func coalesced(_ rows: SQLRows, _ fallback: QueryNode) throws -> SQLTerm {
        guard rows.null == .nilValue, let presence = rows.presence, !fallback.isNil else { return .rows(rows) }
        demandContent(of: rows)
        var present = present(rows)
        if case .list(let values) = fallback, values.isEmpty {
            if !rows.isEmptyWhereMissing { present.conditions.append("\(presence) IS NOT NULL") }
            return .rows(present)
        }
        return try choose(
            "\(presence) IS NOT NULL",
            { _ in .rows(present) },
            otherwise: { try $0.term(fallback) }
        )
    }

    /// An optional chain from one term.
    /// - Parameter isTested: True if only the value true counts.
    mutating func chain(
        _ term: SQLTerm,
        _ variable: QueryVariable,
        _ transform: QueryNode,
        isTested: Bool
    ) throws -> SQLTerm {
        switch term {
        case .null: return .null
        case .row(var row):
            let missing = row.null
            row.null = .never
            bind(variable, to: .row(row))
            return try chain(transform, from: variable, where: row.key, missing, isTested: isTested)
        case .scalar(var scalar):
            let missing = scalar.null
            scalar.null = .never
            bind(variable, to: .scalar(scalar))
            return try chain(transform, from: variable, where: scalar.fragment, missing, isTested: isTested)
        case .composite(var composite):
            let missing = composite.null
            composite.null = .never
            bind(variable, to: .composite(composite))
            return try chain(transform, from: variable, where: composite.key, missing, isTested: isTested)
        case .rows(let rows) where rows.null == .nilValue:
            guard let key = rows.presence else { throw Untranslatable("a collection that is never nil") }
            demandContent(of: rows)
            bind(variable, to: .rows(present(rows)))
            return try chain(transform, from: variable, where: key, .nilValue, isTested: isTested)
        case .rows, .list:
            bind(variable, to: term)
            return try link(transform, isTested)
        case .choice(let choice):
            return try distributed(.choice(choice)) { try $0.chain($1, variable, transform, isTested: isTested) }
        }
    }

    /// The rest of a chain, which is nil if its beginning is. A path from its beginning has that property by itself.
    private mutating func chain(
        _ transform: QueryNode,
        from variable: QueryVariable,
        where key: SQLFragment,
        _ missing: SQLNull,
        isTested: Bool
    ) throws -> SQLTerm {
        let present: SQLFragment = "\(key) IS NOT NULL"
        if missing == .failure { guards.append(present) }
        guard missing == .nilValue else { return try link(transform, isTested) }
        guard transform.isPath(from: variable) else {
            return try choose(present, { try $0.link(transform, isTested) }, otherwise: { _ in .null })
        }
        let (result, inner) = try guarded { try $0.link(transform, isTested) }
        demand(where: present, inner)
        switch result {
        case .scalar(var scalar) where scalar.null != .failure:
            scalar.null = .nilValue
            return .scalar(scalar)
        case .row(var row) where row.null != .failure:
            row.null = .nilValue
            return .row(row)
        case .composite(let composite) where composite.null == .nilValue: return result
        case .rows(let rows):
            return .rows(self.missing(rows, where: key, unless: present, isEmpty: true))
        case .null: return .null
        default: return try choose(present, { _ in result }, otherwise: { _ in .null })
        }
    }

    private mutating func link(_ transform: QueryNode, _ isTested: Bool) throws -> SQLTerm {
        try isTested ? tested(transform) : term(transform)
    }

    mutating func typeCheck(_ node: QueryCast) throws -> SQLCondition {
        try typeCheck(try term(node.operand), node.entityName)
    }

    private mutating func typeCheck(_ term: SQLTerm, _ entity: String) throws -> SQLCondition {
        switch term {
        case .row(let row):
            let test = try isKind(row, entity)
            switch row.null {
            case .never: return SQLCondition(test)
            case .nilValue: return SQLCondition("COALESCE(\(test), \(literal(false)))")
            case .failure: return SQLCondition(test).behind(["\(row.key) IS NOT NULL"], exact: true)
            }
        case .null: return verdict(false)
        case .choice(let choice): return try distributed(choice) { try $0.typeCheck($1, entity) }
        default: throw Untranslatable("'is' on a value that is not a model")
        }
    }

    mutating func cast(_ node: QueryCast) throws -> SQLTerm {
        try distributed(try term(node.operand)) { try $0.cast($1, node) }
    }

    private mutating func cast(_ term: SQLTerm, _ node: QueryCast) throws -> SQLTerm {
        let isForced = node.op == .forced
        switch term {
        case .null:
            if isForced { guards.append(literal(false)) }
            return .null
        case .row(let row):
            let test = try isKind(row, node.entityName)
            let (alias, level) = try alias(of: row)
            let other = SQLRow(
                table: try table(node.entityName),
                key: row.key,
                null: .never,
                source: .alias(alias, level)
            )
            if row.null == .failure { guards.append("\(row.key) IS NOT NULL") }
            if isForced {
                guards.append(test)
                return .row(other)
            }
            return try choose(test, { _ in .row(other) }, otherwise: { _ in .null })
        default: throw Untranslatable("'as' on a value that is not a model")
        }
    }

    private mutating func isKind(_ row: SQLRow, _ entity: String) throws -> SQLFragment {
        let (alias, _) = try alias(of: row)
        let target = try table(entity)
        guard target.rootEntityName == row.table.rootEntityName else { return literal(false) }
        return "\(alias).\(layout.rowColumns.entity) IN (\(target.familyList))"
    }
}

extension SQLComposite {
    /// A condition that is true if the value is not nil.
    var isPresent: SQLFragment { "\(key) IS NOT NULL" }
}

extension QueryNode {
    /// True if the node is a chain of properties that begins at a variable, so that it is NULL if the variable is.
    func isPath(from variable: QueryVariable) -> Bool {
        switch self {
        case .variable(let other): other == variable
        case .property(let node): node.base.isPath(from: variable)
        case .identifier(let node): node.isPath(from: variable)
        case .part(let node): node.operand.isPath(from: variable)
        case .calendar(let node): node.date.isPath(from: variable)
        case .optional(.flatMap(let wrapped, let inner, let transform)):
            wrapped.isPath(from: variable) && transform.isPath(from: inner)
        case .text(.unary(let transform, let operand)): transform != .isEmpty && operand.isPath(from: variable)
        case .text(.binary(_, let lhs, let rhs)): lhs.isPath(from: variable) && rhs.isConstant
        default: false
        }
    }

    /// True if the node has the same value for every row.
    var isConstant: Bool {
        switch self {
        case .variable, .unsupported: false
        case .value, .list: true
        default: children.allSatisfy(\.isConstant)
        }
    }
}
