package import SwiftDataSQL

/// The changes of transactions that show which properties the bits of their updates stand for.
package struct HistoryEvidence {
    private let transactions: [Int64: TransactionEvidence]

    /// The evidence of some transactions. Nothing is read where bits suffice by themselves.
    package init(_ runner: SQLRunner, _ layout: StoreLayout, transactions: [Int64]) throws {
        try self.init(
            runner,
            layout,
            where: KeyList.condition("ZTRANSACTIONID"),
            parameter: KeyList.parameter(transactions)
        )
    }

    /// The evidence of all transactions with updates that need it.
    init(all runner: SQLRunner, _ layout: StoreLayout) throws {
        let entities = layout.tables.filter(\.historyBits.needsEvidence).map(\.number)
        let updates = "SELECT ZTRANSACTIONID FROM ACHANGE WHERE ZCHANGETYPE = 1 AND \(KeyList.condition("ZENTITY"))"
        try self.init(
            runner,
            layout,
            where: "ZTRANSACTIONID IN (\(updates))",
            parameter: KeyList.parameter(entities)
        )
    }

    private init(_ runner: SQLRunner, _ layout: StoreLayout, where condition: String, parameter: String) throws {
        var found: [Int64: TransactionEvidence] = [:]
        guard layout.tables.contains(where: \.historyBits.needsEvidence) else {
            transactions = [:]
            return
        }
        try runner.query(
            "SELECT ZTRANSACTIONID, ZENTITY, ZCHANGETYPE, ZCOLUMNS, count(*) FROM ACHANGE WHERE \(condition) "
                + "GROUP BY 1, 2, 3, 4"
        ) {
            $0.text(parameter)
        } row: { row in
            guard let table = layout[number: row.integer(1)] else { return }
            let isUpdate = row.integer(2) == ChangeLog.Kind.update.rawValue
            found[row.integer(0), default: TransactionEvidence()].add(
                table,
                isUpdate ? row.blob(3) : nil,
                rows: Int(clamping: row.integer(4))
            )
        }
        transactions = found
    }

    package subscript(transaction: Int64) -> TransactionEvidence? { transactions[transaction] }
}
