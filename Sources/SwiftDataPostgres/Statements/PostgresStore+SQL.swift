#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The rows of a statement that only reads: it runs in a transaction that may not write.
    /// - Throws: ``SQLFailure``, and ``StoreError`` where the statement fails as it runs.
    package func rows(of query: SQLQuery) throws -> [[StoredValue]] {
        let statement = try ProgramStatement(query, self, isWriting: false)
        return try reading { connection in
            try connection.script("BEGIN READ ONLY")
            let result = try statement.running { try connection.run(statement.statement) }
            guard result.columnCount == query.columns.count else {
                throw SQLFailure.columnCount(found: result.columnCount, wanted: query.columns.count)
            }
            let types = (0..<result.columnCount).map { result.type($0) }
            let rows = try (0..<result.count).map { row in
                try query.columns.indices.map { column in
                    try value(result, row, column, query.columns[column], types[column])
                }
            }
            // Settings and locks that the statement has taken go with it.
            let hasLocks = model.features.contains(.advisoryLocks)
            try connection.script("ROLLBACK" + (hasLocks ? "; SELECT pg_advisory_unlock_all()" : ""))
            return rows
        }
    }

    private func value(
        _ result: PostgresResult,
        _ row: Int,
        _ column: Int,
        _ wanted: SQLQuery.Column,
        _ type: UInt32
    ) throws -> StoredValue {
        if result.isNull(row, column) { return .null }
        switch wanted {
        case .key(let name):
            guard let entity = model[name] else { throw SwiftDataError(.unknownSchema, name) }
            guard let key = result.integer(row, column) else {
                throw SQLFailure.column(column + 1, reason: "it is not the key of a model")
            }
            return .identifier(entity.identifier(key))
        case .value(let kind):
            guard let form = PostgresForm(kind, model.choices.dates) else {
                throw SQLFailure.column(column + 1, reason: "its type has no column")
            }
            do throws(PostgresValueFailure) {
                return try result.value(row, column, form, PostgresType.plain(type))
            } catch {
                throw SQLFailure.column(column + 1, reason: error.reason)
            }
        }
    }
}

/// A statement of the program, as the server runs it.
struct ProgramStatement {
    let text: SQLText
    let statement: PostgresStatement

    /// - Throws: ``SQLFailure`` for a property without a column, or a value that no column can have.
    init(_ query: SQLQuery, _ store: PostgresStore, isWriting: Bool) throws {
        text = try SQLText(
            query,
            layout: store.model.layout,
            storeIdentifier: store.identifier,
            isWriting: isWriting,
            placeholders: .numbered
        )
        do throws(PostgresValueFailure) {
            statement = try PostgresStatement(
                numbered: isWriting ? text.sql : store.model.statement(text.sql),
                text.bindings,
                store.model.choices.dates
            )
        } catch {
            throw SQLFailure.refused(error.reason)
        }
    }

    /// Runs a step of the statement, and converts the errors of the server.
    func running<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let failure as PostgresFailure where failure.isOfStatement {
            throw SQLFailure.refused(failure.message)
        }
    }
}

extension PostgresFailure {
    /// True for a statement that the server does not understand, or does not run: class 42, a statement that
    /// writes, a wrong number of values (08P01), and a clause that the tables have no constraint for (55000). The messages of these name no stored values.
    fileprivate var isOfStatement: Bool {
        guard let state, !isConnectionLost else { return false }
        return state.hasPrefix("42") && state != "42501" || ["25006", "08P01", "55000"].contains(state)
    }
}

extension PostgresType {
    /// The type that has the same binary form as another one of the server: texts of other names.
    /// Source: `src/include/catalog/pg_type.dat` of PostgreSQL.
    static func plain(_ type: UInt32) -> UInt32 {
        // name, bpchar, varchar, unknown.
        [19, 1042, 1043, 705].contains(type) ? PostgresType.text.rawValue : type
    }
}
#endif
