#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// The part of a table's rows that the index has, as one transaction sees it.
struct SearchState {
    /// The number of the last transaction before the first one that is under way.
    let horizon: Int64
    /// Every transaction with this number or a smaller one is in the index; nil where there is no index of these rows.
    let position: Int64?
    /// The rows up to this key are in the index: all of them, unless it is being made.
    let reached: Int64
    let rowCount: Int64
    let wordCount: Int64
    /// True if the history does not have all changes since then.
    let isForgotten: Bool
    /// The number of changes that the history has since then, up to one more than ``mostChanges``.
    let changeCount: Int64
    /// True for a role that may bring the index up to date.
    let mayUpdate: Bool
    /// True if the tables have been migrated since the store was opened.
    let isOutdated: Bool

    /// The number of changes since then beyond which the index is not used.
    static let mostChanges: Int64 = 20_000
    /// The greatest key: all rows are in the index.
    static let all = Int64.max

    /// True if the index, and the changes in the history since then, cover all rows.
    var isUsable: Bool {
        position != nil && reached == Self.all && !isForgotten && changeCount <= Self.mostChanges && !isOutdated
    }

    /// The statement that reads the state.
    static func statement(_ source: SearchSource, _ model: PostgresModel) -> PostgresStatement {
        // Tables that were restored on another server have transactions with other numbers.
        let numbers = HistoryNumbers(model.features)
        let place = "coalesce(s.cluster_identifier::text, '') || ' ' || s.history_offset"
        return PostgresStatement(
            """
            SELECT s.\(numbers.horizon) - 1, p.position, p.reached, p.row_count, p.word_count,
              EXISTS (SELECT 1 FROM \(HistorySchema.gaps) g WHERE g.last > p.position)
                OR p.position >= \(numbers.end),
              (SELECT count(*) FROM (SELECT 1 FROM \(HistorySchema.changes) h WHERE h.transaction > p.position
                LIMIT \(mostChanges + 1)) c),
              \(SearchSchema.isOwner) AND NOT row_security_active('\(source.table)'),
              \(PostgresStore.currentGeneration) <> $2, \(place)
            FROM \(PostgresSchema.metadataTable) s LEFT JOIN \(SearchSchema.states) p
              ON p.root = \(source.number) AND p.shape = $1 || \(place)
              AND (p.row_count = 0 OR EXISTS (SELECT 1 FROM \(SearchSchema.words) w WHERE w.root = p.root))
            """,
            [.text(source.shape + "\n"), .integer(model.generation)]
        )
    }

    /// The end of the shape, which the server has.
    let place: String

    init?(_ result: PostgresResult) {
        guard result.count == 1, let horizon = result.integer(0, 0) else { return nil }
        self.horizon = horizon
        position = result.integer(0, 1)
        reached = result.integer(0, 2) ?? .min
        rowCount = result.integer(0, 3) ?? 0
        wordCount = result.integer(0, 4) ?? 0
        isForgotten = result.bool(0, 5)
        changeCount = result.integer(0, 6) ?? 0
        mayUpdate = result.bool(0, 7)
        isOutdated = result.bool(0, 8)
        place = result.text(0, 9) ?? ""
    }
}
#endif
