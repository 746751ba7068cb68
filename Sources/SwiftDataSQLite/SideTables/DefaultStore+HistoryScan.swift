import Foundation
package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    package func scanHistory(
        after token: DefaultHistoryToken?,
        by authors: HistoryAuthors,
        limit: Int,
        _ body: (HistoryRowChange) throws -> Void
    ) throws -> HistoryScan {
        var place = HistoryPlace(transaction: token?.position(in: identifier) ?? 0)
        var count = 0
        while true {
            let part = try connection.read { runner in
                try HistoryPart(runner, self, after: place, checksExpiry: token != nil, authors)
            }
            for change in part.changes {
                // The scan ends between two transactions.
                if count >= limit, change.token.position(in: identifier) != place.transaction {
                    return HistoryScan(token: historyToken(place.transaction), isAtEnd: false)
                }
                try body(change)
                count += 1
                place.transaction = change.token.position(in: identifier) ?? place.transaction
            }
            place = part.end
            if part.isLast { return HistoryScan(token: historyToken(place.transaction), isAtEnd: true) }
        }
    }

    private func historyToken(_ transaction: Int64) -> DefaultHistoryToken? {
        transaction > 0 ? DefaultHistoryToken(storeIdentifier: identifier, transaction: transaction) : nil
    }
}

/// A place in the history: behind a change, or behind all changes of a transaction.
private struct HistoryPlace {
    var transaction: Int64
    /// The change of the transaction that was read last; nil where all of the transaction has been read.
    var change: Int64?

    init(transaction: Int64, change: Int64? = nil) {
        self.transaction = transaction
        self.change = change
    }
}

/// The changes that one statement reads.
private struct HistoryPart {
    private(set) var changes: [HistoryRowChange] = []
    private(set) var end: HistoryPlace
    /// True if there is nothing behind the end.
    private(set) var isLast = false

    /// The maximum number of transactions of a part, and that of changes.
    private static let mostTransactions = 500
    private static let mostChanges = 5_000

    private struct Head {
        let timestamp: Date
        let author: String?
    }

    init(
        _ runner: SQLRunner,
        _ store: DefaultStore,
        after place: HistoryPlace,
        checksExpiry: Bool,
        _ authors: HistoryAuthors
    ) throws {
        end = place
        guard try store.file.history.exists(runner) else {
            if checksExpiry, place.transaction > 0 {
                throw SwiftDataError(.historyTokenExpired, "the store has no history. Fetch everything anew.")
            }
            isLast = true
            return
        }
        if checksExpiry {
            let token = DefaultHistoryToken(storeIdentifier: store.identifier, transaction: place.transaction)
            // The rest of the token's own transaction must be there, too.
            let bound = HistoryCondition.Bound(token: token, after: place.change == nil ? .excluding : .including)
            try HistoryExpiry(runner: runner, storeIdentifier: store.identifier).check([bound])
        }
        let (heads, last) = try Self.heads(runner, store, after: place, authors)
        let numbers = heads.keys.sorted()
        let reader = HistoryChangeReader(runner: runner, store: store)
        let isWhole = try reader.changes(
            of: numbers,
            after: place.transaction,
            place.change ?? .max,
            limit: Self.mostChanges
        ) {
            number,
            transaction,
            change in
            end = HistoryPlace(transaction: transaction, change: number)
            guard let change, let head = heads[transaction] else { return }
            changes.append(
                HistoryRowChange(
                    change,
                    token: DefaultHistoryToken(storeIdentifier: store.identifier, transaction: transaction),
                    timestamp: head.timestamp,
                    author: head.author
                )
            )
        }
        guard isWhole else { return }
        isLast = last == nil
        end = HistoryPlace(transaction: try last ?? max(place.transaction, runner.lastTransaction()))
    }

    /// The next transactions that are wanted, and the last one that was looked at; nil where it is the last of all.
    private static func heads(
        _ runner: SQLRunner,
        _ store: DefaultStore,
        after place: HistoryPlace,
        _ authors: HistoryAuthors
    ) throws -> (heads: [Int64: Head], last: Int64?) {
        var heads: [Int64: Head] = [:]
        var (count, last) = (0, place.transaction)
        try runner.query(
            "SELECT t.Z_PK, t.ZTIMESTAMP, \(store.file.transactionNames.author) FROM ATRANSACTION t WHERE t.Z_PK >= ? "
                + "ORDER BY t.Z_PK LIMIT \(mostTransactions)"
        ) {
            $0.integer(place.change == nil && place.transaction < .max ? place.transaction + 1 : place.transaction)
        } row: { row in
            count += 1
            last = row.integer(0)
            let author = row.isNull(2) ? nil : row.text(2)
            guard authors.include(author) else { return }
            let timestamp =
                row.isNull(1) ? Date.distantPast : Date(timeIntervalSinceReferenceDate: row.real(1))
            heads[last] = Head(timestamp: timestamp, author: author)
        }
        return (heads, count < mostTransactions ? nil : last)
    }
}

extension HistoryRowChange {
    fileprivate init(_ change: StoredChange, token: DefaultHistoryToken, timestamp: Date, author: String?) {
        self.init(
            token: token,
            timestamp: timestamp,
            author: author,
            kind: Kind(change.kind),
            identifier: change.entity.identifier(change.key),
            slots: change.slots,
            possibleSlots: change.possibleSlots,
            isWhole: change.isWhole,
            tombstone: change.tombstone
        )
    }
}

extension HistoryRowChange.Kind {
    fileprivate init(_ kind: ChangeLog.Kind) {
        self =
            switch kind {
            case .insert: .insert
            case .update: .update
            case .delete: .delete
            }
    }
}
