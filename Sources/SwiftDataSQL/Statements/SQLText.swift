package import SwiftDataCore

/// A statement of the program with the names of the store, and its bound values.
package struct SQLText {
    /// The form of the places of values.
    package enum Placeholders: Sendable {
        /// `?`
        case unnumbered
        /// `$1`, `$2` and so on.
        case numbered
    }

    package private(set) var sql = ""
    package private(set) var bindings: [SQLBinding] = []
    /// The alias of the first table, which a statement that writes writes to.
    package private(set) var target: String?
    private let placeholders: Placeholders
    /// The column that was named last.
    private var lastColumn: String?
    private let layout: StoreLayout
    private let storeIdentifier: String
    private let isQualified: Bool
    private let isWriting: Bool
    private var assigned = AssignedColumns()

    /// - Parameter isWriting: True if the statement may change rows: a table is its own then, with the rows of other
    ///   classes that share it.
    /// - Throws: ``SQLFailure`` for a property without a column, ``SwiftDataError`` for an entity that is not in the store.
    package init(
        _ query: SQLQuery,
        layout: StoreLayout,
        storeIdentifier: String,
        isWriting: Bool,
        placeholders: Placeholders = .unnumbered
    ) throws {
        self.placeholders = placeholders
        self.layout = layout
        self.storeIdentifier = storeIdentifier
        self.isWriting = isWriting
        isQualified = query.entityNames.count > 1
        for part in query.parts { try add(part) }
    }

    private mutating func add(_ part: SQLQuery.Part) throws {
        if case .text(let text) = part {
            sql += text
            return assigned.read(text)
        }
        defer { assigned.readName() }
        switch part {
        case .text: break
        case .table(let entity, let alias):
            let name = quoted(alias ?? entity)
            sql += "\(try source(entity)) AS \(name)"
            target = target ?? name
        case .key(let entity, let alias): add(layout.names.rowColumns.key, entity, alias)
        case .property(let entity, let path, let alias):
            add(try column(path, of: table(entity)), entity, alias)
        case .value(let value): try add(value)
        case .list(let values):
            // A database with types wants that of the column before it.
            if values.isEmpty { return sql += "(SELECT \(lastColumn ?? "NULL") WHERE 1 = 0)" }
            sql += "("
            for (index, value) in values.enumerated() {
                if index > 0 { sql += ", " }
                try add(value)
            }
            sql += ")"
        }
    }

    private mutating func add(_ column: String, _ entity: String, _ alias: String?) {
        let isAssigned = isWriting && assigned.isAssigned
        let isPrefixed = !isAssigned && (isQualified || alias != nil)
        let name = (isPrefixed ? quoted(alias ?? entity) + "." : "") + quoted(column)
        sql += name
        if placeholders == .numbered { lastColumn = name }
    }

    private mutating func add(_ value: StoredValue) throws {
        switch value {
        case .null: sql += "NULL"
        case .identifier(let identifier):
            let identifier = identifier.resolved
            guard let row = identifier.row, identifier.storeIdentifier == storeIdentifier else {
                throw SQLFailure.refused("a model that is not saved in this store has no key in it")
            }
            bind(.integer(row), .integer(.int64))
        case .unsigned: bind(value, .integer(.uint64))
        default:
            guard let kind = value.entry?.kind else { throw SQLFailure.refused("a value of a type without a column") }
            bind(value, kind)
        }
    }

    private mutating func bind(_ value: StoredValue, _ kind: AttributeKind) {
        bindings.append(SQLBinding(value, kind))
        switch placeholders {
        case .unnumbered: sql += "?"
        case .numbered: sql += "$\(bindings.count)"
        }
    }

    private func quoted(_ name: String) -> String { layout.names.quoted(name) }

    private func table(_ entity: String) throws -> EntityTable {
        guard let table = layout[entity] else {
            throw SwiftDataError.notInSchema(entity)
        }
        return table
    }

    /// The table of an entity, or its rows where other entities share the table.
    private func source(_ entity: String) throws -> String {
        let table = try table(entity)
        let name = quoted(table.tableName)
        guard !isWriting, table.isShared, table.superNumber != 0 else { return name }
        return "(SELECT * FROM \(name) WHERE \(layout.rowColumns.entity) IN (\(table.familyList)))"
    }

    /// The column of a property, or of a member of a composite value.
    private func column(_ path: [String], of table: EntityTable) throws -> String {
        guard let first = path.first,
            let outline = layout.model.entities.first(where: { $0.name == table.entityName }),
            let slot = outline.properties.firstIndex(where: { $0.name == first }),
            table.properties.indices.contains(slot)
        else { throw SQLFailure.property(path.joined(separator: ".")) }
        var columns = table.properties[slot]
        var attributes = outline.properties[slot].attribute?.elements ?? []
        for name in path.dropFirst() {
            guard case .composite(let elements, _) = columns,
                let place = attributes.firstIndex(where: { $0.name == name }), elements.indices.contains(place)
            else { throw SQLFailure.property(path.joined(separator: ".")) }
            columns = elements[place]
            attributes = attributes[place].elements
        }
        switch columns {
        case .value(let column) where !column.isExternal: return column.name
        case .toOne(let column, _, _): return column
        default: throw SQLFailure.property(path.joined(separator: "."))
        }
    }
}
