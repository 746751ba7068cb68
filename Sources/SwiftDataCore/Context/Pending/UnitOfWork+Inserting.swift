extension UnitOfWork {
    /// Inserts a model and every model that is reachable from it and is in no context.
    package func insert(_ model: any PersistentModel) {
        // Breadth first and by slot, so that rows get their keys in the order in which the graph reads.
        var reached = ReachedModels()
        insert(model, &reached)
        var next = 0
        while next < reached.waiting.count {
            insert(reached.waiting[next], &reached)
            next += 1
        }
        for state in reached.owners {
            for slot in ownedSlots(state.layout) {
                state.taking.takeMembers(state.partners.destinations(at: slot).map(\._$modelState), slot: slot)
            }
        }
        noteChange()
        observers?.tellUnisolated()
    }

    /// The models that an insertion has reached, for the steps that follow it.
    private struct ReachedModels {
        var waiting: [any PersistentModel] = []
        /// The models with members that have one owner.
        var owners: [ModelState] = []
    }

    /// Inserts a model, and adds those that it leads to and that may not be in the context yet.
    private func insert(_ model: any PersistentModel, _ reached: inout ReachedModels) {
        let state = model._$modelState
        let isNew = state.phase == .detached
        if accept(state, model) {
            if isNew, core.inverses != nil { state.entering.followStoredInverses() }
            let held = state.held
            if !held.isEmpty {
                for (slot, partners) in held.bySlot { take(partners, of: state, slot, &reached) }
                state.held = HeldPartners()
            }
            if state.extras != nil { _ = state.openMembers.take() }
        }
        guard state.phase == .inserted, !ownedSlots(state.layout).isEmpty else { return }
        reached.owners.append(state)
    }

    private func take(
        _ partners: [any PersistentModel],
        of state: ModelState,
        _ slot: Int,
        _ reached: inout ReachedModels
    ) {
        var isPlain = true
        for partner in partners {
            let other = partner._$modelState
            switch other.phase {
            case .inserted, .registered: if other.unit !== self { reached.waiting.append(partner) }
            case .detached: reached.waiting.append(partner)
            case .deleted, .gone: isPlain = false
            }
        }
        if isPlain { return state.entering.renameMembers(slot, partners) }
        // An insertion does not bring back the models that were deleted since.
        let gone = partners.filter { $0._$modelState.phase == .gone }
        if !gone.isEmpty { state.references.forgetReferences(to: Set(gone.map(\._$modelState.identifier)), in: [slot]) }
        state.entering.renameMembers(slot, partners.filter { $0._$modelState.phase != .gone })
    }

    /// Takes one model in. False where there is nothing to do.
    private func accept(_ state: ModelState, _ model: any PersistentModel) -> Bool {
        let isBack = state.phase == .gone
        switch state.phase {
        case .detached:
            state.move(to: .inserted)
        case .gone:
            // Inserting a deleted model again makes a new one of it.
            guard state.unit == nil || state.unit === self else { return foreign(state) }
            state.entering.resetForInsertion()
            state.identifier = ModelState(layout: state.layout).identifier
            state.move(to: .inserted)
        case .deleted where state.unit === self:
            followCascades()
            let left = pending.remove(state)
            defer { withExtendedLifetime(left) {} }
            if state.identifier.isTemporary {
                state.move(to: .inserted)
                observers?.enter(state)
            } else {
                state.move(to: .registered)
                observers?.enter(state)
                state.failedReads?.pendingRules = []
                if state.changes != nil { pending.noteChanged(state, model) }
                recording.journal?.didInsert(model, again: true)
                state.parting.rejoinPartners()
                return false
            }
        case .inserted, .registered, .deleted:
            if state.unit !== self { return foreign(state) }
            return false
        }
        // Many models of one class mostly follow each other.
        if state.layout !== owners.lastInserted {
            if core.store(forEntity: state.layout.entityName) != nil {
                owners.lastInserted = state.layout
            } else {
                log.error(
                    "\(state.layout.entityName) is not in the schema of the container: the save will fail. "
                        + "List it in ModelContainer(for:)."
                )
            }
        }
        state.unit = self
        state.changes = nil
        if state.extras != nil { state.replaced = nil }
        pending.noteInserted(state, model)
        end.noteChange()
        identityMap.register(state)
        observers?.enter(state)
        recording.journal?.didInsert(model, again: isBack)
        return true
    }

    private func foreign(_ state: ModelState) -> Bool {
        reportForeign("inserted", state)
        return false
    }
}
