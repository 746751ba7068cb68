/// The models of identifiers: registered ones, and faults for rows that have none yet.
///
/// Changes: nothing but the changes of ``ModelMaking`` for a fault. Asks: the identity map; the cascades that are still
/// to be followed.
package struct ModelLookup {
    let unit: UnitOfWork

    /// The registered model of an identifier, if it is in memory.
    package func registered(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        _ = followCascades(to: identifier)
        guard let state = unit.identityMap[identifier.resolved] ?? unit.identityMap[identifier] else { return nil }
        return state.model
    }

    /// The model of an identifier: the registered one, or a fault that loads when it is read.
    package func model(for identifier: PersistentIdentifier, batch: FaultBatch? = nil, index: Int = 0)
        -> (any PersistentModel)?
    {
        found(identifier, batch: batch, index: index)?.model
    }

    /// The same with the model's state.
    func found(
        _ identifier: PersistentIdentifier,
        batch: FaultBatch?,
        index: Int
    ) -> (model: any PersistentModel, state: ModelState)? {
        let identifier = identifier.resolved
        if let state = unit.identityMap[identifier] {
            guard let model = state.model else {
                return unit.making.revived(state, identifier, nil, batch: batch, index: index)
            }
            if state.batch == nil { state.join(batch, index) }
            return (model, state)
        }
        // No row has it, and no model any more.
        guard !identifier.isTemporary else { return nil }
        if followCascades(to: identifier), let state = unit.identityMap[identifier], let model = state.model {
            return (model, state)
        }
        if let row = batch?.row(identifier, at: index, generation: unit.generation) {
            return unit.making.make(identifier, row, batch: batch, index: index)
        }
        guard let type = unit.core.schema.entitiesByName[identifier.entityName]?.modelType else { return nil }
        return unit.making.make(identifier, .unread(type._$modelLayout), batch: batch, index: index)
    }

    /// Follows the cascades of deleted models that may reach a row. False where there are none.
    private func followCascades(to identifier: PersistentIdentifier) -> Bool {
        guard !unit.pending.unfollowed.isEmpty, unit.pending.unfollowed.entityNames.contains(identifier.entityName)
        else { return false }
        unit.cascades.followCascades()
        return true
    }

    /// True if an identifier is that of a model that was never saved and has left the context.
    package func isForgotten(_ identifier: PersistentIdentifier) -> Bool {
        guard identifier.isTemporary else { return false }
        let resolved = identifier.resolved
        return resolved.isTemporary && unit.identityMap[resolved] == nil
    }
}
