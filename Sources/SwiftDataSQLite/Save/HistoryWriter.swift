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

    /// The number of the transaction, or nil where nothing was written.
    func write(_ changes: ChangeLog) throws -> Int64? {
        guard !changes.isEmpty else { return nil }
        switch try file.history.form(runner) {
        case .whole: break
        case .none: try makeTables()
        case .unknown: return nil
        }
        let (transaction, firstChange) = try allocate(changes.count)
        try writeTransaction(transaction)
        try writeChanges(changes, transaction, from: firstChange)
        runner.known?.willCommit(transaction: transaction)
        return transaction
    }

    /// Core Data makes the tables only where an app asks for a history. What others write is told by it alone, and a
    /// store that goes back to an app that has asked must have all of it.
    private func makeTables() throws {
        for statement in model.layout.creation.historyTables { try runner.run(statement) }
    }

    private func writeTransaction(_ transaction: Int64) throws {
        let names = [
            ("ZAUTHOR", author), ("ZBUNDLEID", Bundle.main.bundleIdentifier),
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

    private func writeChanges(_ changes: ChangeLog, _ transaction: Int64, from first: Int64) throws {
        var next = first
        let statement = try runner.prepare(insertion(tombstones: []))
        func write(_ kind: ChangeLog.Kind, _ row: ChangeLog.Row, columns: Data?) throws {
            try statement.run { binder in
                bind(next, kind, row, transaction, columns, &binder)
            }
            next += 1
        }
        for row in changes.inserted { try write(.insert, row, columns: nil) }
        for row in changes.updateOrder {
            let bits = changes.updated[row] ?? []
            try write(.update, row, columns: model[number: row.entity]?.table.historyBits.bitmap(bits) ?? Data())
        }
        var values = TombstoneValues(model: model, external: external)
        for (row, kept) in changes.deleted {
            let tombstones = kept.filter { file.history.hasColumn($0.column.name) }
            guard !tombstones.isEmpty else {
                try write(.delete, row, columns: nil)
                continue
            }
            try runner.run(insertion(tombstones: tombstones.map(\.column.name))) { binder in
                bind(next, .delete, row, transaction, nil, &binder)
                values.bind(tombstones, of: row, to: &binder)
            }
            next += 1
        }
        values.reportLosses()
    }

    private func insertion(tombstones: [String]) -> String {
        let names = tombstones.map { ", " + SQLIdentifier.quoted($0) }.joined()
        let marks = String(repeating: ", ?", count: tombstones.count)
        return "INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(names)) "
            + "VALUES (?, \(HistoryTables.changeNumber), ?, ?, ?, ?, ?\(marks))"
    }

    private func bind(
        _ key: Int64,
        _ kind: ChangeLog.Kind,
        _ row: ChangeLog.Row,
        _ transaction: Int64,
        _ columns: Data?,
        _ binder: inout ParameterBinder
    ) {
        for number in [key, kind.rawValue, row.entity, row.key, transaction] { binder.integer(number) }
        if let columns { binder.blob(columns) } else { binder.null() }
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

    /// The number of a transaction and that of its first change. Somebody else may have left the counters below the
    /// rows.
    private func allocate(_ changes: Int) throws -> (transaction: Int64, firstChange: Int64) {
        let (change, transaction) = (HistoryTables.changeNumber, HistoryTables.transactionNumber)
        let sql =
            "UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT "
            + "WHEN \(change) THEN ? + max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM ACHANGE), 0)) "
            + "ELSE 1 + max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM ATRANSACTION), 0)) END "
            + "WHERE Z_ENT IN (\(change), \(transaction)) RETURNING Z_ENT, Z_MAX"
        for isFirst in [true, false] {
            var last: [Int64: Int64] = [:]
            try runner.query(sql) {
                $0.integer(Int64(changes))
            } row: { row in
                last[row.integer(0)] = row.integer(1)
            }
            if let change = last[change], let transaction = last[transaction] {
                // A counter at its end, by accident or by intent.
                guard change < .max, transaction < .max else {
                    throw StoreError(.diskFull, "the history has used up its numbers")
                }
                return (transaction, change - Int64(changes) + 1)
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
