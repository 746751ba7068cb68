#if PostgreSQL
/// The ranges of transactions that were deleted from the history. No transaction that is left lies in one of them.
struct HistoryGaps {
    let connection: PostgresConnection
    let features: PostgresFeatures

    /// Deletes transactions, and notes their numbers.
    func delete(_ numbers: [Int64]) throws {
        guard !numbers.isEmpty else { return }
        let list = PostgresParameter(keys: numbers)
        try connection.run("DELETE FROM \(HistorySchema.changes) WHERE transaction = ANY($1)", [list])
        try connection.run("DELETE FROM \(HistorySchema.transactions) WHERE number = ANY($1)", [list])
        // A range ends where a transaction is left before the next one.
        let merged = try connection.run(
            """
            WITH parts AS (
              SELECT first, last FROM \(HistorySchema.gaps) UNION ALL SELECT n, n FROM unnest($1::bigint[]) AS u(n)
            ), ordered AS (
              SELECT first, last, max(last) OVER (ORDER BY first, last ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
              FROM parts
            ), marked AS (
              SELECT first, last, CASE WHEN before IS NULL OR EXISTS (
                SELECT 1 FROM \(HistorySchema.transactions) t WHERE t.number > before AND t.number < first
              ) THEN 1 ELSE 0 END AS begins FROM ordered
            ), grouped AS (
              SELECT first, last, sum(begins) OVER (ORDER BY first, last) AS part FROM marked
            )
            SELECT min(first), max(last) FROM grouped GROUP BY part
            """,
            [list]
        )
        let ranges = (0..<merged.count).compactMap { row in
            merged.integer(row, 0).flatMap { first in merged.integer(row, 1).map { (first, $0) } }
        }
        try connection.run("DELETE FROM \(HistorySchema.gaps)")
        try connection.run(
            "INSERT INTO \(HistorySchema.gaps) (first, last) SELECT * FROM unnest($1::bigint[], $2::bigint[])",
            [PostgresParameter(keys: ranges.map(\.0)), PostgresParameter(keys: ranges.map(\.1))]
        )
    }

    /// Deletes everything, the transaction under way included.
    /// - Returns: The number of the transaction under way.
    func deleteAll() throws -> Int64? {
        try connection.script(
            "TRUNCATE \(HistorySchema.changes), \(HistorySchema.transactions); DELETE FROM \(HistorySchema.gaps)"
        )
        let numbers = HistoryNumbers(features)
        if let next = numbers.next { try connection.script(next) }
        let sql =
            "INSERT INTO \(HistorySchema.gaps) (first, last) SELECT 0, \(numbers.current) "
            + "FROM \(PostgresSchema.metadataTable) RETURNING last"
        return try connection.run(sql).integer(0, 0)
    }
}
#endif
