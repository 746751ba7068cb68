import SwiftDataCore

extension SQLTranslator {
    mutating func property(_ node: QueryProperty) throws -> SQLTerm {
        switch try term(node.base) {
        case .row(let row): return try property(node.name, of: row)
        case .composite(let composite): return try member(node.name, of: composite)
        default: throw Untranslatable("the property \(node.name) of something that is no model")
        }
    }

    private mutating func property(_ name: String, of row: SQLRow) throws -> SQLTerm {
        guard let outline = layout.model.entities.first(where: { $0.name == row.table.entityName }),
            let slot = outline.properties.firstIndex(where: { $0.name == name }), slot < row.table.properties.count
        else { throw Untranslatable("the property \(name), which \(row.table.entityName) does not have") }
        let (alias, level) = try alias(of: row)
        let columns = row.table.properties[slot]
        switch columns {
        case .toOne(let column, _, let destination):
            return .row(
                SQLRow(
                    table: try table(destination),
                    key: "\(alias).\(SQLIdentifier.quoted(column))",
                    null: row.isRequired(.nilValue),
                    source: .reference(from: alias, column: SQLIdentifier.quoted(column), level: level)
                )
            )
        case .toManyByKey, .toManyByJoin:
            var rows = try rows(columns, of: alias)
            rows.outer = level
            if row.null == .never { return .rows(rows) }
            return .rows(rows.required(row.key, row.null, isEmptyWhereMissing: !row.isConditional))
        case .value, .composite, .none:
            guard case .attribute(let attribute) = outline.properties[slot] else {
                throw Untranslatable("the property \(name)")
            }
            return try attributeTerm(columns, attribute, alias, row.null, isTopLevel: true)
        }
    }

    private mutating func attributeTerm(
        _ columns: PropertyColumns,
        _ attribute: AttributeOutline,
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
            if attribute.isOptional, null == .failure {
                throw Untranslatable("an optional attribute behind a forced unwrap")
            }
            return .scalar(
                SQLScalar(
                    "\(alias).\(SQLIdentifier.quoted(column.name))",
                    column.kind,
                    attribute.isOptional || column.isOptional ? .nilValue : null
                )
            )
        case .composite(let elements, let isOptional):
            return .composite(
                SQLComposite(
                    alias: alias,
                    columns: elements,
                    elements: attribute.elements,
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
            composite.alias,
            composite.null,
            isTopLevel: false
        )
    }

    /// The alias under which the columns of a row are read; joins its table if need be.
    mutating func alias(of row: SQLRow) throws -> (String, SQLLevel) {
        switch row.source {
        case .alias(let alias, let level): return (alias, level)
        case .reference(let from, let column, let level):
            let table = row.table.tableName
            return (level.join(table, on: "\(from).\(column)") { newAlias() }, level)
        case .expression(let key, let level):
            return (level.join(row.table.tableName, on: key) { newAlias() }, level)
        }
    }

    func table(_ entity: String) throws -> EntityTable {
        guard let table = layout[entity] else { throw Untranslatable("the entity \(entity)") }
        return table
    }

    /// The subquery for a to-many relationship of the row with an alias.
    private mutating func rows(_ columns: PropertyColumns, of outer: String) throws -> SQLRows {
        let alias = newAlias()
        let from: SQLFragment
        let link: SQLFragment
        let table: EntityTable
        switch columns {
        case .toManyByKey(let destination, let column, _):
            table = try self.table(destination)
            from = "\(SQLIdentifier.quoted(table.tableName)) \(alias)"
            link = "\(alias).\(SQLIdentifier.quoted(column)) = \(outer).Z_PK"
        case .toManyByJoin(let destination, let join, let own, let other):
            table = try self.table(destination)
            let joinAlias = newAlias()
            from = """
                \(SQLIdentifier.quoted(join)) \(joinAlias) JOIN \(SQLIdentifier.quoted(table.tableName)) \(alias) \
                ON \(alias).Z_PK = \(joinAlias).\(SQLIdentifier.quoted(other))
                """
            link = "\(joinAlias).\(SQLIdentifier.quoted(own)) = \(outer).Z_PK"
        default: throw Untranslatable("a collection")
        }
        let level = SQLLevel()
        let key: SQLFragment = "\(alias).Z_PK"
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
        guard let form = ListElements.form(of: array.elementKind) else {
            throw Untranslatable("the encoded attribute \(attribute.name)")
        }
        if attribute.isOptional, null == .failure {
            throw Untranslatable("an optional attribute behind a forced unwrap")
        }
        let bytes: SQLFragment = "\(owner).\(SQLIdentifier.quoted(column.name))"
        let json = dialect.array(bytes, form, isArchived: isTopLevel)
        let isNil = attribute.isOptional || null == .nilValue
        // Bytes that cannot be read fail.
        return list(json, array.elementKind, form, hasNil: array.hasOptionalElements, isOrdered: array.isOrdered)
            .required(isNil ? bytes : json, isNil ? .nilValue : .failure, isEmptyWhereMissing: true)
    }

    /// The elements of a list that is JSON.
    mutating func list(
        _ json: SQLFragment,
        _ kind: AttributeKind,
        _ form: ListElements.Form,
        hasNil: Bool,
        isOrdered: Bool
    ) -> SQLRows {
        let alias = newAlias()
        let value = dialect.element("\(alias).value", part: nil, form)
        return SQLRows(
            element: .scalar(SQLScalar(value, kind, hasNil ? .nilValue : .never)),
            level: SQLLevel(),
            from: "\(dialect.elements(of: json)) \(alias)",
            position: "\(alias).key",
            isOrdered: isOrdered
        )
    }

    /// What models and identifiers are compared by.
    func key(_ term: SQLTerm) throws -> SQLScalar {
        switch term {
        case .row(let row): return SQLScalar(row.key, .integer(.int64), row.null)
        case .scalar(let scalar): return scalar
        case .null: return SQLScalar("NULL", .integer(.int64), .nilValue)
        default: throw Untranslatable("the identifier of something that is no model")
        }
    }
}

extension SQLRow {
    /// What NULL means in a value that is itself sometimes nil, read from this row.
    func isRequired(_ own: SQLNull) -> SQLNull { null == .failure ? .failure : own }
}
