import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

extension FilterPath {
    /// The query that a test of the path's end is.
    ///
    /// A nil value on the way makes every test fail except the tests for nil, for inequality and for not being in a
    /// list.
    /// - Throws: ``FilterFailure`` for a test that the end does not allow.
    func query(_ test: FilterTest, _ paths: FilterPaths) throws -> QueryNode {
        switch test {
        case .isNil: return try query(fallback: .true) { try nilTest($0, isNil: true) }
        case .isNotNil: return try query(fallback: .false) { try nilTest($0, isNil: false) }
        case .compare(.notEqual, let literal):
            return try query(fallback: .true) { .logic(.not(try equality($0, literal, paths))) }
        case .compare(.equal, let literal): return try query(fallback: .false) { try equality($0, literal, paths) }
        case .compare(let op, let literal): return try query(fallback: .false) { try order($0, op, literal) }
        case .text(let op, let literal): return try query(fallback: .false) { try text($0, op, literal, paths) }
        case .isTrue: return try query(fallback: .false) { try equality($0, .word("true"), paths) }
        case .isBetween(let least, let greatest, isNegated: false):
            return try query(fallback: .false) { try range($0, least, greatest) }
        case .isBetween(let least, let greatest, isNegated: true):
            return try query(fallback: .true) { .logic(.not(try range($0, least, greatest))) }
        case .isLike(let literal, isNegated: false): return try query(fallback: .false) { try like($0, literal) }
        case .isLike(let literal, isNegated: true):
            return try query(fallback: .true) { .logic(.not(try like($0, literal))) }
        case .isIn(let literals): return try query(fallback: .false) { try membership($0, literals, paths) }
        case .isNotIn(let literals):
            return try query(fallback: .true) { .logic(.not(try membership($0, literals, paths))) }
        }
    }

    private func nilTest(_ node: QueryNode, isNil: Bool) throws -> QueryNode {
        switch end {
        case .rows: throw FilterFailure("\(name) has many members; ask for \(name).count")
        case .identifier, .number: return isNil ? .false : .true
        case .row, .value:
            return .comparison(QueryComparison(node, isNil ? .equal : .notEqual, .nil))
        }
    }

    private func equality(_ node: QueryNode, _ literal: FilterLiteral, _ paths: FilterPaths) throws -> QueryNode {
        switch end {
        case .rows:
            throw FilterFailure("\(name) has many members; ask for \(name).count, or for a property of a member")
        case .row(let entity): return .comparison(QueryComparison(node, .equal, try row(literal, entity, paths)))
        case .identifier(let entity):
            return .comparison(QueryComparison(node, .equal, try row(literal, entity, paths)))
        case .number:
            let value = try FilterValue.stored(literal, as: .integer(.int64), name: name)
            return .comparison(QueryComparison(node, .equal, .value(QueryValue(value))))
        case .value(let attribute) where attribute.kind == .enumeration:
            // Of the elements of an enum that of its case has a value.
            guard let element = attribute.elements.first(where: { $0.name == literal.text }) else {
                let names = attribute.elements.map(\.name).joined(separator: ", ")
                throw FilterFailure("\(name) has no case \(literal.text); it has \(names)")
            }
            let path = FilterPath(entity: "").appending(.member(element))
            return try path.isPresent(in: node, attribute.isOptional)
        case .value(let attribute):
            let value = try FilterValue.stored(literal, as: attribute.kind, name: name)
            return .comparison(QueryComparison(node, .equal, .value(QueryValue(value))))
        }
    }

    /// Makes the test that a member of a composite has a value.
    private func isPresent(in base: QueryNode, _ isOptional: Bool) throws -> QueryNode {
        func test(_ base: QueryNode) -> QueryNode {
            let member = QueryProperty(base: base, entityName: nil, name: name, role: .attribute)
            return .comparison(QueryComparison(.property(member), .notEqual, .nil))
        }
        guard isOptional else { return test(base) }
        // Far from the numbers that a path hands out.
        let variable = QueryVariable(number: 1_000_000)
        let inner = QueryNode.optional(.flatMap(base, variable: variable, transform: test(.variable(variable))))
        return .optional(.coalesce(inner, fallback: .false))
    }

