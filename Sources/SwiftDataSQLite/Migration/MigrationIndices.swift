import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

/// Removes indices before rows move and creates the indices of the target afterwards.
struct MigrationIndices {
    let plan: MigrationPlan
    let runner: SQLRunner

    /// Drops the indices that are not the target's, or whose columns change.
    /// - Returns: The indices of other programs on tables that are rewritten.
    func dropOld() throws -> [String] {
        let old = Set(plan.mapping.source.creation.indices.map(Self.name))
        let new = Dictionary(plan.mapping.target.creation.indices.map { (Self.name($0), Self.plain($0)) }) { first, _ in
            first
        }
        let tables = Set(plan.sourceTables.map { $0.uppercased() })
        let (kept, altered) = (keptTables, Set(plan.alteredTables.map { $0.uppercased() }))
        var drops: [String] = []
        var foreign: [String] = []
        try runner.query(
            "SELECT name, upper(tbl_name), sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ) { row in
            let (name, table, sql) = (row.text(0), row.text(1), row.text(2))
            guard tables.contains(table) else { return }
            let isUnique = sql.uppercased().hasPrefix("CREATE UNIQUE")
            guard old.contains(name) || (isUnique && name.hasPrefix("Z_")) else {
                if !altered.contains(table) { foreign.append(sql) }
                return
            }
            if kept.contains(table), new[name] == Self.plain(sql) { return }
            drops.append("DROP INDEX \(SQLIdentifier.quoted(name))")
        }
        for drop in drops { try runner.run(drop) }
        return foreign
    }

    /// Makes the indices of the target that are not there.
    /// - Throws: ``StoreError`` with code `migration` for rows that a uniqueness constraint does not allow; an error of the
    ///   file, of the disk, or of a lock.
    func create(_ foreign: [String]) throws {
        let old = Set(plan.mapping.source.creation.indices.map(Self.name))
        let untouched = Set(
            plan.tables.filter(\.isUntouched).map(\.table) + plan.joins.filter(\.isUntouched).map(\.join.name)
        )
        var existing = Set(try runner.strings("SELECT upper(name) FROM sqlite_master WHERE type = 'index'"))
        for statement in plan.mapping.target.creation.indices {
            let name = Self.name(statement)
            // Versions of Core Data differ in the names of some indices: the index of the old model exists.
            if untouched.contains(Self.table(statement)), old.contains(name), !statement.hasPrefix("CREATE UNIQUE") {
                continue
            }
            guard existing.insert(name.uppercased()).inserted else { continue }
            do {
                try runner.run(statement)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                let entity = plan.mapping.target.tables.first { $0.tableName == Self.table(statement) }?.entityName
                throw StoreError(
                    .migration,
                    "has rows with duplicate values for the unique index \(name). Remove them before, or in a custom stage.",
                    entity: entity
                )
            }
        }
        for statement in foreign where !existing.contains(Self.name(statement).uppercased()) {
            do {
                try runner.run(statement)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                throw StoreError(
                    .migration,
                    "The rows would have duplicate values for the unique index \(Self.name(statement)), which is not in "
                        + "the model. Drop the index, or make the values differ in a custom stage.",
                    underlying: SQLiteErrorSummary(error)
                )
            } catch let error as DatabaseError where error.isOfMeaning {
                log.notice(
                    "\(Self.name(statement)) was removed from the store with its columns: \(error)"
                )
            }
        }
    }

    /// Tables whose rows and columns stay as they are, as far as they are indexed.
    private var keptTables: Set<String> {
        var names: Set<String> = []
        for work in plan.tables {
            guard case .alter(let alteration) = work.mode, alteration.source == work.table, alteration.renames.isEmpty,
                !work.updatesRows
            else { continue }
            names.insert(work.table.uppercased())
        }
        for work in plan.joins where work.isUntouched { names.insert(work.join.name.uppercased()) }
        return names
    }

    /// The name in a `CREATE INDEX` statement.
    static func name(_ statement: String) -> String { unquoted(part(statement, after: "INDEX ", before: " ON ")) }

    /// The table in a `CREATE INDEX` statement.
    static func table(_ statement: String) -> String { unquoted(part(statement, after: " ON ", before: " (")) }

    private static func part(_ statement: String, after start: String, before end: String) -> String {
        guard let first = statement.range(of: start) else { return "" }
        let rest = statement[first.upperBound...]
        return String(rest.range(of: end).map { rest[..<$0.lowerBound] } ?? rest)
    }

    private static func unquoted(_ name: String) -> String {
        name.unenclosed(from: "\"") ?? name
    }

    /// The statement without differences of quoting.
    private static func plain(_ statement: String) -> String { statement.replacing("\"", with: "").uppercased() }
}
