import SwiftDataCore
import SwiftDataSQL

/// Checks that a file has the entities, tables and columns of a schema. It may have more.
struct StoreFileCheck {
    let layout: StoreLayout
    /// The tables of the file.
    let tables: Set<String>
    let path: String

    func check(_ runner: SQLRunner) throws {
        try checkEntities(runner)
        for table in layout.tables {
            try checkTable(table.tableName, of: table.entityName)
            let columns = Set(try runner.columnNames(of: table.tableName).map { $0.uppercased() })
            for (slot, property) in table.properties.enumerated() {
                let name = propertyName(slot, of: table)
                for column in SlotColumns(property).columnNames where !columns.contains(column.uppercased()) {
                    throw changed("the store at \(path) has no column \(column)", table.entityName, name)
                }
                if case .toManyByJoin(_, let join, let own, let other) = property {
                    try checkJoin(join, [own, other], runner, table.entityName, name)
                }
            }
            for key in table.implicitKeys where !columns.contains(key.column.uppercased()) {
                throw changed("the store at \(path) has no column \(key.column)", key.sourceEntity, key.relationship)
            }
        }
    }

    private func checkEntities(_ runner: SQLRunner) throws {
        var numbers: [String: Int64] = [:]
        try runner.query("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY") { numbers[$0.text(0)] = $0.integer(1) }
        for table in layout.tables {
            guard let number = try numbers[table.storedName] ?? formerNumber(of: table, numbers, runner) else {
                throw changed("the store at \(path) has no such entity", table.entityName)
            }
            guard number == table.number else {
                throw changed(
                    "has number \(number) in the store at \(path) and \(table.number) in the schema: entities were "
                        + "added or removed",
                    table.entityName
                )
            }
        }
    }

    /// If Core Data has renamed an entity, `Z_PRIMARYKEY` still has its former name.
    private func formerNumber(of table: EntityTable, _ numbers: [String: Int64], _ runner: SQLRunner) throws -> Int64? {
        let model = try StoredModel.ifDescribed(runner, path: path)
        guard let entity = model?.entities.first(where: { $0.name == table.storedName }),
            !layout.tables.contains(where: { $0.storedName == entity.originalName })
        else { return nil }
        return numbers[entity.originalName]
    }

    private func checkTable(_ table: String, of entity: String, _ property: String? = nil) throws {
        guard tables.contains(table) || tables.contains(where: { $0.uppercased() == table }) else {
            let what = property == nil ? "" : ", which holds this relationship"
            throw changed("the store at \(path) has no table \(table)\(what)", entity, property)
        }
    }

    private func checkJoin(
        _ table: String,
        _ columns: [String],
        _ runner: SQLRunner,
        _ entity: String,
        _ property: String?
    ) throws {
        try checkTable(table, of: entity, property)
        let found = Set(
            try runner.strings("SELECT upper(name) FROM pragma_table_info(?)") { $0.text(table) }
        )
        for column in columns where !found.contains(column.uppercased()) {
            throw changed("the table \(table) of the store at \(path) has no column \(column)", entity, property)
        }
    }

    private func propertyName(_ slot: Int, of table: EntityTable) -> String? {
        let outline = layout.model.entities.first { $0.name == table.entityName }
        return outline.flatMap { $0.properties.indices.contains(slot) ? $0.properties[slot].name : nil }
    }

    private func changed(_ message: String, _ entity: String, _ property: String? = nil) -> StoreError {
        StoreError(
            .cannotOpen,
            message + ", although it says that it has the model.",
            entity: entity,
            property: property
        )
    }
}
