public import SwiftDataCore
import SwiftDataSQL

extension DefaultStore: DataStoreBatching {
    /// Deletes the rows that the request describes, following their delete rules, in one transaction.
    /// - Throws: ``StoreError`` with code `deleteDenied` or `validation` where a rule holds a row back; nothing has
    ///   changed then.
    public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        _ = try deleteReturningCommit(request)
    }

    package func deleteReturningCommit<T>(
        _ request: DataStoreBatchDeleteRequest<T>
    ) throws -> StoreCommit where T: PersistentModel {
        let entity = try model.entity(of: T.self)
        let statement = try SelectStatement(
            layout: model.layout,
            dialect: SQLiteDialect(),
            entity: entity.name,
            storeIdentifier: identifier,
            query: FetchDescriptor(predicate: request.predicate).query,
            columns: .identifiers,
            includesSubentities: request.includeSubclasses
        )
        // The context can load the models that only memory can find, and delete them.
        guard !statement.needsPaging else { throw DataStoreError.preferInMemoryFilter }
        let note = external.makeNote()
        let (obsolete, log, number) = try leaving(note) { runner in
            try checkModel(runner)
            var rows = RowSet()
            try runner.query(statement.sql) {
                try statement.bind(to: &$0)
            } row: { row in
                rows.insert(row.integer(1), row.integer(0))
            }
            var deletion = BatchDeletion(runner: runner, model: model, external: external)
            try deletion.delete(rows)
            let number = try HistoryWriter(
                runner: runner,
                model: model,
                file: file,
                external: external,
                author: request.editingState.author
            ).write(deletion.transaction.log)
            try note?.note(deletion.transaction.obsoleteFiles)
            try external.willRemove(deletion.transaction.obsoleteFiles)
            return (deletion.transaction.obsoleteFiles, deletion.transaction.log, number)
        }
        external.remove(obsolete, note)
        clearUnresolvedNotes()
        var commit = StoreCommit(storeIdentifier: identifier)
        commit.updated = log.updateOrder.compactMap { model[number: $0.entity]?.identifier($0.key) }
        commit.deleted = identifiers(of: log.deleted)
        commit.author = request.editingState.author
        commit.token = number.map { DefaultHistoryToken(storeIdentifier: identifier, transaction: $0) }
        return commit
    }

    /// The identifiers of rows.
    func identifiers(of runs: [ChangeLog.Run]) -> [PersistentIdentifier] {
        var found: [PersistentIdentifier] = []
        found.reserveCapacity(runs.reduce(0) { $0 + $1.count })
        for run in runs {
            guard let entity = model[number: run.entity] else { continue }
            for key in run.keys { found.append(entity.identifier(key)) }
        }
        return found
    }
}
