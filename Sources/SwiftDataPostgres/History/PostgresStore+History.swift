#if PostgreSQL
import Foundation
public import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The transactions that a descriptor describes, oldest first where it names no order.
    ///
    /// Transactions are in the order in which they began to write. A transaction is not in the result while one with a
    /// smaller number is under way, in whatever database of the server: a token misses nothing. A fetch waits up to a
    /// second for such transactions.
    /// - Throws: ``SwiftDataError/historyTokenExpired`` for a token after which the store no longer has all
    ///   transactions; ``StoreError``
    public func fetchHistory(
        _ descriptor: HistoryDescriptor<DefaultHistoryTransaction>
    ) throws -> [DefaultHistoryTransaction] {
        guard hasHistory else { return [] }
        return try readingPrimary { connection in
            let end = ContinuousClock.now + Self.historyWait
            while true {
                // Everything is of one moment.
                try connection.script("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
                let reader = HistoryReader(connection: connection, model: model)
                let bounds = try reader.bounds()
                if !bounds.hasMore || ContinuousClock.now >= end {
                    let found = try reader.fetch(descriptor, bounds).transactions()
                    try connection.script("COMMIT")
                    return found
                }
                try connection.script("ROLLBACK")
                try ContextCall.current?.check()
                Thread.sleep(forTimeInterval: 0.005)
            }
        }
    }

    /// Deletes the transactions that a descriptor describes. A token before them has expired afterwards.
    /// - Throws: The errors of ``fetchHistory(_:)``; nothing has been deleted then.
    public func deleteHistory(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        guard isWritable else { throw readOnlyError }
        guard hasHistory else { return }
        _ = try writing { connection, begin in
            _ = try connection.pipeline(begin)
            // Two deletions come one after the other.
            try connection.script("LOCK TABLE \(HistorySchema.gaps) IN SHARE ROW EXCLUSIVE MODE")
            let reader = HistoryReader(connection: connection, model: model)
            let numbers = try reader.fetch(descriptor, reader.bounds()).numbers()
            try HistoryGaps(connection: connection, features: model.features).delete(numbers)
            return ((), try CommitBounds.current(nil, connection, model.features))
        }
    }

    /// The time that a fetch of the history waits for transactions that are under way.
    static var historyWait: Duration { .seconds(1) }
}
#endif
