import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Writes a transaction's rows in the history, as Core Data's persistent history does.
struct HistoryWriter {
    let runner: SQLRunner
    let model: StoreModel
    let file: StoreFile
    let author: String?

    /// The number of the transaction, or nil where nothing was written.
    func write(_ changes: ChangeLog) throws -> Int64? {
        guard file.hasHistory, !changes.isEmpty else { return nil }
        try addBookkeeping()
        let transaction = try allocate(1, HistoryTables.transactionNumber)
        let author = try self.author.map(string)
        let bundle = try Bundle.main.bundleIdentifier.map(string)
        let process = try string(ProcessInfo.processInfo.processName)
        try runner.run(
            "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP) "
                + "VALUES (?, \(HistoryTables.transactionNumber), ?, ?, ?, ?)"
        ) { binder in
            binder.integer(transaction)
            for key in [author, bundle, process] {
                if let key { binder.integer(key) } else { binder.null() }
            }
            binder.real(Date().timeIntervalSinceReferenceDate)
        }
        try writeChanges(changes, transaction)
        runner.known?.willCommit(transaction: transaction)
        return transaction
    }

    private func writeChanges(_ changes: ChangeLog, _ transaction: Int64) throws {
        var next = try allocate(changes.count, HistoryTables.changeNumber)
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
        for (row, tombstones) in changes.deleted {
            let kept = tombstones.filter { file.tombstoneColumns.contains($0.column) }
            guard !kept.isEmpty else {
                try write(.delete, row, columns: nil)
                continue
            }
            try runner.run(insertion(tombstones: kept.map(\.column))) { binder in
                bind(next, .delete, row, transaction, nil, &binder)
                for tombstone in kept { tombstone.key.bind(to: &binder) }
            }
            next += 1
        }
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

    /// The key of an interned string.
    private func string(_ text: String) throws -> Int64 {
        let known = try runner.integer("SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?") { $0.text(text) }
        if let known { return known }
        let key = try allocate(1, HistoryTables.transactionStringNumber)
        try runner.run(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, ZNAME) VALUES (?, \(HistoryTables.transactionStringNumber), ?)"
        ) {
            $0.integer(key)
            $0.text(text)
        }
        return key
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

    private func allocate(_ count: Int, _ number: Int64) throws -> Int64 {
        let last = try runner.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?") { $0.integer(number) } ?? 0
        try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?") {
            $0.integer(last + Int64(count))
            $0.integer(number)
        }
        return last + 1
    }
}
