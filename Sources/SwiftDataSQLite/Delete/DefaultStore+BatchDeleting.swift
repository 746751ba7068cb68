public import SwiftDataCore
import SwiftDataSQL

extension DefaultStore: DataStoreBatching {
    /// Deletes the rows that the request describes, following their delete rules, in one transaction.
    /// - Throws: ``StoreError`` with code `deleteDenied` or `validation` where a rule holds a row back; nothing has
    ///   changed then.
    public func delete<T>(_ request: DataStoreBatchDeleteRequest<T>) throws where T: PersistentModel {
        if request.predicate != nil { throw DataStoreError.preferInMemoryFilter }
        let entity = try model.entity(of: T.self)
        let numbers = request.includeSubclasses ? entity.table.familyNumbers : [entity.number]
        let obsolete = try connection.write { runner in
            var rows = RowSet()
            let list = numbers.map(String.init).joined(separator: ", ")
            try runner.query("SELECT Z_PK, Z_ENT FROM \(entity.quotedTable) WHERE Z_ENT IN (\(list))") { row in
                rows.insert(row.integer(1), row.integer(0))
            }
            var deletion = BatchDeletion(runner: runner, model: model)
            try deletion.delete(rows)
            _ = try HistoryWriter(
                runner: runner,
                model: model,
                file: file,
                author: request.editingState.author
            ).write(deletion.transaction.log)
            return deletion.transaction.obsoleteFiles
        }
        external.remove(obsolete)
    }
}
