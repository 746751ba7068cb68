#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// Finds a table and a column for each part of a model, or returns the reason why there is none.
struct MappingBuilder {
    /// An entity and its table.
    struct Mapped {
        let entity: EntityTable
        let outline: EntityOutline
        let found: FoundTables.Table
        /// The column of the primary key.
        let key: String
        /// The SQL of the columns that the library's table would have.
        var expressions: [String: String] = [:]
    }

    let tables: PostgresTables
    let found: FoundTables
    var mapped: [String: Mapped] = [:]
    var joins: [TableMapping.Table] = []
    private(set) var misfits: [TableMisfit] = []

    init(_ tables: PostgresTables, _ found: FoundTables) {
        self.tables = tables
        self.found = found
    }

    /// - Throws: ``StoreError`` with code `cannotOpen` and a ``TableMappingFailure`` for a model that does not fit.
    static func mapping(_ tables: PostgresTables, _ found: FoundTables) throws -> TableMapping {
        var builder = MappingBuilder(tables, found)
        for entity in tables.layout.tables { builder.findTable(of: entity) }
        let names = tables.layout.tables.map(\.entityName).filter { builder.mapped[$0] != nil }
        for name in names { builder.findAttributes(of: name) }
        for name in names { builder.findToOne(of: name) }
        for name in names { builder.findToMany(of: name) }
        for join in tables.layout.joinTables { builder.findJoinTable(join) }
        guard builder.misfits.isEmpty else { throw error(builder.misfits, found.namespace) }
        return TableMapping(tables: names.compactMap(builder.table) + builder.joins)
    }

    private static func error(_ misfits: [TableMisfit], _ namespace: String) -> StoreError {
        StoreError(
            .cannotOpen,
            "the models do not fit the tables in the PostgreSQL schema \"\(namespace)\":\n"
                + misfits.map { "- \($0)" }.joined(separator: "\n"),
            entity: misfits.count == 1 ? misfits[0].entity : nil,
            property: misfits.count == 1 ? misfits[0].property : nil,
            underlying: TableMappingFailure(misfits: misfits)
        )
    }

    mutating func note(
        _ entity: EntityTable,
        _ property: String?,
        table: String? = nil,
        column: String? = nil,
        _ reason: String,
        _ remedy: String
    ) {
        misfits.append(
            TableMisfit(
                entity: entity.entityName,
                property: property,
                table: table ?? mapped[entity.entityName]?.found.name ?? entity.tableName,
                column: column,
                reason: reason,
                remedy: remedy
            )
        )
    }

    /// The names that a part of the model may have in SQL: exactly as it is written first, then in lower case with
    /// underscores. An original name takes precedence over the name.
    static func names(_ name: String, _ originalName: String) -> [String] {
        var names: [String] = []
        for name in [originalName, name] where !name.isEmpty {
            for spelling in [name, PostgresNames.snakeCase(name)] where !names.contains(spelling) {
                names.append(spelling)
            }
        }
        return names
    }

    private mutating func findTable(of entity: EntityTable) {
        guard let outline = tables.model.entities.first(where: { $0.name == entity.entityName }) else { return }
        guard !entity.isShared else {
            return note(
                entity,
                nil,
                "the class has a superclass or subclasses, and the rows of a mapped table have no class",
                "Map each table to a class of its own"
            )
        }
        let names = Self.names(outline.name, outline.originalName)
        guard let table = names.compactMap({ found[$0] }).first else {
            return note(
                entity,
                nil,
                table: names[0],
                "there is no table or view \(names.joined(separator: ", "))",
                "Name the table by static var originalEntityName: String? { \"…\" } in the class"
            )
        }
        guard table.key.count == 1, let key = table[table.key[0]] else {
            let reason = table.key.isEmpty ? "there is no primary key" : "the primary key has several columns"
            return note(
                entity,
                nil,
                table: table.name,
                reason,
                "A model needs a primary key of one column with whole numbers"
            )
        }
        guard key.type.width != nil, key.isReadable else {
            let reason =
                key.isReadable
                ? "the primary key has the type \(key.type.text)" : "the role may not read the primary key"
            return note(
                entity,
                nil,
                table: table.name,
                column: key.name,
                reason,
                key.isReadable ? "A model needs a primary key with whole numbers" : "Grant SELECT on the table"
            )
        }
        mapped[entity.entityName] = Mapped(
            entity: entity,
            outline: outline,
            found: table,
            key: key.name,
            expressions: [
                "pk": Self.column(key.name), "row_entity": "\(entity.number)::smallint",
                // No counter shows a change: rows are compared by their values.
                "row_version": "\(DefaultSnapshot.unknownLock)::bigint",
            ]
        )
    }

    /// A column of the table of a query, which has the alias `s` there.
    static func column(_ name: String) -> String { "s." + name.enclosed(in: "\"") }

    func source(_ table: String) -> String {
        "\(found.namespace.enclosed(in: "\"")).\(table.enclosed(in: "\""))"
    }

    private func table(_ name: String) -> TableMapping.Table? {
        guard let part = mapped[name] else { return nil }
        let names = ["pk", "row_entity", "row_version"] + tables.columns(of: part.entity).map(\.name)
        let columns = names.map { "\(part.expressions[$0] ?? "NULL::bigint") AS \($0.enclosed(in: "\""))" }
        return TableMapping.Table(
            name: part.entity.quotedTable,
            query: "SELECT \(columns.joined(separator: ", ")) FROM \(source(part.found.name)) s"
        )
    }
}
#endif
