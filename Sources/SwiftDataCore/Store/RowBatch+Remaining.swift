extension RowBatch {
    /// Filters, sorts and pages rows in memory, as far as a database could not.
    ///
    /// It must run outside of the database's access: code of the models may come back to it.
    /// - Parameters:
    ///   - residual: The condition that is left; nil for none.
    ///   - order: The order that is left; empty for the order of the rows.
    ///   - store: The store of the rows, which relationships are followed in.
    /// - Throws: ``DataStoreError/preferInMemoryFilter`` where only models decide which rows match; the errors of the
    ///   store; the error of a call of `read` or `write` that has to stop.
    package func remaining(
        _ residual: QueryNode?,
        _ order: [QuerySort],
        limit: Int?,
        offset: Int?,
        in store: any BatchStore
    ) throws -> RowBatch {
        // A computed property is not in a row: the context asks its models.
        if residual?.needsModels == true { throw DataStoreError.preferInMemoryFilter }
        let snapshots = snapshots
        let neighbours = SnapshotNeighbours(snapshots, store: store)
        var rows = snapshots.enumerated().map {
            (place: $0.offset, row: SnapshotRow(snapshot: $0.element, neighbours: neighbours))
        }
        if let residual {
            var evaluator = QueryEvaluator(residual)
            let call = ContextCall.current
            rows = try rows.filter {
                try call?.check()
                return evaluator.matches($0.row)
            }
        }
        rows = QueryOrder(order).sort(rows) { $0.row }
        let start = min(offset ?? 0, rows.count)
        let end = limit.map { min($0, rows.count - start) + start } ?? rows.count
        return selecting(rows[start..<end].map(\.place))
    }
}
