import Foundation
import SwiftDataCore
import SwiftDataSQL

extension MigrationRun {
    /// Moves values into files, or out of them, where `.externalStorage` was added or removed.
    func moveFiles(_ work: TableWork) throws {
        guard case .rebuild = work.mode else { return }
        for move in work.moves {
            for column in move.columns {
                guard case .value(let fill) = column.content, case .column(let source, let conversion) = fill.origin
                else {
                    continue
                }
                switch conversion {
                case .toExternal: try moveOut(column, of: move, work)
                case .fromExternal: try moveIn(column, from: source, of: move, work)
                case .none, .narrowed, .integerToDouble, .integerToDecimal: break
                }
            }
        }
    }

    private func moveOut(_ column: ColumnMove, of move: RowMove, _ work: TableWork) throws {
        let (table, name) = (SQLIdentifier.quoted(work.table), SQLIdentifier.quoted(column.name))
        let limit = ExternalStorage.largestInlineSize + 1
        let sql =
            "SELECT Z_PK, \(name) FROM \(table) WHERE Z_PK > ? AND length(\(name)) > \(limit) AND Z_ENT = "
            + "\(move.target.number) ORDER BY Z_PK LIMIT 1"
        try forEachValue(sql) { key, data in
            let stored = try files.store(data.dropFirst())
            try set(stored, table, name, key)
        }
    }

    private func moveIn(_ column: ColumnMove, from source: String, of move: RowMove, _ work: TableWork) throws {
        let (table, name) = (SQLIdentifier.quoted(work.table), SQLIdentifier.quoted(column.name))
        let old = SQLIdentifier.quoted(source)
        let condition = move.condition().map { " AND \($0)" } ?? ""
        let sql =
            "SELECT Z_PK, \(old) FROM \(current(move.source.tableName)) WHERE Z_PK > ? AND substr(\(old), 1, 1) = x'02'"
            + "\(condition) ORDER BY Z_PK LIMIT 1"
        try forEachValue(sql) { key, stored in
            do {
                let data = try external.data(of: stored)
                try set(data, table, name, key + move.offset)
            } catch is MissingExternalFile {
                throw lost(move, column, key)
            } catch is ColumnFailure {
                throw lost(move, column, key)
            }
        }
    }

    private func lost(_ move: RowMove, _ column: ColumnMove, _ key: Int64) -> StoreError {
        var path: String?
        if case .value(let fill) = column.content { path = fill.path }
        return StoreError(
            .migration,
            "\(move.source.entityName)/p\(key) has its value in an external file that is missing.",
            entity: move.target.entityName,
            property: path
        )
    }

    /// Values may be large: there is one in memory at a time.
    private func forEachValue(_ sql: String, _ body: (Int64, Data) throws -> Void) throws {
        var last = Int64.min
        while true {
            var found: (key: Int64, data: Data)?
            try runner.query(sql) {
                $0.integer(last)
            } row: {
                found = ($0.integer(0), $0.blob(1))
            }
            guard let found else { return }
            try body(found.key, found.data)
            last = found.key
        }
    }

    private func set(_ data: Data, _ table: String, _ column: String, _ key: Int64) throws {
        try runner.run("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?") {
            $0.blob(data)
            $0.integer(key)
        }
    }

    /// Finds the files that no row refers to any more: files of removed entities and attributes, and of values that are
    /// in their rows now.
    func collectObsoleteFiles() throws {
        for table in mapping.source.tables {
            let entity = mapping[source: table.entityName]
            let kept = Set(entity?.properties.flatMap(Self.externalSources) ?? [])
            let name = current(table.tableName)
            for column in table.properties.flatMap(\.valueColumns)
            where column.isExternal && !kept.contains(column.name) {
                let quoted = SQLIdentifier.quoted(column.name)
                let condition = table.isShared ? " AND Z_ENT = \(table.number)" : ""
                try runner.query(
                    "SELECT \(quoted) FROM \(name) WHERE length(\(quoted)) = 38 AND substr(\(quoted), 1, 1) = x'02'\(condition)"
                ) { row in
                    if let file = ExternalStorage.fileName(row.blob(0)) { obsoleteFiles.append(file) }
                }
            }
        }
    }

    /// The columns of the source whose files go on to be used.
    private static func externalSources(_ property: PropertyMapping) -> [String] {
        guard case .attribute(_, let fills) = property else { return [] }
        return fills.compactMap { fill in
            if fill.column.isExternal, case .column(let name, .none) = fill.origin { name } else { nil }
        }
    }
}
