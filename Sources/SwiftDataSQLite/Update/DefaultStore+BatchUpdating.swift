package import SwiftDataCore
import SwiftDataSQL

extension DefaultStore {
    /// Updates the rows that the request describes, by one statement in one transaction.
    /// - Returns: The rows that were updated; nil where models have to be updated instead: a part of the request has no
    ///   SQL, an expression has no value for a row, or a unique value is not free while the statement runs.
    /// - Throws: The errors of a save.
    package func update(_ request: BatchUpdateRequest) throws -> StoreCommit? {
        try connection.checkWritable()
        let statement = try UpdateStatement(
            request,
            layout: model.layout,
            dialect: SQLiteDialect(),
            storeIdentifier: identifier
        )
        guard let statement else { return nil }
        do {
            return try connection.write(by: request.editingState.id) { runner in
                try checkModel(runner)
                DerivedRows.take(runner.database)
                for text in statement.texts { connection.composedColumns.note(text) }
                let log = try changes(statement, request, runner)
                let number = try HistoryWriter(
                    runner: runner,
                    model: model,
                    file: file,
                    external: external,
                    author: request.editingState.author
                ).write(log)
                DerivedRows.take(runner.database)
                var commit = StoreCommit(storeIdentifier: identifier)
                commit.updated = log.updateOrder.compactMap { model[number: $0.entity]?.identifier($0.key) }
                commit.author = request.editingState.author
                commit.token = number.map { DefaultHistoryToken(storeIdentifier: identifier, transaction: $0) }
                return commit
            }
        } catch is MissingValue {
            return nil
        } catch let error as StoreError where error.code == .constraint {
            // Two rows may swap their unique values. A save says which row and property are in the way otherwise.
            return nil
        }
    }

    /// Runs the statement.
    /// - Throws: ``MissingValue``.
    private func changes(
        _ statement: UpdateStatement,
        _ request: BatchUpdateRequest,
        _ runner: SQLRunner
    ) throws -> ChangeLog {
        var log = ChangeLog()
        var bits: [Int64: ColumnBits] = [:]
        try runner.query(statement.sql) {
            for binding in statement.bindings { try binding.bind(to: &$0) }
        } row: { row in
            for check in 0..<statement.checkCount where row.integer(check + 2) != 0 { throw MissingValue() }
            guard let entity = model[number: row.integer(1)] else { throw MissingValue() }
            let changed = bits[entity.number] ?? entity.bits(of: request.assignments)
            bits[entity.number] = changed
            log.update(entity, row.integer(0), bits: changed)
        }
        return log
    }
}

/// An expression that has no value for a row, or a row of no known entity.
private struct MissingValue: Error {}

extension StoreEntity {
    /// The positions in the history of the properties that are assigned.
    fileprivate func bits(of assignments: [BatchAssignment]) -> ColumnBits {
        var bits = ColumnBits()
        for assignment in assignments { table.historyBit(forSlot: assignment.slot).map { bits.insert($0) } }
        return bits
    }
}
