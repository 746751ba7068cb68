/// Puts a model into a context, and every model that is reachable from it and is in no context.
///
/// Changes the pending changes, the identity map and the class that ``MemberOwners`` has as the last one. Notifies the
/// journal, the observers and the end of the context.
package struct ModelInsertion {
    let unit: UnitOfWork
    /// The models that the insertion has reached, in order. They may not be in the context yet.
    private var waiting: [any PersistentModel] = []
    /// The models that were inserted whose members have one owner.
    private var owners: [ModelState] = []
    /// The models of classes with a hook that have entered the context.
    private var hooked: [any PersistentModel] = []

    private var core: ContainerCore { unit.core }
    private var observers: ObserverRegistry? { unit.observers }

    init(unit: UnitOfWork) { self.unit = unit }

    /// Inserts a model and every model that is reachable from it and is in no context.
    package consuming func insert(_ model: any PersistentModel) {
        // Breadth first and by slot, so that rows get their keys in the order in which the graph reads.
        reach(model)
        var next = 0
        while next < waiting.count {
            reach(waiting[next])
            next += 1
        }
        for state in owners {
            for slot in unit.owning.ownedSlots(state.layout) {
                state.taking.takeMembers(state.partners.destinations(at: slot).map(\._$modelState), slot: slot)
            }
        }
        unit.noteChange()
        observers?.notifyUnisolated()
        for case let model as any _DidInsertHook in hooked { model._didInsert() }
    }

    /// Inserts a model, and adds the models that it leads to and that may not be in the context yet.
    private mutating func reach(_ model: any PersistentModel) {
        let state = model._$modelState
        let isNew = state.phase == .detached
        if accept(state, model) {
            if state.layout.hooks.didInsert { hooked.append(model) }
            if isNew, core.inverses != nil { state.entering.followStoredInverses() }
            let held = state.held
            if !held.isEmpty {
                for (slot, partners) in held.bySlot { take(partners, of: state, slot) }
                state.held = HeldPartners()
            }
            state.closeMembers()
        }
        guard state.phase == .inserted, !unit.owning.ownedSlots(state.layout).isEmpty else { return }
        owners.append(state)
    }

    private mutating func take(_ partners: [any PersistentModel], of state: ModelState, _ slot: Int) {
        var isPlain = true
        for partner in partners {
            let other = partner._$modelState
            switch other.phase {
            case .inserted, .registered: if other.unit !== unit { waiting.append(partner) }
            case .detached: waiting.append(partner)
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
            guard state.unit == nil || state.unit === unit else { return foreign(state) }
            state.entering.resetForInsertion()
            state.identifier = ModelState(layout: state.layout).identifier
            state.move(to: .inserted)
        case .deleted where state.unit === unit:
            unit.cascades.followCascades()
            let left = unit.pending.remove(state)
            defer { withExtendedLifetime(left) {} }
            if state.identifier.isTemporary {
                state.move(to: .inserted)
                observers?.enter(state)
            } else {
                state.move(to: .registered)
                observers?.enter(state)
                state.failedReads?.forgetPendingRules()
                if state.changes != nil { unit.pending.noteChanged(state, model) }
                unit.recording.journal?.didInsert(model, again: true)
                state.parting.rejoinPartners()
                return false
            }
        case .inserted, .registered, .deleted:
            if state.unit !== unit { return foreign(state) }
            return false
        }
        // Many models of one class mostly follow each other.
        if state.layout !== unit.owners.lastInserted {
            if core.store(forEntity: state.layout.entityName) != nil {
                unit.owners.noteInserted(state.layout)
            } else {
                log.error(
                    "\(state.layout.entityName) is not in the schema of the container: the save will fail. "
                        + "List it in ModelContainer(for:)."
                )
            }
        }
        state.unit = unit
        state.forgetChanges()
        if state.extras != nil { state.replaced = nil }
        unit.pending.noteInserted(state, model)
        unit.end.noteChange()
        unit.identityMap.register(state)
        observers?.enter(state)
        unit.recording.journal?.didInsert(model, again: isBack)
        return true
    }

    private func foreign(_ state: ModelState) -> Bool {
        unit.foreignReports.report("inserted", state)
        return false
    }
}
