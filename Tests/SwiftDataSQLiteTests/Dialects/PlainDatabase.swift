import GRDB
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport

/// The rows of a store in tables with plain names, in a database that has none of our functions and collations.
struct PlainDatabase {
    let layout: StoreLayout
    private let queue: DatabaseQueue

    /// Copies the rows of a store.
    init(_ store: DefaultStore) throws {
        let layout = try StoreLayout(store.layout.model, names: PlainNames())
        let queue = try DatabaseQueue()
        try queue.write { database in
            for statement in layout.creation.entityTables + layout.creation.indices {
                try database.execute(sql: statement)
            }
        }
        self.layout = layout
        self.queue = queue
        let roots = zip(store.layout.tables, layout.tables).filter { $0.0.superNumber == 0 }
        for (source, target) in roots { try copy(source.tableName, to: target.tableName, of: store) }
        for (source, target) in zip(store.layout.joinTables, layout.joinTables) {
            try copy(source.name, to: target.name, of: store)
        }
    }

    /// Copies the rows of a table. Both layouts have the same columns in the same order.
    private func copy(_ source: String, to target: String, of store: DefaultStore) throws {
        let rows = try store.connection.readOnce { runner in
            try Row.fetchAll(runner.database, sql: "SELECT * FROM \(layoutName(source))").map {
                Array($0.databaseValues)
            }
        }
        try queue.write { database in
            let count = try database.columns(in: target).count
            let marks = Array(repeating: "?", count: count).joined(separator: ", ")
            for row in rows {
                try database.execute(
                    sql: "INSERT INTO \(layout.names.quoted(target)) VALUES (\(marks))",
                    arguments: StatementArguments(row.prefix(count))
                )
            }
        }
    }

    private func layoutName(_ table: String) -> String { CoreDataNames().quoted(table) }

    /// The keys that a statement finds, in its order.
    func keys(_ statement: SelectStatement) throws -> [Int64] {
        try queue.read { database in
            var keys: [Int64] = []
            try SQLRunner(database).query(statement.sql) {
                try statement.bind(to: &$0)
            } row: { row in
                keys.append(row.integer(0))
            }
            return keys
        }
    }
}
