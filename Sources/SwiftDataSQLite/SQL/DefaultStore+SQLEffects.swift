import GRDB
package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// The changes that a statement makes. The statement is run and rolled back.
    ///
    /// A context makes the changes its own, and its save writes them, with the history and by all rules.
    /// - Throws: ``SQLFailure``, and ``StoreError`` where the statement fails as it runs.
    package func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects {
        let text = try SQLText(query, layout: model.layout, storeIdentifier: identifier, isWriting: true)
        let families = try families(query)
        let authority = SQLAuthority(writable: families.mapValues(\.columns))
        var (effects, deleted) = try connection.trying(by: editing.id) { runner in
            try checkModel(runner)
            try runner.declareTableFunctions()
            let counts = try text.mayReplace ? families.mapValues { try count($0.root, runner) } : [:]
            let noted = NotedRows()
            try runner.running(text, authority) { statement in
                guard let handle = runner.database.sqliteConnection else { return }
                try noted.noting(handle) { try runner.stepping(statement, text.sql) { _ in } }
            }
            for (table, family) in families {
                guard let before = counts[table] else { continue }
                guard try count(family.root, runner) == before + noted.growth(of: table) else {
                    throw SQLFailure.refused("REPLACE deletes rows that no notification lists. Delete them first")
                }
            }
            var effects = SQLEffects()
            for table in noted.tables.sorted() {
                guard let family = families[table] else {
                    throw SQLFailure.refused("it writes to a table of no class in the schema")
                }
                try add(noted, table, family, authority.written[table] ?? [], to: &effects, runner)
            }
            return (effects, noted.deleted)
        }
        // The rows are there again.
        for (table, keys) in deleted.sorted(by: { $0.key < $1.key }) {
            guard let family = families[table], !keys.isEmpty else { continue }
            let before = try connection.readOnce { runner in
                var damage = SkippedDamage()
                return Array(try self.rows(keys.sorted(), of: family.root, &damage, runner).snapshots)
            }
            try family.check(before, model)
            effects.deleted += before.map(\.persistentIdentifier)
        }
        return effects
    }

    /// The classes whose rows are in one table.
    private struct Family {
        let root: StoreEntity
        /// The class that the statement names.
        let named: [StoreEntity]
        /// The columns that may be written.
        let columns: Set<String>

        /// - Throws: ``SQLFailure/refused(_:)`` for a row of a class that the statement does not name.
        func check(_ rows: [DefaultSnapshot], _ model: StoreModel) throws {
            for row in rows {
                let number = try model.entity(of: row.persistentIdentifier).number
                guard named.contains(where: { $0.table.familyNumbers.contains(number) }) else {
                    throw SQLFailure.refused(
                        "it changes rows of \(row.layout.entityName), which share the table. Leave them out by a condition "
                            + "on Z_ENT"
                    )
                }
            }
        }
    }

    private func families(_ query: SQLQuery) throws -> [String: Family] {
        var named: [String: [StoreEntity]] = [:]
        for name in query.entityNames.sorted() {
            guard let table = model.layout[name], let entity = model[number: table.number] else {
                throw SwiftDataError.notInSchema(name)
            }
            named[table.tableName, default: []].append(entity)
        }
        return try named.mapValues { entities in
            guard let first = entities.first, let root = model[number: first.table.rootNumber] else {
                throw SQLFailure.refused("a class without a table")
            }
            let columns = entities.flatMap { $0.table.properties.flatMap(\.writableColumns) }
            return Family(root: root, named: entities, columns: Set(columns))
        }
    }

    private func count(_ root: StoreEntity, _ runner: SQLRunner) throws -> Int {
        Int(try runner.integer("SELECT COUNT(*) FROM \(root.quotedTable)") ?? 0)
    }

    private func add(
        _ noted: NotedRows,
        _ table: String,
        _ family: Family,
        _ written: Set<String>,
        to effects: inout SQLEffects,
        _ runner: SQLRunner
    ) throws {
        let inserted = (noted.inserted[table] ?? []).sorted()
        if !inserted.isEmpty {
            guard family.named.count == 1, let entity = family.named.first else {
                throw SQLFailure.refused("new rows need one class that shares their table")
            }
            for key in inserted {
                try runner.run("UPDATE \(entity.quotedTable) SET Z_ENT = ?, Z_OPT = 1 WHERE Z_PK = ?") {
                    $0.integer(entity.number)
                    $0.integer(key)
                }
            }
            effects.inserted += try snapshots(inserted, entity, runner)
        }
        let updated = try snapshots((noted.updated[table] ?? []).sorted(), family.root, runner)
        try family.check(updated, model)
        effects.updated += updated
        for number in family.root.table.familyNumbers {
            guard let entity = model[number: number] else { continue }
            for (slot, columns) in entity.table.properties.enumerated()
            where columns.writableColumns.contains(where: written.contains) {
                effects.writtenSlots[entity.name, default: []].insert(slot)
            }
        }
        try checkDestinations(effects, runner)
    }

    /// The rows as the statement has left them.
    private func snapshots(_ keys: [Int64], _ entity: StoreEntity, _ runner: SQLRunner) throws -> [DefaultSnapshot] {
        guard !keys.isEmpty else { return [] }
        var damage = FailingDamage()
        do {
            return Array(try rows(keys, of: entity, &damage, runner).snapshots)
        } catch let error as StoreError where error.code == .corruptRow {
            let place = [error.entityName, error.propertyName].compactMap { $0 }.joined(separator: ".")
            throw SQLFailure.refused("a row would have a value that is not of the type of \(place)")
        }
    }

    /// - Throws: ``SQLFailure/refused(_:)`` where a relationship leads to no row.
    private func checkDestinations(_ effects: SQLEffects, _ runner: SQLRunner) throws {
        var known: Set<PersistentIdentifier> = []
        for row in effects.inserted + effects.updated {
            for property in row.layout.properties where property.isToOne {
                guard case .identifier(let identifier) = row.values[property.slot], known.insert(identifier).inserted
                else { continue }
                let side = try model.entity(of: identifier)
                // Classes may share the table.
                let found = try runner.integer(
                    "SELECT 1 FROM \(side.quotedTable) WHERE Z_PK = ? AND Z_ENT IN (\(side.table.familyList))"
                ) {
                    $0.integer(identifier.row ?? 0)
                }
                if found == nil {
                    throw SQLFailure.refused(
                        "\(row.layout.entityName).\(property.name) would lead to a row that does not exist"
                    )
                }
            }
        }
    }
}

extension SQLText {
    /// True if the statement may have a clause for conflicts that removes rows.
    fileprivate var mayReplace: Bool { sql.uppercased().contains("REPLACE") }
}

extension PropertyColumns {
    /// The columns that a statement of the program may write: columns whose meaning does not depend on another column.
    fileprivate var writableColumns: [String] {
        switch self {
        case .value(let column): column.isExternal ? [] : [column.name]
        case .composite(let elements, _): elements.flatMap(\.writableColumns)
        case .toOne(let column, nil, _): [column]
        case .toOne, .toManyByKey, .toManyByJoin, .none: []
        }
    }
}
