package import Foundation

/// Updates all models of a class that match a predicate, in the store where it can.
///
/// The rows change by way of the store and the inbox. Changes the new models of the context that match, as the program
/// does. Asks: the stores, ``ModelFetching``.
package struct BatchUpdating {
    let unit: UnitOfWork

    private var core: ContainerCore { unit.core }

    /// Updates every matching model.
    /// - Parameters:
    ///   - assignments: The new values as a store can compute them; nil where only models can.
    ///   - prepare: Computes the new values of a model, and returns a closure that assigns them.
    /// - Returns: The number of rows, and of new models, that were updated.
    package func updateAll<T: PersistentModel>(
        _ type: T.Type,
        where predicate: Predicate<T>?,
        includeSubclasses: Bool,
        _ assignments: [BatchAssignment]?,
        _ prepare: (T) throws -> () -> Void
    ) throws -> Int {
        try measured(type) {
            try unit.saveRequests.refuseBatch("update(_:where:)")
            unit.receiving.receive()
            unit.cascades.followCascades()
            let store = try core.store(for: T.self)
            func isIncluded(_ model: T) -> Bool { includeSubclasses || Swift.type(of: model) == T.self }
            // In an isolated transaction everything is written at its end, or nothing.
            if unit.isolation.isInBlock {
                return try unit.failures.withoutStandIns {
                    try change(unit, FetchDescriptor<T>(predicate: predicate), isIncluded, prepare)
                }
            }
            let matches = try predicate.map { try ModelMatcher($0) }
            // Chosen before the store acts, since a predicate may lead to its rows.
            let unsaved = unit.pending.inserted.values.compactMap { $0.model as? T }.filter { model in
                isIncluded(model) && matches?(model) ?? true
            }
            let unsavedChanges = try unsaved.map(prepare)
            var count = unsaved.count
            if let commit = try stored(type, store, predicate, includeSubclasses, assignments) {
                unit.batchCommits.deliver(commit)
                count += commit.updated.count
            } else {
                count += try unit.batchCommits.byModels { other in
                    try change(other, FetchDescriptor<T>(predicate: predicate), isIncluded, prepare)
                }
            }
            for change in unsavedChanges { change() }
            return count
        }
    }

    private func measured<T: PersistentModel>(_ type: T.Type, _ update: () throws -> Int) throws -> Int {
        try unit.exclusively {
            try core.measuring.measure(.batchUpdate, T._$modelLayout.entityName, rowCount: { $0 }, update)
        }
    }

    private func stored<T: PersistentModel>(
        _ type: T.Type,
        _ store: any StoreAccess,
        _ predicate: Predicate<T>?,
        _ includeSubclasses: Bool,
        _ assignments: [BatchAssignment]?
    ) throws -> StoreCommit? {
        // A statement that reads the rows that it changes may read some of them changed.
        guard let assignments, !assignments.contains(where: \.value.followsRelationships),
            !includeSubclasses || !hasSubclassWithDates(type)
        else { return nil }
        return try store.update(
            BatchUpdateRequest(
                editingState: unit.editing,
                entityName: T._$modelLayout.entityName,
                condition: predicate.map { QueryNode($0) },
                includeSubclasses: includeSubclasses,
                assignments: assignments
            )
        )
    }

    /// True if a subclass has dates of changes that the class does not have, which a statement about the class cannot set.
    private func hasSubclassWithDates<T: PersistentModel>(_ type: T.Type) -> Bool {
        let count = T._$modelLayout.hooks.updatedSlots.count
        return core.schema.entities.contains { entity in
            guard let subclass = entity.modelType as? T.Type, subclass != type else { return false }
            return subclass._$modelLayout.hooks.updatedSlots.count > count
        }
    }

    /// Gives models of a context their new values, which are all computed before the first changes.
    private func change<T: PersistentModel>(
        _ unit: UnitOfWork,
        _ descriptor: FetchDescriptor<T>,
        _ isIncluded: (T) -> Bool,
        _ prepare: (T) throws -> () -> Void
    ) throws -> Int {
        let models = try unit.fetching.fetch(descriptor).filter(isIncluded)
        let changes = try models.map(prepare)
        for change in changes { change() }
        return models.count
    }
}
