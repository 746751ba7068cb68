public import SwiftDataCore
import SwiftDataSQL

extension DynamicStore {
    /// Writes changes in one transaction, all of them or none, with the keys, the counters and the history that Core
    /// Data writes along.
    ///
    /// ```swift
    /// let store = try DynamicStore(url: file)
    /// let ids = try store.save(author: "import") { changes in
    ///     let trip = changes.insert("Trip", ["name": .string("Rome")])
    ///     changes.insert("Stop", ["name": .string("Forum"), "trip": .identifier(trip)])
    /// }
    /// ```
    /// - Parameters:
    ///   - author: The author that the transaction has in the history.
    ///   - body: Adds the changes to write.
    /// - Returns: The permanent identifier for each temporary one.
    /// - Throws: ``StoreError`` naming entity, property and row: `readOnly` for a store that may not be written,
    ///   `validation` for a value that the model does not allow, `conflict` for a row that another context or process
    ///   changed, `missingRow` for a deleted row. Nothing is written then.
    @discardableResult
    public func save(
        author: String? = nil,
        _ body: (inout DynamicChanges) throws -> Void
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        var changes = DynamicChanges()
        try body(&changes)
        try store.connection.checkWritable()
        var encoder = RowEncoder(model: store.model, storage: store.external)
        let obsolete: [String]
        let remapped: [PersistentIdentifier: PersistentIdentifier]
        var isCommitting = false
        do {
            let added: Set<OrderColumn>
            (obsolete, remapped, added) = try store.connection.write { runner in
                let written = try write(changes, author: author, &encoder, runner)
                try encoder.files.makeDurable(obsolete: written.0)
                isCommitting = true
                return written
            }
            store.model.orders.formUnion(added)
        } catch {
            encoder.files.rollBack(isCertain: !isCommitting)
            throw error
        }
        encoder.files.finish(obsolete: obsolete)
        store.clearUnresolvedNotes()
        for (temporary, permanent) in remapped {
            if case .temporary(let key) = temporary.id.key { key.permanent = permanent }
        }
        return remapped
    }

    private func write(
        _ changes: DynamicChanges,
        author: String?,
        _ encoder: inout RowEncoder,
        _ runner: SQLRunner
    ) throws -> ([String], [PersistentIdentifier: PersistentIdentifier], Set<OrderColumn>) {
        let model = store.model
        // Another process may have migrated the file since it was opened.
        try store.checkModel(runner)
        if store.connection.known.isDisturbed { try model.orders.refresh(runner) }
        let doomed = try DoomedRows(changes.deletions, model, runner).rows
        var edits = DynamicEdits(store: self, runner: runner)
        try edits.add(changes)
        let (inserted, updated) = edits.snapshots
        try LockCheck(runner: runner, model: model).check(updated + edits.deleted(changes))
        var deletion = BatchDeletion(runner: runner, model: model, external: store.external)
        try deletion.delete(doomed)
        let new = try inserted.map { try encoder.encode($0, isNew: true) }
        // The other side of a relationship may be a row that is deleted.
        let named = Set(changes.edits.map(\.identifier.resolved))
        let left = try updated.filter { row in
            let identifier = row.persistentIdentifier
            return try named.contains(identifier) || !deletion.isDoomed(identifier)
        }
        let old = try left.map { try encoder.encode($0, isNew: false) }
        store.connection.composedColumns.note(new + old)
        try deletion.write(inserted: new, updated: old)
        _ = try HistoryWriter(
            runner: runner,
            model: model,
            file: store.file,
            external: store.external,
            author: author
        ).write(deletion.transaction.log)
        let transaction = deletion.transaction
        return (transaction.obsoleteFiles, transaction.keys.remapped(new), transaction.orders.added)
    }
}
