#if PostgreSQL
package import SwiftDataCore
import SwiftDataSQL

extension PostgresStore {
    /// Updates the rows that the request describes, by one statement in one transaction.
    /// - Returns: The rows that were updated; nil where models have to be updated instead: a part of the request has no SQL,
    ///   an expression has no value for a row, or a unique value is not free while the statement runs.
    /// - Throws: The errors of a save.
    package func update(_ request: BatchUpdateRequest) throws -> StoreCommit? {
        guard isWritable else { throw readOnlyError }
        let found = try UpdateStatement(
            request,
            layout: model.layout,
            dialect: PostgresDialect(model.choices),
            storeIdentifier: identifier
        )
        guard let found else { return nil }
        let statement: PostgresStatement
        do throws(PostgresValueFailure) {
            statement = try PostgresStatement(found.sql, found.bindings, model.choices.dates)
        } catch {
            return nil
        }
        do {
            return try writing(commitOf: request.editingState) { transaction in
                let result = try transaction.run(statement.sql, statement.parameters)
                let slots = request.assignments.map(\.slot)
                for row in 0..<result.count {
                    for check in 0..<found.checkCount where result.bool(row, check + 2) { throw MissingValue() }
                    guard let key = result.integer(row, 0),
                        let entity = result.integer(row, 1).flatMap({ model[number: $0] })
                    else { throw MissingValue() }
                    transaction.record.update(entity, key, slots)
                }
            }
        } catch is MissingValue {
            return nil
        } catch let error as StoreError where error.needsModels {
            // Two rows may swap their unique values, and a number may not fit its column. A save says which row and
            // property are in the way otherwise.
            return nil
        }
    }

    /// Runs a transaction of set operations, with its history.
    func writing(
        commitOf editing: EditingState,
        _ body: (inout SaveTransaction) throws -> Void
    ) throws -> StoreCommit {
        let (record, bounds) = try writing(by: editing.id) { connection, begin in
            var transaction = SaveTransaction(
                connection: connection,
                model: model,
                blocks: keys,
                refusesDuplicates: false
            )
            for statement in begin { transaction.enqueue(statement.sql) }
            try body(&transaction)
            let bounds = try transaction.finish(author: editing.author)
            return (transaction.record, bounds)
        }
        holds.withLock { $0[editing.id] }?.release()
        func identifier(_ row: ChangeRecord.Row) -> PersistentIdentifier? {
            model[number: row.entity]?.identifier(row.key)
        }
        var commit = StoreCommit(storeIdentifier: self.identifier)
        commit.updated = record.updates.compactMap { identifier($0.row) }
        commit.deleted = record.deleted.compactMap { identifier($0.row) }
        commit.author = editing.author
        commit.token = bounds.token(in: self.identifier)
        return commit
    }
}

/// An expression that has no value for a row, or a row of no known entity.
private struct MissingValue: Error {}

extension StoreError {
    /// True for a broken constraint, and for a value that the server could not compute: class 22.
    fileprivate var needsModels: Bool {
        code == .constraint || (underlyingError as? PostgresFailure)?.state?.hasPrefix("22") == true
    }
}
#endif
