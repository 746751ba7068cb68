import SwiftDataCore

extension SQLTranslator {
    /// Two composite values are equal if all their leaves are. A nil value, of which every leaf is NULL, equals nil.
    mutating func equality(
        _ lhs: SQLComposite,
        _ rhs: SQLComposite,
        negated: Bool
    ) throws -> SQLCondition {
        let (left, right) = (try lhs.leaves, try rhs.leaves)
        guard left.count == right.count else { throw Untranslatable("composites of another shape") }
        var tests: [SQLFragment] = []
        for (one, other) in zip(left, right) {
            tests.append(try equality(one, other, negated: false, exact: true).fragment.operand)
        }
        return all(tests, negated: negated)
    }

    /// A composite value equals a constant if every leaf does.
    mutating func equality(
        _ composite: SQLComposite,
        _ constant: StoredValue?,
        negated: Bool
    ) throws -> SQLCondition {
        guard case .composite(let values)? = constant else { throw Untranslatable("a composite and another value") }
        let leaves = try composite.leaves
        let flat = Self.flatten(values, composite.columns)
        guard flat.count == leaves.count else { throw Untranslatable("a composite of another shape") }
        var tests: [SQLFragment] = []
        for (leaf, value) in zip(leaves, flat) {
            if case .null = value {
                tests.append("\(leaf.fragment) IS NULL")
                continue
            }
            let (column, constant) = try matched(.scalar(leaf), try term(.value(QueryValue(value))))
            tests.append(try equality(column, constant, negated: false, exact: true).fragment.operand)
        }
        return all(tests, negated: negated)
    }

    private func all(_ tests: [SQLFragment], negated: Bool) -> SQLCondition {
        let equal = tests.isEmpty ? literal(true) : tests.chained(" AND ")
        return SQLCondition(negated ? "NOT (\(equal))" : "(\(equal))")
    }

    private static func flatten(_ values: [StoredValue], _ columns: [PropertyColumns]) -> [StoredValue] {
        zip(values, columns).flatMap { value, column -> [StoredValue] in
            guard case .composite(let elements, _) = column else { return [value] }
            if case .composite(let inner) = value { return flatten(inner, elements) }
            return column.valueColumns.map { _ in .null }
        }
    }
}

extension SQLComposite {
    /// The columns of the value as optional values.
    var leaves: [SQLScalar] {
        get throws {
            try columns.flatMap(\.valueColumns).map { column in
                switch column.kind.primitive {
                case .json, .codable, .transformable: throw Untranslatable("an encoded member")
                default: SQLScalar("\(alias).\(names.quoted(column.name))", column.kind, .nilValue)
                }
            }
        }
    }
}
