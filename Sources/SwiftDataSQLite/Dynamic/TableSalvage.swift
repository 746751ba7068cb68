import GRDB
package import SwiftDataCore
import SwiftDataSQL

/// Reads the rows of any table as they are in the file, around damaged pages.
package struct TableSalvage {
    /// A row, with NULL for lost values.
    package struct Row {
        package let key: Int64
        package var values: [StoredValue]
        /// The columns whose values are lost.
        package var lostColumns: [String] = []
    }

    package let columns: [String]
    private let connection: StoreConnection
    private let table: String
    private let counter: String?
    /// The columns of the key of a table without row numbers; empty for other tables.
    private let keyColumns: [String]

    /// - Parameter counter: A statement for the highest key that was handed out.
    /// - Throws: ``StoreError`` where the file does not describe the columns.
    package init(_ name: String, counter: String?, _ connection: StoreConnection) throws {
        self.connection = connection
        self.counter = counter
        table = SQLIdentifier.quoted(name)
        columns = try connection.readOnce { runner in try runner.columnNames(of: name) }
        keyColumns = try connection.readOnce { runner in
            let isNumbered =
                try runner.integer(
                    "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND upper(sql) LIKE '%WITHOUT%ROWID%'"
                ) { $0.text(name) } == nil
            if isNumbered { return [] }
            return try runner.strings("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk") {
                $0.text(name)
            }
        }
    }

    /// True if the rows of the table have numbers, by which losses are reported.
    package var hasRowNumbers: Bool { keyColumns.isEmpty }

    /// Hands over every row of a table without row numbers that can be read: from the beginning, and around damage from the end.
    /// A row may be handed over twice.
    /// - Returns: True if rows are lost.
    package func forEachKeyedRow(_ body: (Row) throws -> Void) throws -> Bool {
        guard try isDamaged("", body) else { return false }
        _ = try isDamaged(" DESC", body)
        return true
    }

    /// Hands over rows up to damage; returns true where there is some.
    private func isDamaged(_ direction: String, _ body: (Row) throws -> Void) throws -> Bool {
        let names = columns.map(SQLIdentifier.quoted).joined(separator: ", ")
        let order = keyColumns.map { SQLIdentifier.quoted($0) + direction }.joined(separator: ", ")
        var failure: (any Error)?
        return try connection.readOnce { runner -> Bool in
            do {
                try runner.query("SELECT \(names) FROM \(table) ORDER BY \(order)") { row in
                    do {
                        try body(Row(key: 0, values: columns.indices.map { row.stored($0) }))
                    } catch {
                        failure = error
                        throw error
                    }
                }
            } catch let error as DatabaseError where failure == nil {
                let failure = SQLiteFailure(error).storeError(path: connection.path)
                guard failure.isDamage else { throw failure }
                return true
            }
            return false
        }
    }

    /// Hands over every row that can be read.
    /// - Returns: The keys of the rows that are lost, as far as there were any.
    /// - Throws: ``StoreError`` for an error that is not damage, and the errors of `body`.
    package func forEachRow(_ body: (Row) throws -> Void) throws -> [ClosedRange<Int64>] {
        var lost: [ClosedRange<Int64>] = []
        var last: Int64?
        while true {
            let (rows, isDamaged) = try rows(last.map { _ in "rowid > ?" }, last, columns)
            for row in rows { try body(row) }
            last = rows.last?.key ?? last
            if !isDamaged {
                if rows.count < KeyList.chunkSize { return lost }
                continue
            }
            let gap = try DamagedKeys(of: table, after: last, counter: counter, connection)
            if let keys = gap.lost(after: last) { lost.append(keys) }
            guard let next = gap.end else { return lost }
            if let row = try self.row(next) { try body(row) } else { lost.append(next...next) }
            last = next
        }
    }

    /// A row of which some values may lie on damaged pages.
    private func row(_ key: Int64) throws -> Row? {
        let (whole, isDamaged) = try rows("rowid = ?", key, columns)
        if !isDamaged { return whole.first }
        var row = Row(key: key, values: [])
        for column in columns {
            let (found, isLost) = try rows("rowid = ?", key, [column])
            row.values.append(isLost ? .null : found.first?.values.first ?? .null)
            if isLost { row.lostColumns.append(column) }
        }
        return row.lostColumns.count < columns.count ? row : nil
    }

    private func rows(
        _ condition: String?,
        _ parameter: Int64?,
        _ columns: [String]
    ) throws -> (rows: [Row], isDamaged: Bool) {
        let names = (["rowid"] + columns.map(SQLIdentifier.quoted)).joined(separator: ", ")
        let filter = condition.map { " WHERE \($0)" } ?? ""
        let sql = "SELECT \(names) FROM \(table)\(filter) ORDER BY rowid LIMIT \(KeyList.chunkSize)"
        return try connection.readOnce { runner in
            var rows: [Row] = []
            do {
                try runner.query(sql) {
                    if let parameter { $0.integer(parameter) }
                } row: { row in
                    rows.append(Row(key: row.integer(0), values: columns.indices.map { row.stored($0 + 1) }))
                }
            } catch let error as DatabaseError {
                let failure = SQLiteFailure(error).storeError(path: connection.path)
                guard failure.isDamage else { throw failure }
                return (rows, true)
            }
            return (rows, false)
        }
    }
}

extension ResultRow {
    /// The value as it is in the file.
    func stored(_ index: Int) -> StoredValue {
        switch storageClass(index) {
        case .integer: .integer(integer(index))
        case .real: .double(real(index))
        case .text: .string(text(index))
        case .blob: .data(blob(index))
        case .null: .null
        }
    }
}
