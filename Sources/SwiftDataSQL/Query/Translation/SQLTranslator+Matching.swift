import SwiftDataCore

extension SQLTranslator {
    /// Both sides of a comparison as values of one kind: a constant takes the kind of the column that it meets.
    func matched(_ left: SQLTerm, _ right: SQLTerm) throws -> (SQLScalar, SQLScalar) {
        if case .row(let row) = left { return (try key(left), try key(of: right, meeting: row.table)) }
        if case .row(let row) = right { return (try key(of: left, meeting: row.table), try key(right)) }
        var (lhs, rhs) = (try key(left), try key(right))
        if lhs.isIdentifier || rhs.isIdentifier { throw Untranslatable("an identifier that meets no model") }
        if let constant = rhs.constant, lhs.constant == nil { rhs = try self.constant(constant, meeting: lhs.kind) }
        if let constant = lhs.constant, rhs.constant == nil { lhs = try self.constant(constant, meeting: rhs.kind) }
        return (lhs, rhs)
    }

    private func constant(_ value: StoredValue, meeting kind: AttributeKind) throws -> SQLScalar {
        let fits =
            switch (kind.primitive, value) {
            case (.boolean, .integer), (.integer, .integer), (.integer, .unsigned), (.float, .double),
                (.double, .double), (.decimal, .decimal), (.string, .string), (.date, .date), (.uuid, .uuid),
                (.url, .url), (.data, .data), (.url, .string), (.double, .integer), (.float, .integer):
                true
            default: false
            }
        guard fits else { throw Untranslatable("a constant of another type than the property") }
        return SQLScalar(SQLFragment(binding: value, kind), kind, .never, constant: value)
    }

    /// The key of a constant model or identifier that meets models of a table.
    private func key(of term: SQLTerm, meeting table: EntityTable) throws -> SQLScalar {
        guard case .scalar(let scalar) = term, let constant = scalar.constant else { return try key(term) }
        guard case .identifier(let identifier) = constant else { throw Untranslatable("a model and a value") }
        return self.key(of: identifier, meeting: table)
    }

    /// The primary key of an identifier; one that no row of the table can have is marked as such.
    func key(of identifier: PersistentIdentifier, meeting table: EntityTable) -> SQLScalar {
        let identifier = identifier.resolved
        guard let row = identifier.row, storeIdentifier == nil || identifier.storeIdentifier == storeIdentifier,
            layout[identifier.entityName]?.rootEntityName == table.rootEntityName
        else { return SQLScalar("NULL", .integer(.int64), .never, constant: .unloaded) }
        let value = StoredValue.integer(row)
        return SQLScalar(SQLFragment(binding: value, .integer(.int64)), .integer(.int64), .never, constant: value)
    }

    /// The leaves of a composite with the kinds of their columns.
    static func leaves(_ columns: [PropertyColumns], _ alias: String) throws -> [(SQLFragment, AttributeKind)] {
        try columns.flatMap { column -> [(SQLFragment, AttributeKind)] in
            switch column {
            case .value(let column): return [("\(alias).\(SQLIdentifier.quoted(column.name))", column.kind)]
            case .composite(let elements, _): return try leaves(elements, alias)
            default: throw Untranslatable("a member that is not stored")
            }
        }
    }

    /// A composite value equals a constant where every leaf does.
    func equality(_ composite: SQLComposite, _ constant: StoredValue?, negated: Bool) throws -> SQLCondition {
        guard case .composite(let values)? = constant else { throw Untranslatable("a composite and another value") }
        let leaves = try Self.leaves(composite.columns, composite.alias)
        let flat = Self.flatten(values, composite.columns)
        guard flat.count == leaves.count else { throw Untranslatable("a composite of another shape") }
        var tests: [SQLFragment] = []
        for ((column, kind), value) in zip(leaves, flat) {
            switch (kind.primitive, value) {
            case (_, .null): tests.append("\(column) IS NULL")
            case (.json, _), (.codable, _), (.transformable, _): throw Untranslatable("an encoded member")
            case (_, .double(let number)) where number.isNaN: return SQLCondition(negated ? "1" : "0")
            case (.string, _):
                tests.append(dialect.same(column, dialect.canonical(SQLFragment(binding: value, kind))))
            default: tests.append(dialect.same(column, SQLFragment(binding: value, kind)))
            }
        }
        let equal = tests.joined(" AND ")
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

extension SQLScalar {
    var isNaN: Bool {
        if case .double(let number)? = constant { number.isNaN } else { false }
    }

    /// Whether no row can equal the constant: an identifier of another store, or of an unsaved model.
    var isUnmatched: Bool {
        if case .unloaded? = constant { true } else { false }
    }

    var isIdentifier: Bool {
        if case .identifier? = constant { true } else { false }
    }
}

extension AttributeKind {
    /// Whether the column may hold NaN.
    var isFloating: Bool {
        switch primitive {
        case .float, .double, .date: true
        default: false
        }
    }
}
