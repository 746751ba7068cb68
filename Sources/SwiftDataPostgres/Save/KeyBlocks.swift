#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The keys that this process has taken from the sequences of tables and not given to any row yet.
///
/// A sequence gives the first key of a block, so that most new rows have their keys without a question to the server. Keys that
/// are left over are never used.
///
/// A server that crashes, or a standby that is promoted, gives a block again that no committed transaction has taken. The rest
/// of a block is therefore free after the commit of the transaction that has taken it, and not before.
///
/// In a store whose keys are ordered by time there are no sequences: every key comes from ``TimeOrderedKeys``.
final class KeyBlocks: Sendable {
    private let free = Locked<Free>([:])
    /// Nil for a store with sequences.
    private let timeOrdered: TimeOrderedKeys?

    init(_ keys: PostgresConfiguration.Keys) {
        timeOrdered = keys == .timeOrdered ? .shared : nil
    }

    /// Keys by the number of the table's root entity, in ascending order.
    typealias Free = [Int64: [Range<Int64>]]

    /// Takes free keys for new rows of a table, in ascending order: as many as there are.
    func takeFree(_ count: Int, _ root: Int64) -> [Int64] {
        if let timeOrdered { return timeOrdered.next(count) }
        return free.withLock { Self.take(count, from: &$0[root, default: []]) }
    }

    /// The statement that asks for the keys that are missing.
    static func request(_ count: Int, for entity: PostgresEntity) -> PostgresStatement {
        let blocks = (Int64(count) + PostgresSchema.keyBlock - 1) / PostgresSchema.keyBlock
        return PostgresStatement(
            "SELECT nextval($1::text::regclass) FROM generate_series(1, $2::bigint)",
            [.text(entity.sequence.enclosed(in: "\"")), .integer(blocks)]
        )
    }

    /// Takes keys from the answer to a request.
    /// - Parameter rest: Gets the keys that are left over, which ``add(_:)`` takes after the commit.
    static func take(_ count: Int, from result: PostgresResult, rest: inout [Range<Int64>]) -> [Int64] {
        let starts = (0..<result.count).compactMap { result.integer($0, 0) }.sorted()
        // Another thread may have left keys meanwhile: those of this call come from its own blocks.
        var fresh = starts.map { $0..<$0 + PostgresSchema.keyBlock }
        let keys = take(count, from: &fresh)
        rest += fresh
        return keys
    }

    /// Adds the keys that a committed transaction has left over.
    func add(_ rest: Free) {
        guard !rest.isEmpty else { return }
        free.withLock { $0.merge(rest) { $0 + $1 } }
    }

    /// Forgets all keys, of which a row has been found to have one already: commits were lost with a server.
    func forget() { free.withLock { $0 = [:] } }

    private static func take(_ count: Int, from ranges: inout [Range<Int64>]) -> [Int64] {
        var keys: [Int64] = []
        while keys.count < count, let first = ranges.first {
            let end = min(first.lowerBound + Int64(count - keys.count), first.upperBound)
            keys += first.lowerBound..<end
            if end < first.upperBound { ranges[0] = end..<first.upperBound } else { ranges.removeFirst() }
        }
        return keys
    }
}
#endif
