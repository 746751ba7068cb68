import SwiftDataCore
import SwiftDataSQL

/// A statement of the program with the names of the file, and what it binds.
struct SQLText {
    private(set) var sql = ""
    private(set) var bindings: [SQLBinding] = []
    private let layout: StoreLayout
    private let storeIdentifier: String
    private let isQualified: Bool
    private let isWriting: Bool
    private var assigned = AssignedColumns()

    /// - Parameter isWriting: True if the statement may change rows: a table is its own then, with the rows of other
    ///   classes that share it.
    /// - Throws: ``SQLFailure`` for a property without a column, ``SwiftDataError`` for an entity that is not in the store.
    init(_ query: SQLQuery, layout: StoreLayout, storeIdentifier: String, isWriting: Bool) throws {
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
        case .table(let entity, let alias): sql += "\(try source(entity)) AS \(SQLIdentifier.quoted(alias ?? entity))"
        case .key(let entity, let alias): add("Z_PK", entity, alias)
        case .property(let entity, let path, let alias):
            add(try column(path, of: table(entity)), entity, alias)
        case .value(let value): try add(value)
        case .list(let values):
            if values.isEmpty { return sql += "(SELECT NULL WHERE 0)" }
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
        if !isAssigned, isQualified || alias != nil { sql += SQLIdentifier.quoted(alias ?? entity) + "." }
        sql += SQLIdentifier.quoted(column)
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
        sql += "?"
        bindings.append(SQLBinding(value, kind))
    }

    private func table(_ entity: String) throws -> EntityTable {
        guard let table = layout[entity] else {
            throw SwiftDataError(.unknownSchema, "\(entity) is not in the schema of the store.")
        }
        return table
    }

    /// The table of an entity, or its rows where other entities share the table.
    private func source(_ entity: String) throws -> String {
        let table = try table(entity)
        let name = SQLIdentifier.quoted(table.tableName)
        guard !isWriting, table.isShared, table.superNumber != 0 else { return name }
        let numbers = table.familyNumbers.map(String.init).joined(separator: ", ")
        return "(SELECT * FROM \(name) WHERE Z_ENT IN (\(numbers)))"
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

extension PropertyOutline {
    fileprivate var attribute: AttributeOutline? {
        if case .attribute(let attribute) = self { attribute } else { nil }
    }
}
