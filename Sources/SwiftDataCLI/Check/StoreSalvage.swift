import Foundation
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite

/// Makes a new file of the readable parts of a damaged one.
struct StoreSalvage {
    /// The losses, for people.
    private(set) var lost: [String] = []
    /// The number of rows of models in the new file.
    private(set) var rowCount = 0

    private let entities: [String: EntityTable]

    /// Writes the new file. The damaged one is only read.
    /// - Throws: ``ToolFailure`` where nothing would be in the new file, and ``StoreError``.
    init(of path: String, to destination: String) throws {
        let source = try StoreConnection.readOnlyFile(path)
        defer { try? source.close() }
        let layout = try source.read { try StoreDescription($0, path: path) }.layout
        entities = Dictionary(
            (layout?.tables ?? []).filter { $0.superNumber == 0 }.map { ($0.tableName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        try ConnectionSettings.ordinary.files.write(Data(), to: destination, StoreCopy.permissions(for: path))
        let target = try StoreConnection.singleFile(destination)
        defer { try? target.close() }
        let statements = try Self.statements(source)
        let settings = try source.readOnce { runner in
            try ["page_size", "user_version", "application_id"].map { ($0, try runner.integer("PRAGMA \($0)") ?? 0) }
        }
        let journal = try source.readOnce { try $0.strings("PRAGMA journal_mode") }.first ?? "delete"
        try target.writeWithoutTransaction { runner in
            for (name, value) in settings { try runner.run("PRAGMA \(name) = \(value)") }
        }
        try target.write { runner in
            for table in statements where table.type == "table" {
                try runner.run(table.sql)
                try copy(table.name, from: source, to: runner)
            }
            // After the rows, so that no trigger runs and no index is kept up to date row by row.
            for other in statements where other.type != "table" {
                do {
                    try runner.run(other.sql)
                } catch {
                    lost.append("The \(other.type) \(other.name) could not be made: \(ToolFailure(error))")
                }
            }
        }
        // Rows may be missing, which the history does not show.
        try target.write { try IncarnationTable.clear($0) }
        if rowCount == 0, !lost.isEmpty {
            throw ToolFailure("No row of the store can be read, so that there is nothing to repair; no copy was made.")
        }
        if journal == "wal" { try target.writeWithoutTransaction { try $0.run("PRAGMA journal_mode = WAL") } }
    }

    /// Reads the statements that make the tables, indices and triggers.
    private static func statements(_ source: StoreConnection) throws -> [(type: String, name: String, sql: String)] {
        var found: [(String, String, String)] = []
        try source.readOnce { runner in
            try runner.query(
                "SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
            ) { found.append(($0.text(0), $0.text(1), $0.text(2))) }
        }
        return found
    }

    private mutating func copy(_ name: String, from source: StoreConnection, to runner: SQLRunner) throws {
        let entity = entities[name]
        let counter = entity.map { "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \($0.number)" }
        let salvage = try TableSalvage(name, counter: counter, source)
        let marks = salvage.columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT OR IGNORE INTO \(SQLIdentifier.quoted(name)) VALUES (\(marks))"
        var (count, losses) = (0, [String]())
        defer { lost += losses }
        let place = entity?.entityName ?? name
        let read = { (row: TableSalvage.Row) in
            try runner.run(sql) { binder in
                for value in row.values { StoreRepair.bind(value, &binder) }
            }
            if runner.changedRows > 0 { count += 1 }
            if !row.lostColumns.isEmpty {
                losses.append("\(place)/p\(row.key): \(row.lostColumns.joined(separator: ", ")).")
            }
        }
        guard salvage.hasRowNumbers else {
            if try salvage.forEachKeyedRow(read) { losses.append("Some rows of the table \(name).") }
            return
        }
        let ranges = try salvage.forEachRow(read)
        for keys in ranges {
            let end = keys.count > 1 ? " to p\(keys.upperBound), as far as there were such rows" : ""
            losses.append("\(place)/p\(keys.lowerBound)\(end).")
        }
        if entity != nil { rowCount += count }
    }
}
