#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Reads the history's tables, in one transaction.
struct HistoryReader {
    let connection: PostgresConnection
    let model: PostgresModel

    /// The numbers between which the history is complete.
    struct Bounds {
        /// Every transaction with a smaller number has ended.
        let horizon: Int64
        /// No transaction has this number or a greater one.
        let end: Int64
        /// True if a transaction from the horizon on has committed.
        let hasMore: Bool
    }

    func bounds() throws -> Bounds {
        let numbers = HistoryNumbers(model.features)
        let result = try connection.run(
            "SELECT \(numbers.horizon), \(numbers.end), EXISTS (SELECT 1 FROM \(HistorySchema.transactions) "
                + "WHERE number >= \(numbers.horizon)) FROM \(PostgresSchema.metadataTable)"
        )
        guard let horizon = result.integer(0, 0), let end = result.integer(0, 1) else {
            throw StoreError(.corruptRow, "the table \(PostgresSchema.metadataTable) has no row.")
        }
        return Bounds(horizon: horizon, end: end, hasMore: result.bool(0, 2))
    }

    /// Finds the transactions that a descriptor describes, as far as every one before them has ended.
    /// - Throws: ``SwiftDataError/historyTokenExpired``
    func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>, _ bounds: Bounds) throws -> HistoryFetch {
        // Tables of the history have the time as a timestamp in every store.
        let dialect = PostgresDialect()
        var selection = HistorySelection(
            descriptor,
            dialect: dialect,
            storeIdentifier: model.storeIdentifier,
            layout: model.layout,
            columns: HistorySchema.columns
        )
        for bound in selection.condition.bounds { try check(bound, bounds) }
        let horizon = SQLFragment(binding: .integer(bounds.horizon), .integer(.int64))
        var statement = selection.statement(and: "t.number < \(horizon)")
        let server: PostgresStatement
        do throws(PostgresValueFailure) {
            server = try PostgresStatement(statement.sql, statement.bindings, .timestamp)
        } catch {
            // A constant that no column of the server can have is compared in memory.
            selection = selection.unfiltered(dialect)
            statement = selection.statement(and: "t.number < \(horizon)")
            server = PostgresStatement(
                PostgresStatement.numbered(statement.sql),
                [.integer(bounds.horizon)]
            )
        }
        return HistoryFetch(
            selection,
            of: model.storeIdentifier,
            heads: try heads(try connection.run(server)),
            changes: changes(of:)
        )
    }

    private func heads(_ result: PostgresResult) throws -> [TransactionHead] {
        try (0..<result.count).map { row in
            guard let number = result.integer(row, 0), !result.isNull(row, 1),
                case .date(let date) = try? result.value(row, 1, .date, result.type(1))
            else { throw StoreError(.corruptRow, "a row of \(HistorySchema.transactions) has no number or no time.") }
            return TransactionHead(
                number: number,
                timestamp: date,
                author: result.text(row, 2),
                bundle: result.text(row, 3) ?? "",
                process: result.text(row, 4) ?? ""
            )
        }
    }

    /// Throws where transactions that followed a token are not in the history any more.
    private func check(_ bound: HistoryCondition.Bound, _ bounds: Bounds) throws {
        guard let position = bound.token.position(in: model.storeIdentifier) else { return }
        guard position < bounds.end else {
            throw SwiftDataError(
                .historyTokenExpired,
                "the token is of transaction \(position), and the server has had none with this number: an older copy of the "
                    + "tables may have taken their place. Fetch everything anew."
            )
        }
        guard let after = bound.after else { return }
        let next = after == .excluding && position < .max ? position + 1 : position
        let sql =
            "SELECT g.first FROM \(HistorySchema.gaps) g WHERE g.last >= $1 AND NOT EXISTS (SELECT 1 FROM "
            + "\(HistorySchema.transactions) t WHERE t.number >= $1 AND t.number < g.first) ORDER BY g.last LIMIT 1"
        guard try connection.run(sql, [.integer(next)]).count > 0 else { return }
        throw SwiftDataError(
            .historyTokenExpired,
            "the transactions that followed the token, from number \(next) on, were deleted from the history. Fetch everything "
                + "anew."
        )
    }

    /// The changes of some transactions, in the order in which they were written.
    func changes(of transactions: [Int64]) throws -> [Int64: [HistoryChange]] {
        var found: [Int64: [HistoryChange]] = [:]
        guard !transactions.isEmpty else { return found }
        let result = try connection.run(
            "SELECT transaction, id, kind, entity, row_key, properties, tombstone FROM \(HistorySchema.changes) "
                + "WHERE transaction = ANY($1) ORDER BY transaction, id",
            [PostgresParameter(keys: transactions)]
        )
        var slots: [Int64: [String: Int]] = [:]
        for row in 0..<result.count {
            // A change of an entity that the schema does not have, or of an unknown kind, has no class to be told with.
            guard let transaction = result.integer(row, 0), let id = result.integer(row, 1),
                let kind = result.integer(row, 2).flatMap(ChangeRecord.Kind.init),
                let entity = result.integer(row, 3).flatMap({ model[number: $0] }), let key = result.integer(row, 4)
            else { continue }
            var updated: [Int] = []
            if kind == .update, !result.isNull(row, 5) {
                let names = result.withBytes(row, 5) { ArrayValue.texts($0) } ?? []
                let known = slots[entity.number] ?? entity.historySlots
                slots[entity.number] = known
                updated = Set(names.compactMap { known[$0] }).sorted()
            }
            var tombstone: Data?
            if kind == .delete, !result.isNull(row, 6) {
                // The form of `jsonb` begins with its version.
                tombstone = result.withBytes(row, 6) { $0.first == 1 ? Data($0.dropFirst()) : nil }
            }
            let place = (id: id, transaction: transaction, identifier: entity.identifier(key))
            found[transaction, default: []].append(
                Self.change(entity.layout.modelType, kind, place, entity, updated, tombstone)
            )
        }
        return found
    }

    private static func change<Model: PersistentModel>(
        _: Model.Type,
        _ kind: ChangeRecord.Kind,
        _ place: (id: Int64, transaction: Int64, identifier: PersistentIdentifier),
        _ entity: PostgresEntity,
        _ updated: [Int],
        _ tombstone: Data?
    ) -> HistoryChange {
        switch kind {
        case .insert: return .insert(DefaultHistoryInsert<Model>(place.id, of: place.transaction, place.identifier))
        case .update:
            let paths = updated.compactMap { entity.layout.keyPath(slot: $0, in: Model.self) }
            return .update(
                DefaultHistoryUpdate<Model>(place.id, of: place.transaction, place.identifier, updated: paths)
            )
        case .delete:
            return .delete(
                DefaultHistoryDelete<Model>(
                    place.id,
                    of: place.transaction,
                    place.identifier,
                    tombstone: TombstoneValues.tombstone(tombstone, Model.self)
                )
            )
        }
    }
}
#endif
