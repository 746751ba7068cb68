#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The columns that lead to rows of other tables, in a store whose tables have no constraints for them.
struct ForeignKeys {
    struct Key {
        let table: String
        let column: String
        let destination: String
    }

    let all: [Key]

    init(_ tables: PostgresTables) {
        all = PostgresSchema(tables).foreignKeys.compactMap { part in
            guard case .foreignKey(let destination) = part.kind, let column = part.columns.first else { return nil }
            return Key(table: part.table, column: column, destination: destination)
        }
    }

    /// The keys that lead to a table.
    func leading(to table: String) -> [Key] { all.filter { $0.destination == table } }

    /// True if a row that a statement has written leads to no row, or if a row leads to one that the statement has
    /// deleted.
    func isBroken(
        in table: String,
        written: [Int64],
        deleted: [Int64],
        _ connection: PostgresConnection
    ) throws -> Bool {
        for key in all where key.table == table && !written.isEmpty {
            let column = "t.\(key.column.enclosed(in: "\""))"
            let sql =
                "SELECT EXISTS (SELECT 1 FROM \(table.enclosed(in: "\"")) t WHERE t.pk = ANY($1) AND \(column) IS NOT NULL "
                + "AND NOT EXISTS (SELECT 1 FROM \(key.destination.enclosed(in: "\"")) d WHERE d.pk = \(column)))"
            if try connection.run(sql, [PostgresParameter(keys: written)]).bool(0, 0) { return true }
        }
        for key in leading(to: table) where !deleted.isEmpty {
            if try connection.run(key.question, [PostgresParameter(keys: deleted)]).bool(0, 0) { return true }
        }
        return false
    }
}

extension ForeignKeys.Key {
    /// The statement that asks if a row leads to one of some rows.
    var question: String {
        "SELECT EXISTS (SELECT 1 FROM \(table.enclosed(in: "\"")) WHERE \(column.enclosed(in: "\"")) = ANY($1))"
    }
}
#endif
