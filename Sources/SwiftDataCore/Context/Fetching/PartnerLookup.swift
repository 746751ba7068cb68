/// The models that relationships lead to. The partners of models that were fetched together are faults of one batch.
///
/// Changes: the batches that a state keeps for its relationships. Asks: the models of identifiers.
struct PartnerLookup {
    let unit: UnitOfWork

    /// The model that a to-one relationship leads to; it loads when it is read.
    func destination(_ identifier: PersistentIdentifier, of state: ModelState, slot: Int)
        -> (any PersistentModel)?
    {
        if let registered = unit.identityMap[identifier.resolved]?.model { return registered }
        guard !unit.lookup.isForgotten(identifier) else { return nil }
        guard let source = state.batch else { return unit.lookup.model(for: identifier) }
        let batch = source.toOneBatch(slot: slot) {
            var seen = Set<PersistentIdentifier>()
            return FaultBatch(
                source.identifiers.compactMap { identifier in
                    guard let state = unit.identityMap[identifier], state.layout.properties.indices.contains(slot),
                        case .identifier(let destination) = state.values[slot], seen.insert(destination).inserted
                    else { return nil }
                    return destination
                }
            )
        }
        return unit.lookup.model(for: identifier, batch: batch, index: batch.position(of: identifier))
    }

    /// The models of a to-many relationship, in order.
    func destinations(_ identifiers: [PersistentIdentifier], of state: ModelState, slot: Int)
        -> [any PersistentModel]
    {
        var models: [any PersistentModel] = []
        models.reserveCapacity(identifiers.count)
        eachDestination(identifiers, of: state, slot: slot) { model, _ in models.append(model) }
        return models
    }

    /// Hands over each model of a to-many relationship with its state, in order.
    func eachDestination(
        _ identifiers: [PersistentIdentifier],
        of state: ModelState,
        slot: Int,
        _ body: (any PersistentModel, ModelState) -> Void
    ) {
        let known = state.toManyBatches[slot]
        let (batch, start) = known ?? (FaultBatch(identifiers), 0)
        if known == nil { state.madeExtras.members.keep(batch, from: 0, slot: slot) }
        let lookup = unit.lookup
        for (offset, identifier) in identifiers.enumerated() {
            guard !lookup.isForgotten(identifier),
                let found = lookup.found(identifier, batch: batch, index: start + offset), found.state.phase != .gone
            else { continue }
            body(found.model, found.state)
        }
    }
}
