import SwiftDataCore
import SwiftDataSQL

/// Deletes rows of the history's tables.
struct HistoryPruning {
    let runner: SQLRunner
    let names: TransactionNames

    func delete(_ transactions: [Int64]) throws {
        for chunk in KeyList.chunks(transactions) {
            let parameter = KeyList.parameter(chunk)
            for (table, column) in [("ACHANGE", "ZTRANSACTIONID"), ("ATRANSACTION", "Z_PK")] {
                try runner.run("DELETE FROM \(table) WHERE \(KeyList.condition(column))") { $0.text(parameter) }
            }
        }
        try deleteUnusedStrings()
    }

    private func deleteUnusedStrings() throws {
        let uses = names.keys.map { "NOT EXISTS (SELECT 1 FROM ATRANSACTION WHERE \($0) = s.Z_PK)" }
        guard !uses.isEmpty else { return }
        try runner.run("DELETE FROM ATRANSACTIONSTRING AS s WHERE \(uses.joined(separator: " AND "))")
    }
}
