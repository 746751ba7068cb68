/// The tables that a client of a store keeps in the store's database, for the duration of one call.
///
/// The names of the tables begin with ``SideTableName/prefix``. Statements may read all tables of the database, and write
/// and define side tables alone, so that no row of a model changes without a history. A value is bound, and read, by its
/// storage class: `.integer`, `.double`, `.string`, `.data` or `.null`. Parameters are written `?`.
package protocol SideTables {
    /// Runs one statement that writes or defines side tables. Rows that it returns are dropped.
    /// - Throws: ``SQLFailure`` for a statement that may not be run, and ``StoreError`` where it fails: with code
    ///   `constraint`, `diskFull`, …, and with code `readOnly` where the tables are lent for reading.
    func run(_ sql: String, _ values: [StoredValue]) throws

    /// Runs one statement once for each list of values.
    func run(_ sql: String, each rows: [[StoredValue]]) throws

    /// Runs one statement that only reads, and hands over each row until the closure returns false.
    func forEachRow(_ sql: String, _ values: [StoredValue], _ body: ([StoredValue]) throws -> Bool) throws
}

extension SideTables {
    package func run(_ sql: String) throws { try run(sql, [StoredValue]()) }

    /// The rows of one statement that only reads.
    package func rows(_ sql: String, _ values: [StoredValue] = []) throws -> [[StoredValue]] {
        var found: [[StoredValue]] = []
        try forEachRow(sql, values) { row in
            found.append(row)
            return true
        }
        return found
    }
}

/// The names of side tables.
package enum SideTableName {
    /// The beginning of the names of all side tables and of their indices, in upper case.
    package static let prefix = "OSD_"
}
