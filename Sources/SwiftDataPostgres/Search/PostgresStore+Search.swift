#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// The rows that have all phrases, the best first; nil where memory has to search: there is no index, and none may be made.
    package func search(_ request: SearchRequest, limit: Int, offset: Int) throws -> [SearchMatch]? {
        guard !request.phrases.isEmpty else { return [] }
        return try searching(request) { reading, state in
            guard let keys = try reading.keys(state, limit: .max - 1) else { return nil }
            searchedRows.withLock { $0 += keys.count }
            let ranked = try reading.ranked(keys, state)
            let start = min(max(offset, 0), ranked.count)
            return Array(ranked[start...].prefix(max(limit, 0)))
        }
    }

    /// Reads the rows that a condition's search may find, in one transaction with the index.
    /// - Parameters:
    ///   - body: Reads the rows with some keys.
    /// - Returns: Nil where the condition has to be tested for all rows.
    func rows(
        _ request: SearchRequest,
        _ body: ([Int64], PostgresConnection) throws -> RowBatch
    ) throws -> RowBatch? {
        try searching(request) { reading, state in
            guard let keys = try reading.keys(state, limit: Self.mostSearchedKeys) else { return nil }
            searchedRows.withLock { $0 += keys.count }
            return try body(keys, reading.connection)
        }
    }

    /// The number of keys of a search beyond which each row is tested instead.
    private static var mostSearchedKeys: Int { 20_000 }
    /// The number of changes since the index was brought up to date from which on it is brought up to date again.
    private static var mostUnindexedChanges: Int64 { 100 }

    /// Runs code in a transaction with an index that has all rows, or whose missing rows the history lists.
    /// - Returns: Nil where there is no such index, and none may be made, or where it fails.
    private func searching<Result>(
        _ request: SearchRequest,
        _ body: (SearchReading, SearchState) throws -> Result?
    ) throws -> Result? {
        guard hasHistory, !isInside, model.hasSearchIndex, let source = SearchSource(request, in: model) else {
            return nil
        }
        if let result = try attempt(source, isLast: !isWritable, body) { return result.value }
        guard isWritable else { return nil }
        try update(source)
        return try attempt(source, isLast: true, body)?.value
    }

    private struct Answer<Value> { let value: Value? }

    /// - Parameter isLast: True for an attempt that takes an index that is behind.
    /// - Returns: Nil where the index has to be brought up to date first.
    private func attempt<Result>(
        _ source: SearchSource,
        isLast: Bool,
        _ body: (SearchReading, SearchState) throws -> Result?
    ) throws -> Answer<Result>? {
        try reading { connection in
            do {
                let reading = SearchReading(source: source, model: model, connection: connection)
                let state = try reading.begin()
                guard let state, state.isUsable, isLast || state.changeCount <= Self.mostUnindexedChanges else {
                    try connection.script("ROLLBACK")
                    return isLast ? Answer(value: nil) : nil
                }
                let result = try body(reading, state)
                try connection.script("COMMIT")
                return Answer(value: result)
            } catch let failure as PostgresFailure where !failure.isConnectionLost && !failure.isCancelled {
                // The tables may not be there yet.
                if failure.state == "42P01", !isLast { return nil }
                note(failure, "cannot be used", source)
                return Answer(value: nil)
            }
        }
    }

    /// Brings the index up to date. Where that fails, the search runs without it.
    private func update(_ source: SearchSource) throws {
        try readingPrimary { connection in
            do {
                _ = try SearchUpdate(source: source, model: model, connection: connection).run()
                if let standbys { standbys.require(try connection.run(Self.writtenPosition).text(0, 0)) }
            } catch let failure as PostgresFailure where !failure.isConnectionLost && !failure.isCancelled {
                // Another process has changed the index meanwhile.
                if failure.isWorthRetrying || failure.isLocked { return }
                note(failure, "cannot be made or brought up to date", source)
            }
        }
    }

    private func note(_ failure: PostgresFailure, _ what: String, _ source: SearchSource) {
        let kind = "The search index of \(source.root.name) \(what)"
        log.limited(.notice, kind, "\(kind), and the search runs in memory: \(failure)")
    }

    /// The number of rows that searches have read by their keys, for tests.
    package var searchedRowCount: Int { searchedRows.withLock { $0 } }
}
#endif
