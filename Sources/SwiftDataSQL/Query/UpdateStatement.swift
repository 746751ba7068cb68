package import SwiftDataCore

/// The UPDATE of all rows that match a condition, which returns the rows that it has changed.
package struct UpdateStatement: Sendable {
    package let sql: String
    package let bindings: [SQLBinding]
    /// The number of columns of the result behind the key and the entity. Each is true where an expression had no value,
    /// so that the row must not be kept.
    package let checkCount: Int
    /// The columns that get strings of which it is not known if they are composed.
    package let texts: [TextColumn]

    /// Translates a request; nil where the database cannot carry it out exactly.
    /// - Throws: ``SwiftDataError`` with code `unknownSchema` for an entity that is not in the layout.
    package init?(
        _ request: BatchUpdateRequest,
        layout: StoreLayout,
        dialect: any SQLDialect,
        storeIdentifier: String?
    ) throws {
        guard let table = layout[request.entityName] else {
            throw SwiftDataError.notInSchema(request.entityName)
        }
        var builder = SelectBuilder(
            table: table,
            translator: SQLTranslator(layout: layout, storeIdentifier: storeIdentifier, dialect: dialect)
        )
        if let condition = request.condition { builder.filter(condition) }
        var assignments: [SQLFragment] = []
        var checks: [SQLFragment] = []
        var texts: [TextColumn] = []
        do {
            for assignment in request.assignments {
                guard assignment.slot < table.properties.count,
                    case .value(let column) = table.properties[assignment.slot], !column.isExternal,
                    let value = try builder.value(assignment.value, for: column.kind)
                else { return nil }
                let name = layout.names.quoted(column.name)
                assignments.append("\(name) = \(value.fragment)")
                if value.isChecked {
                    // NaN may be a sum that is out of range, which only the values before it decide.
                    let none = dialect.literal(false)
                    let isNaN: SQLFragment =
                        column.kind.primitive == .decimal ? " OR COALESCE(\(dialect.isNaN("\(name)")), \(none))" : ""
                    checks.append("\(name) IS NULL\(isNaN)")
                }
                if column.kind.primitive == .string, !value.isComposed {
                    texts.append(TextColumn(table: table.tableName, column: column.name))
                }
            }
        } catch is Untranslatable {
            return nil
        }
        // A joined table is not part of an UPDATE.
        guard builder.residual.isEmpty, builder.level.joins.isEmpty else { return nil }
        let row = layout.rowColumns
        assignments.append("\(row.lock) = \(row.lock) + 1")
        let results: [SQLFragment] = ["\(row.key)", "\(row.entity)"] + checks
        let statement: SQLFragment = """
            UPDATE \(layout.names.quoted(table.tableName)) AS \(builder.alias) SET \(assignments.joined(", "))\
            \(builder.whereClause(request.includeSubclasses)) RETURNING \(results.joined(", "))
            """
        sql = statement.sql
        bindings = statement.bindings
        checkCount = checks.count
        self.texts = texts
    }
}

extension SelectBuilder {
    /// A value for a column.
    fileprivate struct NewValue {
        let fragment: SQLFragment
        /// True if NULL is no value, but an evaluation that has failed, or that has read a damaged value.
        let isChecked: Bool
        let isComposed: Bool
    }

    /// The SQL of a value for a column of a kind; nil where there is none that is exact.
    fileprivate mutating func value(_ node: QueryNode, for kind: AttributeKind) throws -> NewValue? {
        if case .value(let constant) = node {
            if case .null = constant.stored { return NewValue(fragment: "NULL", isChecked: false, isComposed: true) }
            // The caller has a value of the property's type; of those, only some have a column each.
            guard constant.model == nil, constant.stored.entry != nil, kind.primitive.entry != nil else { return nil }
            var isComposed = true
            if case .string(let text) = constant.stored { isComposed = CanonicalForms.isComposed(text) }
            return NewValue(
                fragment: SQLFragment(binding: constant.stored, kind),
                isChecked: false,
                isComposed: isComposed
            )
        }
        let (scalar, guards) = try translator.guarded { try $0.scalar(node) }
        guard guards.isEmpty, Self.isOne(scalar.kind, kind) else { return nil }
        try check(scalar.fragment)
        return NewValue(fragment: scalar.fragment, isChecked: scalar.null != .nilValue, isComposed: false)
    }

    /// True if a value of one kind is a value of another.
    private static func isOne(_ own: AttributeKind, _ kind: AttributeKind) -> Bool {
        switch (own.primitive, kind.primitive) {
        case (.integer, .integer): true
        case (let own, let kind): own == kind
        }
    }
}
