import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Writes the rows of `ACHANGE` of one transaction, one after the other.
struct HistoryRows {
    private let runner: SQLRunner
    private let transaction: Int64
    /// The key of the next row.
    private var next: Int64
    private let scratch = BindingScratch()
    private var statement: PreparedStatement?

    /// From how many rows on they are written by one statement.
    private static let least = 8

    init(runner: SQLRunner, transaction: Int64, next: Int64) {
        self.runner = runner
        self.transaction = transaction
        self.next = next
    }

    /// Tells of rows whose keys follow each other.
    /// - Parameter table: The table in which they all are, if they are in one.
    mutating func write(_ kind: ChangeLog.Kind, _ run: ChangeLog.Run, of table: String?) throws {
        guard run.count >= Self.least else {
            for row in run.rows { try write(kind, row, columns: nil) }
            return
        }
        let (first, last) = (run.keys.lowerBound, run.keys.upperBound)
        let source =
            table.map { "SELECT Z_PK AS key FROM \($0) WHERE Z_PK BETWEEN ?1 AND ?2" }
            ?? "WITH RECURSIVE keys (key) AS (SELECT ?1 UNION ALL SELECT key + 1 FROM keys WHERE key < ?2) SELECT key FROM keys"
        let sql =
            "INSERT INTO ACHANGE (\(Self.columns)) SELECT ?3 + key, \(HistoryTables.changeNumber), ?4, ?5, key, ?6, NULL "
            + "FROM (\(source))"
        let offset = next
        try runner.run(sql) { binder in
            for number in [first, last, offset &- first, kind.rawValue, run.entity, transaction] {
                binder.integer(number)
            }
        }
        next += Int64(run.count)
    }

    /// Tells of a row.
    mutating func write(_ kind: ChangeLog.Kind, _ row: ChangeLog.Row, columns: Data?) throws {
        let statement = try prepared()
        try statement.repeatedly(scratch) { bind(kind, row, columns, &$0) }
        next += 1
    }

    /// Tells of a deleted row, with values that it had.
    mutating func write(
        _ kind: ChangeLog.Kind,
        _ row: ChangeLog.Row,
        _ tombstones: [ChangeLog.StoredTombstone],
        _ values: inout TombstoneValues
    ) throws {
        guard !tombstones.isEmpty else { return try write(kind, row, columns: nil) }
        try runner.run(Self.insertion(tombstones: tombstones.map(\.column.name))) { binder in
            bind(kind, row, nil, &binder)
            values.bind(tombstones, of: row, to: &binder)
        }
        next += 1
    }

    /// Forgets what was bound last. Comes at the end.
    func clear() { statement?.clear() }

    private mutating func prepared() throws -> PreparedStatement {
        if let statement { return statement }
        let made = try runner.prepare(Self.insertion(tombstones: []))
        statement = made
        return made
    }

    private static let columns = "Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"

    private static func insertion(tombstones: [String]) -> String {
        let names = tombstones.map { ", " + SQLIdentifier.quoted($0) }.joined()
        let marks = String(repeating: ", ?", count: tombstones.count)
        return "INSERT INTO ACHANGE (\(columns)\(names)) "
            + "VALUES (?, \(HistoryTables.changeNumber), ?, ?, ?, ?, ?\(marks))"
    }

    private func bind(
        _ kind: ChangeLog.Kind,
        _ row: ChangeLog.Row,
        _ columns: Data?,
        _ binder: inout ParameterBinder
    ) {
        binder.integer(next)
        binder.integer(kind.rawValue)
        binder.integer(row.entity)
        binder.integer(row.key)
        binder.integer(transaction)
        if let columns { binder.blob(columns) } else { binder.null() }
    }
}
