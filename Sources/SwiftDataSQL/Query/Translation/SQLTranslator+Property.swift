import SwiftDataCore

extension SQLTranslator {
    mutating func property(_ node: QueryProperty) throws -> SQLTerm {
        try distributed(try term(node.base)) { translator, base in
            switch base {
            case .row(let row): return try translator.property(node.name, of: row)
            case .composite(let composite): return try translator.member(node.name, of: composite)
            case .null: return .null
            default: throw Untranslatable("the property \(node.name) of a value that is not a model")
            }
        }
    }

    private mutating func property(_ name: String, of row: SQLRow) throws -> SQLTerm {
        guard let outline = layout.model.entities.first(where: { $0.name == row.table.entityName }),
            let slot = outline.properties.firstIndex(where: { $0.name == name }), slot < row.table.properties.count
        else { throw Untranslatable("the property \(name), which \(row.table.entityName) does not have") }
        let (alias, level) = try alias(of: row)
        let columns = row.table.properties[slot]
        var row = row
        if row.null == .failure, !columns.isRequired(outline.properties[slot]) {
            // NULL means nil, or no value: a separate guard detects a missing model.
            guards.append("\(row.key) IS NOT NULL")
            row.null = .never
        }
        switch columns {
        case .toOne(let column, _, let destination):
            return .row(
                SQLRow(
                    table: try table(destination),
                    key: "\(alias).\(quoted(column))",
                    null: .nilValue,
                    source: .reference(from: alias, column: quoted(column), level: level)
                )
            )
        case .toManyByKey, .toManyByJoin:
            let rows = try rows(columns, of: alias)
            return .rows(row.null == .never ? rows : rows.missing(where: row.key, isEmpty: true))
        case .value, .composite, .none:
            guard case .attribute(let attribute) = outline.properties[slot] else {
                throw Untranslatable("the property \(name)")
            }
            return try attributeTerm(columns, attribute, row.table.tableName, alias, row.null, isTopLevel: true)
        }
    }

    private mutating func attributeTerm(
        _ columns: PropertyColumns,
        _ attribute: AttributeOutline,
        _ table: String,
        _ alias: String,
        _ null: SQLNull,
        isTopLevel: Bool
    ) throws -> SQLTerm {
        switch columns {
        case .value(let column):
            if let array = attribute.array, !column.isExternal {
                return .rows(try elements(of: array, column, attribute, alias, null, isTopLevel))
            }
            switch column.kind.primitive {
            case .json, .codable, .transformable: throw Untranslatable("the encoded attribute \(attribute.name)")
            default: break
            }
            if column.isExternal { throw Untranslatable("the external attribute \(attribute.name)") }
            var scalar = SQLScalar(
                "\(alias).\(quoted(column.name))",
                column.kind,
                attribute.isOptional || column.isOptional ? .nilValue : null
            )
            if column.kind.primitive == .string { scalar.column = TextColumn(table: table, column: column.name) }
            return .scalar(scalar)
        case .composite(let elements, let isOptional):
            let leaves = columns.valueColumns.map { SQLFragment("\(alias).\(quoted($0.name))") }
            return .composite(
                SQLComposite(
                    table: table,
                    alias: alias,
                    columns: elements,
                    elements: attribute.elements,
                    names: layout.names,
                    key: leaves.count > 1 ? dialect.firstPresent(leaves) : leaves.first ?? "1",
                    null: isOptional ? .nilValue : null
                )
            )
        default: throw Untranslatable("the attribute \(attribute.name), which is not stored")
        }
    }

    private mutating func member(_ name: String, of composite: SQLComposite) throws -> SQLTerm {
        guard let index = composite.elements.firstIndex(where: { $0.name == name }), index < composite.columns.count
        else { throw Untranslatable("the member \(name)") }
        return try attributeTerm(
            composite.columns[index],
            composite.elements[index],
            composite.table,
            composite.alias,
            composite.null,
            isTopLevel: false
        )
    }

    /// Returns the alias for the columns of a row, and joins its table if necessary.
    mutating func alias(of row: SQLRow) throws -> (String, SQLLevel) {
        switch row.source {
        case .alias(let alias, let level): return (alias, level)
        case .reference(let from, let column, let level):
            let table = quoted(row.table.tableName)
            return (level.join(table, key: layout.rowColumns.key, on: "\(from).\(column)") { newAlias() }, level)
        }
    }

    func table(_ entity: String) throws -> EntityTable {
        guard let table = layout[entity] else { throw Untranslatable("the entity \(entity)") }
        return table
    }

