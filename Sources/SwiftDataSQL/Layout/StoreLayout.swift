package import SwiftDataCore

/// The tables, columns and indices of a store, derived from a schema as Core Data derives them.
///
/// The names are Core Data's unless other names are given.
package struct StoreLayout: Sendable {
    /// The tables by entity number: `tables[n - 1]` has number n, unless the model has numbers of its own.
    package let tables: [EntityTable]
    package let joinTables: [JoinTable]
    /// The statements that make a fresh store.
    package let creation: CreationStatements
    /// The model that the layout was made from.
    package let model: ModelOutline
    package let names: any LayoutNames
    /// The columns that every table has, in their form in SQL.
    let rowColumns: RowColumns
    private let positions: [String: Int]
    /// The positions of tables by number, where the model has numbers of its own.
    private let places: [Int64: Int]

    /// - Throws: ``StoreError`` with entity and property if the schema contradicts itself.
    package init(schema: Schema, names: any LayoutNames = CoreDataNames()) throws {
        try self.init(ModelOutline(schema), names: names)
    }

    /// - Throws: ``StoreError`` with entity and property if the model contradicts itself.
    package init(_ model: ModelOutline, names: any LayoutNames = CoreDataNames()) throws {
        let resolved = try ResolvedModel(model, names)
        let plan = try ColumnPlan(resolved)
        let tableNames = Self.tableNames(resolved)
        var tables: [EntityTable] = []
        for entry in resolved.numbering.entries {
            tables.append(try EntityTable(entry, resolved, plan, tableName: tableNames[entry.rootName] ?? ""))
        }
        self.tables = tables
        places =
            model.numbers.isEmpty
            ? [:] : Dictionary(tables.enumerated().map { ($1.number, $0) }) { first, _ in first }
        self.model = model
        self.names = names
        rowColumns = names.rowColumns.quoted(names)
        joinTables = plan.joinTables
        positions = resolved.numbering.positions
        creation = try CreationStatements(resolved, plan, tables)
    }

    /// The table of an entity, by name.
    package subscript(entityName: String) -> EntityTable? { positions[entityName].map { tables[$0] } }

    /// The table of the entity with a number, as rows have it.
    package subscript(number number: Int64) -> EntityTable? {
        if number >= 1, number <= Int64(tables.count), tables[Int(number) - 1].number == number {
            return tables[Int(number) - 1]
        }
        return places[number].map { tables[$0] }
    }

    /// Every statement that makes a fresh store, in the order of Core Data, history and bookkeeping tables included.
    package var creationStatements: [String] { creation.all }

    /// The name of each table, by root entity.
    private static func tableNames(_ model: ResolvedModel) -> [String: String] {
        var allocator = NameAllocator(reserved: model.names.reservedTables)
        var names: [String: String] = [:]
        for entry in model.numbering.entries where entry.superNumber == 0 {
            names[entry.rootName] = allocator.allocate(model.names.table(entity: entry.outline.storedName))
        }
        return names
    }
}
