import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Writes a transaction's rows in the history, as Core Data's persistent history does.
struct HistoryWriter {
    let runner: SQLRunner
    let model: StoreModel
    let file: StoreFile
    let external: ExternalStorage
    let author: String?

    /// The bundle identifier of the program, read from its property list.
    private static let bundleIdentifier = Bundle.main.bundleIdentifier

    /// The number of the transaction, or nil where nothing was written.
    func write(_ changes: ChangeLog) throws -> Int64? {
        guard !changes.isEmpty else { return nil }
        switch try file.history.form(runner) {
        case .whole: break
        case .none: try makeTables()
        case .unknown: return nil
        }
        let numbers = try allocate(changes.count)
        try writeTransaction(numbers.transaction)
        try writeChanges(changes, numbers)
        runner.known?.willCommit(transaction: numbers.transaction)
        return numbers.transaction
    }

    /// Core Data makes the tables only where an app asks for a history. The changes of other writers are recorded there
    /// only, and a store that goes back to an app that has asked must have all of it.
    private func makeTables() throws {
        for statement in model.layout.creation.historyTables { try runner.run(statement) }
    }

    private func writeTransaction(_ transaction: Int64) throws {
        let names = [
            ("ZAUTHOR", author), ("ZBUNDLEID", Self.bundleIdentifier),
            ("ZPROCESSID", ProcessInfo.processInfo.processName),
        ]
        let interned = names.filter { file.transactionNames.hasKey($0.0) }
        let written = names.filter { !file.transactionNames.hasKey($0.0) && $0.1 != nil }
        let columns = interned.map { $0.0 + "TS" } + written.map(\.0)
        let values =
            interned.map { _ in "(SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?)" } + written.map { _ in "?" }
        var missing: [(column: String, text: String)] = []
        try runner.query(
            "INSERT INTO ATRANSACTION (\((["Z_PK", "Z_ENT", "ZTIMESTAMP"] + columns).joined(separator: ", "))) VALUES "
                + "(\((["?", "\(HistoryTables.transactionNumber)", "?"] + values).joined(separator: ", "))) RETURNING "
                + (["Z_PK"] + interned.map { $0.0 + "TS" }).joined(separator: ", ")
        ) { binder in
            binder.integer(transaction)
            binder.real(Date().timeIntervalSinceReferenceDate)
            for (_, text) in interned + written {
                if let text { binder.text(text) } else { binder.null() }
            }
        } row: { row in
            for (index, name) in interned.enumerated() {
                if let text = name.1, row.isNull(index + 1) { missing.append((name.0 + "TS", text)) }
            }
        }
        for (column, text) in missing {
            let key = try intern(text)
            try runner.run("UPDATE ATRANSACTION SET \(column) = ? WHERE Z_PK = ?") {
                $0.integer(key)
                $0.integer(transaction)
            }
        }
    }

    private func writeChanges(_ changes: ChangeLog, _ numbers: Numbers) throws {
        var rows = HistoryRows(
            runner: runner,
            transaction: numbers.transaction,
            next: numbers.firstChange,
            isAtEnd: numbers.isAtEnd
        )
        for run in changes.inserted {
            try rows.write(.insert, run, of: model[number: run.entity]?.quotedTable)
        }
        var bitmaps: [BitmapKey: Data] = [:]
        for row in changes.updateOrder {
            try rows.write(row, columns: bitmap(changes.updated[row], row.entity, &bitmaps))
        }
        var values = TombstoneValues(model: model, external: external)
        for run in changes.deleted {
            guard !changes.tombstones.isEmpty else {
                try rows.write(.delete, run, of: nil)
                continue
            }
            for row in run.rows {
                let kept = changes.tombstones[row] ?? []
                try rows.write(row, kept.filter { file.history.hasColumn($0.column.name) }, &values)
            }
        }
        try rows.flush()
        values.reportLosses()
    }

    /// The bitmap of an update. Most updates of a save are of the same columns.
    private func bitmap(_ bits: ColumnBits?, _ number: Int64, _ known: inout [BitmapKey: Data]) -> Data {
        let key = BitmapKey(entity: number, bits: bits ?? ColumnBits())
        if let data = known[key] { return data }
        let data = model[number: number]?.table.historyBits.bitmap(key.bits.positions) ?? Data()
        known[key] = data
        return data
    }

    private struct BitmapKey: Hashable {
        let entity: Int64
        let bits: ColumnBits
    }

    /// Keeps a name that no transaction has had yet, or one that two columns share; its key.
    private func intern(_ text: String) throws -> Int64 {
        let known = try runner.integer("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?") { $0.text(text) }
        if let known { return known }
        let number = HistoryTables.transactionStringNumber
        let key =
            try runner.integer(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 + "
                    + "max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM ATRANSACTIONSTRING), 0)) "
                    + "WHERE Z_ENT = \(number) RETURNING Z_MAX"
            ) ?? 1
        try runner.run("INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(number), ?)") {
            $0.integer(key)
            $0.text(text)
        }
        return key
    }

    private struct Numbers {
        let transaction: Int64
        let firstChange: Int64
        /// True if SQLite would give the first change its number by itself.
        let isAtEnd: Bool
    }

    /// The number of a transaction and that of its first change. Another process may have left the counters below the
    /// rows, or have taken rows away from the end.
    private func allocate(_ changes: Int) throws -> Numbers {
        let (change, transaction) = (HistoryTables.changeNumber, HistoryTables.transactionNumber)
        // Decides before the transaction's own row is written, which a trigger of another program may answer by
        // changing the history.
        let written =
            changes < TableNumbering.many
            ? "NULL"
            : "CASE WHEN \(TableNumbering.goesOn("ACHANGE")) THEN coalesce((SELECT max(Z_PK) FROM ACHANGE), 0) END"
        let sql =
            "UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT "
            + "WHEN \(change) THEN ? + max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM ACHANGE), 0)) "
            + "ELSE 1 + max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM ATRANSACTION), 0)) END "
            + "WHERE Z_ENT IN (\(change), \(transaction)) "
            + "RETURNING Z_ENT, Z_MAX, \(written)"
        for isFirst in [true, false] {
            var last: [Int64: Int64] = [:]
            var end: Int64?
            try runner.query(sql) {
                $0.integer(Int64(changes))
            } row: { row in
                last[row.integer(0)] = row.integer(1)
                end = row.isNull(2) ? nil : row.integer(2)
            }
            if let change = last[change], let transaction = last[transaction] {
                // A counter at its end, by accident or by intent.
                guard change < .max, transaction < .max else {
                    throw StoreError(.diskFull, "the history has no transaction numbers left")
                }
                let first = change - Int64(changes) + 1
                return Numbers(transaction: transaction, firstChange: first, isAtEnd: end == first - 1)
            }
            if isFirst { try addBookkeeping() }
        }
        throw StoreError(.cannotOpen, "Z_PRIMARYKEY has no rows for the history")
    }

    /// The history's rows in `Z_PRIMARYKEY` come with the first transaction.
    private func addBookkeeping() throws {
        for (number, name) in HistoryTables.names {
            try runner.run("INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)") {
                $0.integer(number)
                $0.text(name)
            }
        }
    }
}
