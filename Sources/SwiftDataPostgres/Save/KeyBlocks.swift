#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The keys that this process has taken from the sequences of tables and not given to any row yet.
///
/// A sequence gives the first key of a block, so that most new rows have their keys without a round trip. Keys that are left
/// over are never used.
final class KeyBlocks: Sendable {
    /// The free keys by the number of the table's root entity, in ascending order.
    private let free = Locked<[Int64: [Range<Int64>]]>([:])

    /// Takes keys for new rows of a table, in ascending order.
    /// - Throws: ``PostgresFailure``
    func take(_ count: Int, for entity: PostgresEntity, _ connection: PostgresConnection) throws -> [Int64] {
        let root = entity.table.rootNumber
        var keys = takeFree(count, root)
        guard keys.count < count else { return keys }
        let blocks = (Int64(count - keys.count) + PostgresSchema.keyBlock - 1) / PostgresSchema.keyBlock
        let result = try connection.run(
            "SELECT nextval($1::text::regclass) FROM generate_series(1, $2::bigint)",
            [.text(entity.sequence.enclosed(in: "\"")), .integer(blocks)]
        )
        let starts = (0..<result.count).compactMap { result.integer($0, 0) }.sorted()
        // Another thread may have left keys meanwhile: those of this call come from its own blocks.
        var fresh = starts.map { $0..<$0 + PostgresSchema.keyBlock }
        keys += Self.take(count - keys.count, from: &fresh)
        free.withLock { $0[root, default: []] += fresh }
        return keys
    }

    private func takeFree(_ count: Int, _ root: Int64) -> [Int64] {
        free.withLock { Self.take(count, from: &$0[root, default: []]) }
    }

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
