#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// Brings the index of a table's rows up to date: indexes the rows that the history lists, or all rows.
///
/// It is done in transactions of some rows each, of which each leaves an index that is right: its rows and its state are of one
/// commit. They lock nothing that saves wait for. One writer at a time changes the index, and no other one waits for it.
struct SearchUpdate {
    let source: SearchSource
    let model: PostgresModel
    let connection: PostgresConnection
    /// The number of rows that one transaction indexes.
    var batchSize = 1_000

    private var words: String { SearchSchema.words }
    private var states: String { SearchSchema.states }

    private enum Step { case more, done }

    /// - Returns: False where another writer is updating it, or the role may not.
    /// - Throws: ``PostgresFailure``; ``StoreError`` and `CancellationError` of a call that has to stop. Committed
    ///   parts stay.
    func run() throws -> Bool {
        let found = try connection.run(
            "SELECT to_regclass($1) IS NOT NULL AND to_regclass($2) IS NOT NULL, coalesce(\(SearchSchema.isOwner), false)",
            [.text(words), .text(states)]
        )
        if !found.bool(0, 0) {
            guard found.bool(0, 1) else { return false }
            try SearchSchema.make(connection, model.storeIdentifier)
        }
        var isMade = false
        while true {
            _ = try connection.pipeline([
                PostgresStatement("BEGIN ISOLATION LEVEL REPEATABLE READ"),
                // Whatever locks several tables begins with those of models.
                PostgresStatement("LOCK TABLE \(source.table) IN ACCESS SHARE MODE"),
            ])
            let lock = "SELECT pg_try_advisory_xact_lock(\(SearchSchema.lockNumbers(model.storeIdentifier)))"
            guard try connection.run(lock).bool(0, 0),
                let state = try SearchState(connection.run(SearchState.statement(source, model))),
                state.mayUpdate, !state.isOutdated
            else {
                try connection.script("ROLLBACK")
                return false
            }
            let step = try step(state)
            try connection.script("COMMIT")
            if state.reached != SearchState.all { isMade = true }
            guard step == .more else { break }
        }
        if isMade { analyze() }
        return true
    }

    /// Lets the server gather the statistics by which it plans searches. The index is right without it.
    private func analyze() {
        do {
            try connection.script("ANALYZE \(words)")
        } catch {
            let kind = "The server could not analyze the search index of \(source.root.name)"
            log.limited(.notice, kind, "\(kind), so that searches may be slow: \(error)")
        }
    }

    private func step(_ state: SearchState) throws -> Step {
        guard let position = state.position else {
            try begin(state)
            return .more
        }
        if state.isForgotten {
            // The content of the index is compared with all rows.
            try set(Change(), reached: .min, position: state.horizon)
            return .more
        }
        return state.reached == SearchState.all ? try ingest(after: position, state) : try ingestAll(state)
    }

    /// Starts an index again.
    private func begin(_ state: SearchState) throws {
        try connection.run("DELETE FROM \(words) WHERE root = \(source.number)")
        try connection.run(
            "INSERT INTO \(states) (root, shape, position, reached, row_count, word_count) VALUES (\(source.number), $1, $2, $3, 0, 0) "
                + "ON CONFLICT (root) DO UPDATE SET shape = EXCLUDED.shape, position = EXCLUDED.position, reached = EXCLUDED.reached, "
                + "row_count = 0, word_count = 0",
            [.text(source.shape + "\n" + state.place), .integer(state.horizon), .integer(.min)]
        )
    }

    /// Indexes the next rows of the table that are news to the index.
    private func ingestAll(_ state: SearchState) throws -> Step {
        let rows = try connection.run(
            "SELECT \(source.indexedColumns) FROM \(source.table) t \(source.joinedIndex) WHERE \(source.key) > $1 AND \(source.isStaleOrMissing) "
                + "ORDER BY \(source.key) LIMIT \(batchSize)",
            [.integer(state.reached)]
        )
        var change = try write(rows)
        var reached = SearchState.all
        if rows.count == batchSize, let last = rows.integer(rows.count - 1, 0) {
            reached = last
        } else {
            change.remove(
                try connection.run(
                    "DELETE FROM \(words) i WHERE i.root = \(source.number) AND NOT EXISTS "
                        + "(SELECT 1 FROM \(source.table) t WHERE \(source.key) = i.row_key) RETURNING i.word_count"
                )
            )
        }
        try set(change, reached: reached, position: nil)
        return .more
    }

