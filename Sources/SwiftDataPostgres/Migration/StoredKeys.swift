#if PostgreSQL
import SwiftDataSQL

/// The keys of rows in tables that a migration joins.
struct StoredKeys {
    private let connection: PostgresConnection?

    /// - Parameter connection: A connection to the tables; nil where there are none yet.
    init(_ connection: PostgresConnection?) { self.connection = connection }

    /// The greatest key of a table.
    func last(_ table: String) throws -> Int64 {
        guard let connection else { return 1_000_000 }
        return try connection.run("SELECT coalesce(max(pk), 0) FROM \(table.enclosed(in: "\""))").integer(0, 0) ?? 0
    }

    /// True if a key of one table, with a number added to it, is a key of another table with its own number added.
    func collide(_ table: String, _ offset: Int64, with other: (table: String, offset: Int64)) throws -> Bool {
        guard let connection else { return false }
        let sql =
            "SELECT EXISTS (SELECT 1 FROM \(table.enclosed(in: "\"")) a JOIN \(other.table.enclosed(in: "\"")) b "
            + "ON a.pk + \(offset) = b.pk + \(other.offset))"
        return try connection.run(sql).bool(0, 0)
    }
}
#endif
