import SwiftDataCore

extension SQLTranslator {
    /// The elements of a collection.
    mutating func rows(_ node: QueryNode) throws -> SQLRows { try rows(try term(node)) }

    mutating func rows(_ term: SQLTerm) throws -> SQLRows {
        switch term {
        case .rows(let rows): return rows
        case .list(let values): return try rows(values)
        default: throw Untranslatable("a closure over a value that is not a collection")
        }
    }

    /// The elements of a captured list, as one binding.
    private mutating func rows(_ values: [QueryValue]) throws -> SQLRows {
        let stored = values.map(\.stored)
        guard let form = ListElements.form(of: stored) else {
            throw Untranslatable("a closure over a captured list \(Self.kind(of: stored))")
        }
        let kind = stored.lazy.compactMap(\.kind).first ?? ListElements.kind(form)
        return try list(captured: stored, form == .unsigned ? .integer(.uint64) : kind, form)
    }

    /// The reason why SQL cannot iterate over the elements of a captured list.
    private static func kind(of values: [StoredValue]) -> String {
        for value in values {
            switch value {
            case .identifier, .identifiers:
                return "of models or identifiers, which SQL cannot iterate: capture the values that the closure "
                    + "asks for"
            case .composite, .object, .unloaded:
                return "of values other than numbers, texts, dates, UUIDs, URLs or data: capture the members that the "
                    + "closure asks for"
            default: continue
            }
        }
        return values.contains { $0.kind != nil }
            ? "of values of several kinds, which SQL cannot iterate: capture one list for each kind"
            : "of nothing but nil"
    }

    /// `collection[index]`.
    mutating func element(_ base: QueryNode, _ index: QueryNode) throws -> SQLTerm {
        if let value = constant(.element(base, index: index)) { return try constant(value) }
        return try distributed(try term(base)) { .scalar(try $0.element(try $0.rows($1), index)) }
    }

    private mutating func element(_ rows: SQLRows, _ index: QueryNode) throws -> SQLScalar {
        // A relationship is not ordered by its keys alone.
        guard rows.isOrdered else { throw Untranslatable("an index into a relationship") }
        guard case .scalar(let scalar) = rows.element else { throw Untranslatable("an element of a collection") }
        let position = try self.scalar(index)
        guard position.kind.primitive == .integer(.int64) else { throw Untranslatable("an index of another type") }
        let place: SQLFragment
        if let constant = position.constant {
            guard case .integer(let number) = constant, number >= 0 else { throw Untranslatable("a negative index") }
            place = " ORDER BY \(rows.position) LIMIT 1 OFFSET \(position.fragment)"
        } else {
            // An element of an array has a known index. Other elements would have to be counted.
            guard rows.isOrdered, rows.conditions.isEmpty else { throw Untranslatable("an index that is not constant") }
            place = " WHERE \(rows.position) = \(position.fragment)"
        }
        demandPresence(of: rows)
        let value: SQLFragment = "(SELECT \(scalar.fragment) \(rows.body())\(place))"
        if scalar.null == .never { return SQLScalar(value, scalar.kind, .failure) }
        guards.append("EXISTS (SELECT 1 \(rows.body())\(place))")
        return SQLScalar(value, scalar.kind, .nilValue)
    }

    /// Adds the guard that there is a collection.
    private mutating func demandPresence(of rows: SQLRows) {
        if let presence = rows.presence { guards.append("\(presence) IS NOT NULL") }
    }

    /// `collection.min()` and `collection.max()`.
    mutating func extreme(_ node: QueryCollection) throws -> SQLTerm {
        if let value = constant(node) { return try constant(value) }
        let (base, isMinimum) =
            switch node {
            case .minimum(let base): (base, true)
            case .maximum(let base): (base, false)
            default: throw Untranslatable("min() or max() of a value that is not a collection")
            }
        return try distributed(try term(base)) { .scalar(try $0.extreme(try $0.rows($1), isMinimum: isMinimum)) }
    }

    private mutating func extreme(_ rows: SQLRows, isMinimum: Bool) throws -> SQLScalar {
        guard case .scalar(let scalar) = rows.element, scalar.null == .never else {
            throw Untranslatable("min() and max() of such a collection")
        }
        demandPresence(of: rows)
        let key: SQLFragment
        var rank = SQLFragment("")
        switch scalar.kind.primitive.entry?.order {
        case .text: key = try canonical(scalar.fragment)
        case .byKey: key = try decimalKey(scalar.fragment)
        case .floating where mayBeNaN(scalar.kind):
            // No number is less than NaN, nor greater: it is the result if it comes first, and never otherwise.
            guard rows.conditions.isEmpty else { throw Untranslatable("min() and max() of some numbers of an array") }
            let isNumber = dialect.isNumber(scalar.fragment)
            rank = "CASE WHEN \(isNumber) THEN 1 WHEN \(rows.position) = 0 THEN 0 ELSE 2 END, "
            key = scalar.fragment
        default: key = scalar.fragment
        }
        let order: SQLFragment = " ORDER BY \(rank)\(key)\(isMinimum ? "" : " DESC"), \(rows.position) LIMIT 1"
        return SQLScalar("(SELECT \(scalar.fragment) \(rows.body())\(order))", scalar.kind, .nilValue)
    }
}

extension QueryCollection {
    /// True if it is `min()` or `max()`.
    var isExtreme: Bool {
        switch self {
        case .minimum, .maximum: true
        default: false
        }
    }
}

extension SQLTranslator {
    /// The value of a collection that depends on no row; nil if it does, or if its evaluation fails.
    func constant(_ node: QueryCollection) -> Evaluated? {
        let node = QueryNode.collection(node)
        guard node.isClosed() else { return nil }
        var scope = QueryScope(root: nil)
        return try? scope.evaluate(node)
    }

    func constant(_ value: Evaluated) throws -> SQLTerm {
        switch value {
        case .null: return .null
        case .value(let stored, _): return try constant(stored)
        case .list(let elements):
            return .list(
                try elements.map { element in
                    switch element {
                    case .null: return QueryValue(.null)
                    case .value(let stored, _): return QueryValue(stored)
                    case .row, .rows, .list: throw Untranslatable("a list of lists")
                    }
                }
            )
        case .row, .rows: throw Untranslatable("a model without a row")
        }
    }
}
