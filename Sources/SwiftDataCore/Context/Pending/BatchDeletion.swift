package import Foundation

/// Deletes all models of a class that match a predicate, in the store where it can.
///
/// Changes the lost edits of ``ConcurrentEdits``: edits of the rows that it deletes are not lost to another writer. The
/// rows go by way of the store and the inbox, the models by way of ``ModelDeletion``.
package struct BatchDeletion {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// Deletes every matching model. The store does it where it can; otherwise the models are loaded and deleted, and
    /// that is saved.
    package func deleteAll<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool
    ) throws {
        try unit.saveRequests.refuseBatch("delete(model:where:)")
        unit.receiving.receive()
        unit.cascades.followCascades()
        let store = try core.store(for: T.self)
        let descriptor = FetchDescriptor<T>(predicate: predicate)
        let matches = try predicate.map { try ModelMatcher($0) }
        // Chosen before the store acts, since a predicate may lead to its rows; deleted when the store did not refuse.
        let unsaved = unit.pending.inserted.values.compactMap { $0.model as? T }.filter { model in
            (includeSubclasses || Swift.type(of: model) == T.self) && matches?(model) ?? true
        }
        // In an isolated transaction everything is written at its end, or nothing.
        if !unit.isolation.isInBlock,
            let commit = try core.measuring.measure(
                .batchDelete,
                T._$modelLayout.entityName,
                rowCount: { $0?.deleted.count ?? 0 },
                { try store.delete(T.self, where: predicate, includeSubclasses: includeSubclasses, unit.editing) }
            )
        {
            unit.batchCommits.deliver(commit) {
                // The context itself has deleted them.
                unit.merging.forgetLost(commit.deleted)
                for model in unsaved { unit.deletion.delete(model) }
            }
            return
        }
        // As where the store does it, there is no way back.
        unit.recording.undoManager?.disableUndoRegistration()
        defer { unit.recording.undoManager?.enableUndoRegistration() }
        try unit.transactions.transaction(posting: unit.context) {
            for model in unsaved { unit.deletion.delete(model) }
            for model in try unit.fetching.fetch(descriptor) where includeSubclasses || Swift.type(of: model) == T.self
            {
                unit.deletion.delete(model)
            }
        }
    }
}
