import SwiftDataCore
import SwiftDataSQL

/// The external files that a store's rows name, whatever schema it is opened with.
enum NamedFiles {
    /// - Throws: `DatabaseError` where the rows cannot be read.
    static func names(_ runner: SQLRunner, path: String) throws -> Set<String> {
        guard let layout = try layout(runner, path: path) else { return try namesInAnyColumn(runner) }
        return try ExternalReferences(layout).names(runner)
    }

    private static func layout(_ runner: SQLRunner, path: String) throws -> StoreLayout? {
        do {
            return try StoreLayout(try FileModel(runner, path: path).outline())
        } catch is StoreError {
            // Files of older versions of Core Data do not describe their model.
            return nil
        }
    }

    private static func namesInAnyColumn(_ runner: SQLRunner) throws -> Set<String> {
        var columns: [(table: String, column: String)] = []
        try runner.query(
            """
            SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name GLOB 'Z*' AND upper(c.type) IN ('BLOB', '')
            """
        ) { columns.append(($0.text(0), $0.text(1))) }
        var names: Set<String> = []
        for place in columns {
            let (table, column) = (SQLIdentifier.quoted(place.table), SQLIdentifier.quoted(place.column))
            let sql = "SELECT \(column) FROM \(table) WHERE typeof(\(column)) = 'blob' AND length(\(column)) = 38"
            try runner.query(sql) { row in
                if let name = ExternalStorage.fileName(row.blob(0)) { names.insert(name) }
            }
        }
        return names
    }
}