    private func order(_ node: QueryNode, _ op: QueryComparison.Operator, _ literal: FilterLiteral) throws -> QueryNode
    {
        let kind: AttributeKind
        switch end {
        case .number: kind = .integer(.int64)
        case .value(let attribute): kind = attribute.kind
        case .row, .rows, .identifier: throw FilterFailure("\(name) has no order")
        }
        let value = QueryNode.value(QueryValue(try FilterValue.stored(literal, as: kind, name: name)))
        return whereThereIs(node) { .comparison(QueryComparison($0, op, value)) }
    }

    private func range(_ node: QueryNode, _ least: FilterLiteral, _ greatest: FilterLiteral) throws -> QueryNode {
        .logic(.and([try order(node, .greaterOrEqual, least), try order(node, .lessOrEqual, greatest)]))
    }

    private func like(_ node: QueryNode, _ literal: FilterLiteral) throws -> QueryNode {
        guard case .value(let attribute) = end, attribute.kind.isText else { throw FilterFailure("\(name) is no text") }
        let pattern = LikePattern.regularExpression(literal.text)
        return whereThereIs(node) { .text(.matches($0, pattern: pattern)) }
    }

    private func text(
        _ node: QueryNode,
        _ op: QueryText.Operator,
        _ literal: FilterLiteral,
        _ paths: FilterPaths
    ) throws -> QueryNode {
        if case .rows(let entity) = end, op == .contains {
            return .collection(.contains(node, element: try row(literal, entity, paths)))
        }
        guard case .value(let attribute) = end else { throw FilterFailure("\(name) is no text") }
        if op == .contains, let array = attribute.describedArray(isElement: isMember) {
            let value = try FilterValue.stored(literal, as: array.elementKind, name: name)
            return whereThereIs(node) { .collection(.contains($0, element: .value(QueryValue(value)))) }
        }
        guard attribute.kind.isText else { throw FilterFailure("\(name) is no text") }
        let value = QueryNode.value(QueryValue(.string(literal.text)))
        return whereThereIs(node) { .text(.binary(op, $0, value)) }
    }

    private func membership(_ node: QueryNode, _ literals: [FilterLiteral], _ paths: FilterPaths) throws -> QueryNode {
        let tests = try literals.map { literal in
            literal == .null ? try nilTest(node, isNil: true) : try equality(node, literal, paths)
        }
        return .logic(.or(tests))
    }

    /// A test of a value that may be nil, with which the evaluation of the whole filter would fail.
    private func whereThereIs(_ node: QueryNode, _ test: (QueryNode) -> QueryNode) -> QueryNode {
        if case .number = end { return test(node) }
        let variable = QueryVariable(number: 1_000_000)
        let inner = QueryNode.optional(.flatMap(node, variable: variable, transform: test(.variable(variable))))
        return .optional(.coalesce(inner, fallback: .false))
    }

    /// A row by its key, such as `p3`, or `Book/p3` where the relationship is to several entities.
    private func row(_ literal: FilterLiteral, _ entity: String, _ paths: FilterPaths) throws -> QueryNode {
        guard let (named, key) = RowName.parse(literal.text) else {
            throw FilterFailure("\(name) is a row, named as p3 or \(entity)/p3, and \(literal.text) is not a row")
        }
        let identifier = try paths.identifier(named ?? entity, key)
        return .value(QueryValue(.identifier(identifier)))
    }
}

extension AttributeKind {
    /// True if the values are strings.
    fileprivate var isText: Bool {
        switch self {
        case .string: true
        case .rawValue(let raw): raw.isText
        default: false
        }
    }
}
