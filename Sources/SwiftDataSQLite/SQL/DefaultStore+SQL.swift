import GRDB
import GRDBSQLite
package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// The rows of a statement that only reads.
    /// - Throws: ``SQLFailure``, and ``StoreError`` where the statement fails as it runs.
    package func rows(of query: SQLQuery) throws -> [[StoredValue]] {
        let text = try SQLText(query, layout: model.layout, storeIdentifier: identifier, isWriting: false)
        let keys = try query.columns.map { column -> StoreEntity? in
            guard case .key(let entity) = column else { return nil }
            guard let table = model.layout[entity] else { throw SwiftDataError(.unknownSchema, entity) }
            return model[number: table.number]
        }
        return try connection.readOnce { runner in
            try runner.declareTableFunctions()
            return try runner.running(text, SQLAuthority()) { statement in
                let count = Int(sqlite3_column_count(statement))
                guard count == query.columns.count else {
                    throw SQLFailure.columnCount(found: count, wanted: query.columns.count)
                }
                var rows: [[StoredValue]] = []
                try runner.stepping(statement, text.sql) { row in
                    rows.append(
                        try query.columns.indices.map { index in
                            switch query.columns[index] {
                            case .value(let kind): return try Self.value(index, kind, row)
                            case .key:
                                if row.isNull(index) { return .null }
                                guard case .integer = row.storageClass(index), let entity = keys[index] else {
                                    throw SQLFailure.column(index + 1, reason: "it is not the key of a model")
                                }
                                return .identifier(entity.identifier(row.integer(index)))
                            }
                        }
                    )
                }
                return rows
            }
        }
    }

    private static func value(_ index: Int, _ kind: AttributeKind, _ row: ResultRow) throws -> StoredValue {
        guard let form = ColumnForm(kind) else { throw SQLFailure.column(index + 1, reason: "its type has no column") }
        do throws(ColumnFailure) {
            return try ColumnCoding.read(index, as: form, of: row)
        } catch {
            throw SQLFailure.column(index + 1, reason: error.reason)
        }
    }
}

extension SQLRunner {
    /// Lets statements of the program use SQLite's functions that are tables. SQLite declares these with a statement of its
    /// own, which the authority would refuse.
    func declareTableFunctions() throws { try run("SELECT 1 FROM json_each('[]'), json_tree('[]')") }

    /// Prepares a statement of the program, binds its values, and lends it.
    func running<Result>(
        _ text: SQLText,
        _ authority: SQLAuthority,
        _ body: (OpaquePointer) throws -> Result
    ) throws -> Result {
        guard let handle = database.sqliteConnection else { throw SQLFailure.refused("the store is closed") }
        let statement = try authority.prepare(text.sql, handle)
        defer { sqlite3_finalize(statement) }
        guard Int(sqlite3_bind_parameter_count(statement)) == text.bindings.count else {
            throw SQLFailure.refused("it has parameters of its own. Interpolate the values")
        }
        var binder = ParameterBinder(handle: statement)
        for binding in text.bindings { try binding.bind(to: &binder) }
        if let code = binder.failure { throw failure(code, sql: text.sql) }
        observer?(text.sql)
        return try body(statement)
    }

    /// Runs a statement to its end.
    func stepping(_ statement: OpaquePointer, _ sql: String, row: (ResultRow) throws -> Void) throws {
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try row(ResultRow(handle: statement))
            case SQLITE_DONE: return
            case let code: throw failure(code, sql: sql)
            }
        }
    }
}