    /// The subquery for a to-many relationship of the row with an alias.
    private mutating func rows(_ columns: PropertyColumns, of outer: String) throws -> SQLRows {
        let alias = newAlias()
        let primaryKey = layout.rowColumns.key
        let from: SQLFragment
        let link: SQLFragment
        let table: EntityTable
        switch columns {
        case .toManyByKey(let destination, let column, _):
            table = try self.table(destination)
            from = "\(quoted(table.tableName)) \(alias)"
            link = "\(alias).\(quoted(column)) = \(outer).\(primaryKey)"
        case .toManyByJoin(let destination, let join, let own, let other):
            table = try self.table(destination)
            let joinAlias = newAlias()
            from = """
                \(quoted(join)) \(joinAlias) JOIN \(quoted(table.tableName)) \(alias) \
                ON \(alias).\(primaryKey) = \(joinAlias).\(quoted(other))
                """
            link = "\(joinAlias).\(quoted(own)) = \(outer).\(primaryKey)"
        default: throw Untranslatable("a collection")
        }
        let level = SQLLevel()
        let key: SQLFragment = "\(alias).\(primaryKey)"
        return SQLRows(
            element: .row(SQLRow(table: table, key: key, null: .never, source: .alias(alias, level))),
            level: level,
            from: from,
            conditions: [link],
            position: key,
            isOrdered: false
        )
    }

    /// The elements of an array that a column holds.
    private mutating func elements(
        of array: ArrayOutline,
        _ column: Column,
        _ attribute: AttributeOutline,
        _ owner: String,
        _ null: SQLNull,
        _ isTopLevel: Bool
    ) throws -> SQLRows {
        guard let form = array.isUntyped ? .any : ListElements.form(of: array.elementKind) else {
            throw Untranslatable("the encoded attribute \(attribute.name)")
        }
        let bytes: SQLFragment = "\(owner).\(quoted(column.name))"
        let json: SQLFragment
        var rows: SQLRows
        if let elements = try lists.elements(of: bytes, array) {
            let alias = newAlias()
            json = elements.array
            rows = list(
                elements.from,
                alias,
                "\(alias).value",
                array.elementKind,
                hasNil: false,
                isOrdered: array.isOrdered
            )
            rows.column = bytes
        } else {
            json = try known(lists.array(bytes, form, isArchived: isTopLevel), "the elements of such an array")
            rows = try list(
                json,
                array.elementKind,
                form,
                hasNil: array.hasOptionalElements,
                isOrdered: array.isOrdered
            )
        }
        // Bytes that cannot be read are a failure.
        if attribute.isOptional || null == .nilValue {
            (rows.presence, rows.null, rows.content) = (bytes, .nilValue, json)
        } else {
            (rows.presence, rows.null) = (json, .failure)
            rows.failsForDamageOnly = null == .never
        }
        return rows
    }

    /// The elements of a list that is JSON.
    mutating func list(
        _ json: SQLFragment,
        _ kind: AttributeKind,
        _ form: ListElements.Form,
        hasNil: Bool,
        isOrdered: Bool
    ) throws -> SQLRows {
        let alias = newAlias()
        let lists = try self.lists
        let value = try known(lists.element("\(alias).value", part: nil, form), "the elements of such an array")
        return list(lists.elements(of: json), alias, value, kind, hasNil: hasNil, isOrdered: isOrdered)
    }

    /// The elements of a captured list.
    mutating func list(captured values: [StoredValue], _ kind: AttributeKind, _ form: ListElements.Form) throws
        -> SQLRows
    {
        let hasNil = values.contains { if case .null = $0 { true } else { false } }
        let lists = try self.lists
        if lists.readsCapturedJSON {
            let json = StoredValue.string(ListElements.json(values, isText: form == .text))
            return try list(SQLFragment(binding: json, .string), kind, form, hasNil: hasNil, isOrdered: true)
        }
        let alias = newAlias()
        let elements = try known(lists.elements(captured: values, kind), "the elements of a list")
        return list(elements, alias, "\(alias).value", kind, hasNil: hasNil, isOrdered: true)
    }

    private func list(
        _ elements: SQLFragment,
        _ alias: String,
        _ value: SQLFragment,
        _ kind: AttributeKind,
        hasNil: Bool,
        isOrdered: Bool
    ) -> SQLRows {
        SQLRows(
            element: .scalar(SQLScalar(value, kind, hasNil ? .nilValue : .never)),
            level: SQLLevel(),
            from: "\(elements) \(alias)",
            position: "\(alias).key",
            isOrdered: isOrdered
        )
    }
}

extension PropertyColumns {
    /// True if the property is a single value that is never nil.
    fileprivate func isRequired(_ property: PropertyOutline) -> Bool {
        guard case .value(let column) = self, case .attribute(let attribute) = property else { return false }
        return !attribute.isOptional && !column.isOptional
    }
}
