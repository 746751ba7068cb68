#if PostgreSQL
import Foundation
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The changes that a statement makes. The statement is run and rolled back.
    ///
    /// A context makes the changes its own, and its save writes them, with the history and by all rules.
    /// - Throws: ``SQLFailure``, and ``StoreError`` where the statement fails as it runs.
    package func effects(of query: SQLQuery, _ editing: EditingState) throws -> SQLEffects {
        guard model.mapping == nil else { throw readOnlyError }
        let statement = try ProgramStatement(query, self, isWriting: true)
        let families = try families(query)
        guard let target = statement.text.target else { throw SQLFailure.refused("it names no class to write to") }
        return try readingPrimary { connection in
            // The writes of the statement are rolled back: no other writer waits for more than that.
            try connection.script("BEGIN; SET LOCAL \(RecordingTriggers.variable) = 'on'; SAVEPOINT statement")
            let keys = try statement.running { try run(statement, target, connection) }
            guard let family = families[target] else {
                throw SQLFailure.refused("it writes to a table of no class in the schema")
            }
            let after = try rows(keys.written.sorted(), of: family.root, salvaging: false, connection)
            try checkReferences(keys, family.root, connection)
            try connection.script("ROLLBACK TO statement")
            let before = try rows(keys.all.sorted(), of: family.root, salvaging: true, connection)
            try connection.script("ROLLBACK")
            return try effects(keys, family, before.byIdentifier, after)
        }
    }

    /// Looks at the relationships of the rows that a statement has changed: each must lead to a row.
    private func checkReferences(
        _ keys: ChangedKeys,
        _ root: PostgresEntity,
        _ connection: PostgresConnection
    ) throws {
        let broken = SQLFailure.refused("a relationship would lead to a row that does not exist")
        guard model.features.contains(.deferrableConstraints) else {
            let isBroken = try ForeignKeys(model.tables).isBroken(
                in: root.table.tableName,
                written: keys.written.sorted(),
                deleted: keys.deleted.sorted(),
                connection
            )
            if isBroken { throw broken }
            return
        }
        do {
            try connection.script("SET CONSTRAINTS ALL IMMEDIATE")
        } catch let failure as PostgresFailure where failure.state == "23503" {
            throw broken
        }
    }

    /// The classes whose rows are in one table, by the alias that the statement has for it.
    private struct Family {
        let root: PostgresEntity
        /// The classes that the statement names.
        let named: [PostgresEntity]

        /// - Throws: ``SQLFailure/refused(_:)`` for a row of a class that the statement does not name.
        func check(_ rows: some Sequence<DefaultSnapshot>, _ model: PostgresModel) throws {
            for row in rows {
                let number = try model.entity(of: row.persistentIdentifier).number
                guard named.contains(where: { $0.table.familyNumbers.contains(number) }) else {
                    throw SQLFailure.refused(
                        "it changes rows of \(row.layout.entityName), which share the table. Leave them out by a condition "
                            + "on row_entity"
                    )
                }
            }
        }
    }

    private func families(_ query: SQLQuery) throws -> [String: Family] {
        var named: [Int64: [PostgresEntity]] = [:]
        var aliases: [String: Int64] = [:]
        for part in query.parts {
            guard let name = part.entity else { continue }
            guard let entity = model[name] else {
                throw SwiftDataError.notInSchema(name)
            }
            let root = entity.table.rootNumber
            if named[root]?.contains(where: { $0 === entity }) != true { named[root, default: []].append(entity) }
            if case .table(_, let alias) = part { aliases[(alias ?? name).enclosed(in: "\"")] = root }
        }
        var families: [String: Family] = [:]
        for (alias, number) in aliases {
            if let root = model[number: number] { families[alias] = Family(root: root, named: named[number] ?? []) }
        }
        return families
    }

    /// The keys of the rows that a statement has changed.
    private struct ChangedKeys {
        var inserted: Set<Int64> = []
        var updated: Set<Int64> = []
        var deleted: Set<Int64> = []

        var written: Set<Int64> { inserted.union(updated) }
        var all: Set<Int64> { updated.union(deleted) }
    }

    /// A row that an INSERT has added has no deleting transaction (`xmax`); one that ON CONFLICT has updated was locked.
    private func run(
        _ statement: ProgramStatement,
        _ target: String,
        _ connection: PostgresConnection
    ) throws -> ChangedKeys {
        let kind = statement.text.sql.firstKeyword
        guard ["INSERT", "UPDATE", "DELETE"].contains(kind) else {
            throw SQLFailure.refused("it is no INSERT, UPDATE or DELETE")
        }
        let key = model.layout.names.rowColumns.key
        // A table with partitions has no system columns in an INSERT.
        let mayUpdate = kind == "INSERT" && statement.text.sql.range(of: "conflict", options: .caseInsensitive) != nil
        let isNew = mayUpdate ? "\(target).xmax = 0" : "\(kind == "INSERT")"
        let sql =
            "WITH changed AS (\(statement.text.sql)\n RETURNING \(target).\(key), \(isNew)) SELECT * FROM changed"
        let result = try connection.run(sql, statement.statement.parameters)
        var keys = ChangedKeys()
        for row in 0..<result.count {
            guard let key = result.integer(row, 0) else { continue }
            switch kind {
            case "DELETE": keys.deleted.insert(key)
            case "INSERT" where result.bool(row, 1): keys.inserted.insert(key)
            default: keys.updated.insert(key)
            }
        }
        return keys
    }

    private func effects(
        _ keys: ChangedKeys,
        _ family: Family,
        _ before: [PersistentIdentifier: DefaultSnapshot],
        _ after: RowBatch
    ) throws -> SQLEffects {
        var effects = SQLEffects()
        for row in after.snapshots {
            guard let key = row.persistentIdentifier.row else { continue }
            guard keys.updated.contains(key) else {
                effects.inserted.append(row)
                continue
            }
            effects.updated.append(row)
            guard let former = before[row.persistentIdentifier] else {
                throw SQLFailure.refused("it changes the class of a row")
            }
            for slot in row.values.indices where !row.values[slot].isSame(as: former.values[slot], encode: { $0 }) {
                effects.writtenSlots[row.layout.entityName, default: []].insert(slot)
            }
        }
        try family.check(effects.updated, model)
        if !effects.inserted.isEmpty, family.named.count != 1 {
            throw SQLFailure.refused("new rows need one class that shares their table")
        }
        let deleted = before.values.filter { $0.persistentIdentifier.row.map(keys.deleted.contains) ?? false }
        try family.check(deleted, model)
        effects.deleted = deleted.map(\.persistentIdentifier).sorted { ($0.row ?? 0) < ($1.row ?? 0) }
        return effects
    }
}
#endif
