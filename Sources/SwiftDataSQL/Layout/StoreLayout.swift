package import SwiftDataCore

/// The tables, columns and indices of a store with the layout of Core Data, worked out from a schema.
package struct StoreLayout: Sendable {
    /// By entity number, so `tables[n - 1]` has number n.
    package let tables: [EntityTable]
    package let joinTables: [JoinTable]
    /// What makes a fresh store.
    package let creation: CreationStatements
    /// What the layout was made from.
    package let model: ModelOutline
    private let positions: [String: Int]

    /// Throws a ``StoreError`` naming entity and property where the schema contradicts itself.
    package init(schema: Schema) throws {
        try self.init(ModelOutline(schema))
    }

    /// Throws a ``StoreError`` naming entity and property where the model contradicts itself.
    package init(_ model: ModelOutline) throws {
        let resolved = try ResolvedModel(model)
        let plan = try ColumnPlan(resolved)
        let tableNames = Self.tableNames(resolved.numbering)
        var tables: [EntityTable] = []
        for entry in resolved.numbering.entries {
            tables.append(try EntityTable(entry, resolved, plan, tableName: tableNames[entry.rootName] ?? ""))
        }
        self.tables = tables
        self.model = model
        joinTables = plan.joinTables
        positions = resolved.numbering.positions
        creation = try CreationStatements(resolved, plan, tables)
    }

    /// The table of an entity, by name.
    package subscript(entityName: String) -> EntityTable? { positions[entityName].map { tables[$0] } }

    /// The entity with a number, such as a row's `Z_ENT`.
    package subscript(number number: Int64) -> EntityTable? {
        number >= 1 && number <= Int64(tables.count) ? tables[Int(number) - 1] : nil
    }

    /// Every statement that makes a fresh store, in the order of Core Data, history and bookkeeping tables included.
    package var creationStatements: [String] { creation.all }

    /// By root entity.
    private static func tableNames(_ numbering: EntityNumbering) -> [String: String] {
        var allocator = NameAllocator(reserved: CreationStatements.reservedTableNames)
        var names: [String: String] = [:]
        for entry in numbering.entries where entry.superNumber == 0 {
            names[entry.rootName] = allocator.allocate("Z" + entry.outline.storedName.uppercased())
        }
        return names
    }
}