    /// Indexes the rows that the history lists.
    private func ingest(after position: Int64, _ state: SearchState) throws -> Step {
        let rows = try connection.run(
            "SELECT \(source.indexedColumns) FROM \(source.changedKeys(after: "$1")) c JOIN \(source.table) t ON \(source.key) = c.row_key "
                + "\(source.joinedIndex) WHERE \(source.isStaleOrMissing) LIMIT \(batchSize)",
            [.integer(position)]
        )
        var change = try write(rows)
        guard rows.count < batchSize else {
            try set(change, reached: nil, position: nil)
            return .more
        }
        change.remove(
            try connection.run(
                "DELETE FROM \(words) i USING \(source.changedKeys(after: "$1")) c WHERE i.root = \(source.number) "
                    + "AND i.row_key = c.row_key AND NOT EXISTS (SELECT 1 FROM \(source.table) t WHERE \(source.key) = i.row_key) "
                    + "RETURNING i.word_count",
                [.integer(position)]
            )
        )
        if !change.isEmpty || state.horizon > position {
            try set(change, reached: nil, position: max(state.horizon, position))
        }
        return .done
    }

    /// The numbers of rows and words by which the index grows.
    private struct Change {
        var rows: Int64 = 0
        var words: Int64 = 0
        var isEmpty: Bool { rows == 0 && words == 0 }

        mutating func remove(_ removed: PostgresResult) {
            for row in 0..<removed.count {
                rows -= 1
                words -= removed.integer(row, 0) ?? 0
            }
        }
    }

    private func set(_ change: Change, reached: Int64?, position: Int64?) throws {
        func number(_ value: Int64?) -> PostgresParameter {
            value.map { .integer($0) } ?? PostgresParameter(.int8, nil)
        }
        try connection.run(
            "UPDATE \(states) SET row_count = row_count + $1, word_count = word_count + $2, reached = coalesce($3, reached), "
                + "position = coalesce($4, position) WHERE root = \(source.number)",
            [.integer(change.rows), .integer(change.words), number(reached), number(position)]
        )
    }

    /// Puts rows in, or takes their new texts in.
    private func write(_ rows: PostgresResult) throws -> Change {
        var change = Change()
        var writer = Rows()
        for row in 0..<rows.count {
            guard let key = rows.integer(row, 0), let version = rows.integer(row, 1),
                let transaction = rows.text(row, 2)
            else { continue }
            let texts = (4..<4 + source.columns.count).compactMap { rows.text(row, $0) }
            let (text, count) = SearchWords.vector(texts)
            if rows.isNull(row, 3) { change.rows += 1 }
            change.words += Int64(count) - (rows.integer(row, 3) ?? 0)
            writer.append(key, version, transaction, count, text)
            if writer.size > Rows.largest {
                try put(writer)
                writer = Rows()
            }
        }
        try put(writer)
        return change
    }

    private func put(_ rows: Rows) throws {
        guard !rows.keys.isEmpty else { return }
        try connection.run(
            "INSERT INTO \(words) (root, row_key, row_version, row_xmin, word_count, words) "
                + "SELECT \(source.number), u.key, u.version, u.made::xid, u.count, u.words::tsvector "
                + "FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[]) AS u(key, version, made, count, words) "
                + "ON CONFLICT (root, row_key) DO UPDATE SET row_version = EXCLUDED.row_version, row_xmin = EXCLUDED.row_xmin, "
                + "word_count = EXCLUDED.word_count, words = EXCLUDED.words",
            [
                PostgresParameter(keys: rows.keys), PostgresParameter(keys: rows.versions),
                PostgresParameter(arrayOf: .text, rows.transactions.map { Array($0.utf8) }),
                PostgresParameter(keys: rows.counts),
                PostgresParameter(arrayOf: .text, rows.words.map { Array($0.utf8) }),
            ]
        )
    }

    /// Rows that are about to be written.
    private struct Rows {
        /// The number of bytes of words that one statement writes.
        static let largest = 8_000_000
        private(set) var keys: [Int64] = []
        private(set) var versions: [Int64] = []
        private(set) var transactions: [String] = []
        private(set) var counts: [Int64] = []
        private(set) var words: [String] = []
        private(set) var size = 0

        mutating func append(_ key: Int64, _ version: Int64, _ transaction: String, _ count: Int, _ text: String) {
            keys.append(key)
            versions.append(version)
            transactions.append(transaction)
            counts.append(Int64(count))
            words.append(text)
            size += text.utf8.count
        }
    }
}
#endif
