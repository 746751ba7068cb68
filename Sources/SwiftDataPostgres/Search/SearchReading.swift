#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// Finds the rows that a search may find, in a transaction that sees one state of the index, of the history and of the rows.
///
/// A row that the index does not have yet as it is now is found by the history. So the index may be behind, and a standby and a
/// role that may not write search as well.
struct SearchReading {
    let source: SearchSource
    let model: PostgresModel
    let connection: PostgresConnection

    /// Begins the transaction.
    /// - Returns: Nil where the store has no row that describes it.
    /// - Throws: ``PostgresFailure``
    func begin() throws -> SearchState? {
        let results = try connection.pipeline([
            PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            // Whatever locks several tables begins with those of models.
            PostgresStatement("LOCK TABLE \(source.table) IN ACCESS SHARE MODE"),
            SearchState.statement(source, model),
        ])
        return results.last.flatMap { SearchState($0) }
    }

    /// The keys of all rows that have the phrases, and of other rows, in order; nil for more than a number.
    func keys(_ state: SearchState, limit: Int) throws -> [Int64]? {
        let result = try connection.run(
            """
            SELECT f.row_key FROM (
              SELECT w.row_key FROM \(SearchSchema.words) w WHERE w.root = \(source.number) AND w.words @@ $1::text::tsquery
              UNION SELECT \(source.key) FROM \(source.changedKeys(after: "$2")) c JOIN \(source.table) t ON \(source.key) = c.row_key
                \(source.joinedIndex) WHERE \(source.isStaleOrMissing)
            ) f LIMIT \(limit)::bigint + 1
            """,
            [.text(SearchWords.query(source.phrases)), .integer(state.position ?? .max)]
        )
        guard result.count <= limit else { return nil }
        return (0..<result.count).compactMap { result.integer($0, 0) }.sorted()
    }

    /// Ranks the rows with some keys that have all phrases.
    /// - Parameter keys: The keys of all rows that may have them, in order.
    /// - Returns: The rows with their scores, the best first.
    func ranked(_ keys: [Int64], _ state: SearchState) throws -> [SearchMatch] {
        var ranking = SearchRanking(source.phrases)
        var places: [(key: Int64, entity: Int64)] = []
        let family = source.entity.familyCondition("t.").map { " AND " + $0 } ?? ""
        for start in stride(from: 0, to: keys.count, by: Self.chunk) {
            let part = keys[start..<min(start + Self.chunk, keys.count)]
            let rows = try connection.run(
                "SELECT \(source.key), \(source.entityColumn), \(source.texts(source.searchedColumns)) FROM \(source.table) t "
                    + "WHERE \(source.key) = ANY($1)\(family) ORDER BY \(source.key)",
                [PostgresParameter(keys: part)]
            )
            for row in 0..<rows.count {
                guard let key = rows.integer(row, 0), let entity = rows.integer(row, 1) else { continue }
                places.append((key, entity))
                ranking.add(source.searchedColumns.indices.compactMap { rows.text(row, $0 + 2) })
            }
        }
        ranking.widen(
            count: Int(clamping: state.rowCount),
            wordCount: Int(clamping: state.wordCount),
            textCounts: try textCounts()
        )
        return ranking.ranked.compactMap { text in
            let (key, number) = places[text.place]
            return model[number: number].map { SearchMatch(identifier: $0.identifier(key), score: text.score) }
        }
    }

    /// The number of rows that have the words of each phrase; nil where it does not matter.
    private func textCounts() throws -> [Int]? {
        guard (2...Self.mostCounted).contains(source.phrases.count) else { return nil }
        let counts = source.phrases.indices.map {
            "(SELECT count(*) FROM \(SearchSchema.words) WHERE root = \(source.number) AND words @@ $\($0 + 1)::text::tsquery)"
        }
        let result = try connection.run(
            "SELECT \(counts.joined(separator: ", "))",
            source.phrases.map { .text(SearchWords.query([$0])) }
        )
        return source.phrases.indices.map { Int(clamping: result.integer(0, $0) ?? 0) }
    }

    /// The number of rows that are read at once.
    private static let chunk = 1_000
    /// The number of phrases beyond which the rows that were found weigh them.
    private static let mostCounted = 20
}
#endif
