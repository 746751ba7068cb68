import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Reads the rows of `ACHANGE`.
struct HistoryChangeReader {
    private let runner: SQLRunner
    private let model: StoreModel
    private let tombstones: TombstoneReader
    private let columns: String

    init(runner: SQLRunner, store: DefaultStore) {
        self.runner = runner
        model = store.model
        let kept = store.file.tombstoneColumns.sorted()
        tombstones = TombstoneReader(store: store, columns: kept, firstColumn: Self.tombstoneColumn)
        let names = ["Z_PK", "ZTRANSACTIONID", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS"]
        columns = (names + kept).map(SQLIdentifier.quoted).joined(separator: ", ")
    }

    /// The position of the first column for tombstones in a row.
    private static let tombstoneColumn = 6

    /// Reads the changes of some transactions, in the order in which they were written; one statement, however many
    /// they are.
    func changes(of transactions: [Int64]) throws -> [Int64: [HistoryChange]] {
        try changes(of: transactions) { try change($0, $1) }
    }

    /// Reads the changes of some transactions without classes.
    func dynamicChanges(of transactions: [Int64]) throws -> [Int64: [StoredChange]] {
        try changes(of: transactions) { storedChange($0, $1) }
    }

    /// Reads changes of some transactions without classes, in the order in which they were written.
    /// - Parameters:
    ///   - transaction: The first transaction of which changes are requested, if they have a number greater than
    ///     `change`.
    ///   - limit: The maximum number of changes.
    ///   - body: Is called with the number of each change, the number of its transaction, and the change; nil for one of
    ///     an entity that the schema does not have.
    /// - Returns: False where the limit has ended it.
    func changes(
        of transactions: [Int64],
        after transaction: Int64,
        _ change: Int64,
        limit: Int,
        _ body: (Int64, Int64, StoredChange?) throws -> Void
    ) throws -> Bool {
        guard !transactions.isEmpty else { return true }
        let evidence = try HistoryEvidence(runner, model.layout, transactions: transactions)
        let sql =
            "SELECT \(columns) FROM ACHANGE WHERE \(KeyList.condition("ZTRANSACTIONID")) "
            + "AND (ZTRANSACTIONID > ? OR ZTRANSACTIONID = ? AND Z_PK > ?) ORDER BY ZTRANSACTIONID, Z_PK LIMIT ?"
        var count = 0
        try runner.query(sql) {
            $0.text(KeyList.parameter(transactions))
            $0.integer(transaction)
            $0.integer(transaction)
            $0.integer(change)
            $0.integer(Int64(limit))
        } row: { row in
            count += 1
            try body(row.integer(0), row.integer(1), storedChange(row, evidence[row.integer(1)]))
        }
        return count < limit
    }

    private func changes<Change>(
        of transactions: [Int64],
        _ change: (ResultRow, TransactionEvidence?) throws -> Change?
    ) throws -> [Int64: [Change]] {
        var found: [Int64: [Change]] = [:]
        guard !transactions.isEmpty else { return found }
        let parameter = KeyList.parameter(transactions)
        let evidence = try HistoryEvidence(runner, model.layout, transactions: transactions)
        let sql =
            "SELECT \(columns) FROM ACHANGE WHERE \(KeyList.condition("ZTRANSACTIONID")) ORDER BY ZTRANSACTIONID, Z_PK"
        try runner.query(sql) {
            $0.text(parameter)
        } row: { row in
            if let change = try change(row, evidence[row.integer(1)]) {
                found[row.integer(1), default: []].append(change)
            }
        }
        return found
    }

    private func marks(_ row: ResultRow, _ entity: StoreEntity, _ evidence: TransactionEvidence?) -> HistoryMarks {
        let bitmap = row.blob(5)
        return evidence?.marks(entity.table, bitmap, model.layout) ?? entity.table.historyBits.marks(in: bitmap)
    }

    private func storedChange(_ row: ResultRow, _ evidence: TransactionEvidence?) -> StoredChange? {
        guard let kind = ChangeLog.Kind(rawValue: row.integer(2)), let entity = model[number: row.integer(3)] else {
            return nil
        }
        let marks = kind == .update ? marks(row, entity, evidence) : nil
        return StoredChange(
            number: row.integer(0),
            kind: kind,
            entity: entity,
            key: row.integer(4),
            slots: marks?.slots ?? [],
            possibleSlots: marks?.unnamed?.slots ?? [],
            isWhole: marks?.unnamed == nil,
            tombstone: kind == .delete ? tombstones.values(row, of: entity) : []
        )
    }

    /// A change of an entity that the schema does not have, or of an unknown kind, has no class to be reported with.
    private func change(_ row: ResultRow, _ evidence: TransactionEvidence?) throws -> HistoryChange? {
        guard let kind = ChangeLog.Kind(rawValue: row.integer(2)), let entity = model[number: row.integer(3)] else {
            return nil
        }
        let (key, transaction) = (row.integer(0), row.integer(1))
        let identifier = entity.identifier(row.integer(4))
        func make<Model: PersistentModel>(_ type: Model.Type) throws -> HistoryChange {
            switch kind {
            case .insert: return .insert(DefaultHistoryInsert<Model>(key, of: transaction, identifier))
            case .update:
                let slots = marks(row, entity, evidence).slots
                let paths = HistoryKeyPaths<Model>(entity.layout)
                let updated = slots.compactMap { paths[$0] }
                return .update(DefaultHistoryUpdate<Model>(key, of: transaction, identifier, updated: updated))
            case .delete:
                let tombstone = try tombstones.tombstone(row, of: entity, Model.self)
                return .delete(DefaultHistoryDelete<Model>(key, of: transaction, identifier, tombstone: tombstone))
            }
        }
        return try make(entity.layout.modelType)
    }
}

/// The change of one row in a transaction.
struct StoredChange {
    let number: Int64
    let kind: ChangeLog.Kind
    let entity: StoreEntity
    let key: Int64
    /// The properties that an update changed.
    let slots: [Int]
    /// Properties of which an update has changed some, and it is not known which.
    let possibleSlots: [Int]
    /// True if every property that an update changed is in ``slots``.
    let isWhole: Bool
    /// The values that are kept of a deleted row.
    let tombstone: [(slot: Int, value: StoredValue)]
}
