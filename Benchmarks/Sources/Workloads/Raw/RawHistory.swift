import Foundation

/// Writes the rows of the history that a save of ours writes.
final class RawHistory {
    static let insertion = 0
    static let update = 1
    static let deletion = 2

    private let database: RawDatabase
    private let change: RawStatement
    private var transaction = 0
    /// The number of the last row. SQLite gives the next one by itself, as it does for us.
    private var last = 0

    /// - Parameter columns: The positions of changed columns, in SQL.
    init(_ database: RawDatabase, columns: String = "NULL") throws {
        self.database = database
        change = try database.prepare(
            "INSERT INTO ACHANGE (Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) "
                + "VALUES (16001, ?, ?, ?, ?, \(columns))"
        )
    }

    /// To be called in the transaction.
    func begin() throws {
        transaction = try database.integer("SELECT coalesce(max(Z_PK), 0) + 1 FROM ATRANSACTION")
        last = try database.integer("SELECT coalesce(max(Z_PK), 0) FROM ACHANGE")
        let now = Date().timeIntervalSinceReferenceDate
        try database.execute(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (\(transaction), 16002, \(now))"
        )
    }

    @inline(__always)
    func add(_ kind: Int, entity: Int, key: Int) throws {
        last += 1
        change.bind(1, kind)
        change.bind(2, entity)
        change.bind(3, key)
        change.bind(4, transaction)
        try change.run()
    }

    func end() throws {
        for (number, name, last) in [(16001, "CHANGE", last), (16002, "TRANSACTION", transaction)] {
            try database.execute("INSERT OR REPLACE INTO Z_PRIMARYKEY VALUES (\(number), '\(name)', 0, \(last))")
        }
    }
}
