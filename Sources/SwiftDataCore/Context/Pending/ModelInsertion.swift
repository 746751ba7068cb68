/// Puts a model into a context, and every model that is reachable from it and is in no context.
///
/// Changes the pending changes, the identity map and the class that ``MemberOwners`` knows as the last one. Tells the
/// journal, the observers and the end of the context.
package struct ModelInsertion {
    let unit: UnitOfWork
    /// The models that the insertion has reached, in order. They may not be in the context yet.
    private var waiting: [any PersistentModel] = []
    /// The models that were inserted whose members have one owner.
    private var owners: [ModelState] = []

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
                state.takeMembers(state.destinations(at: slot).map(\._$modelState), slot: slot)
            }
        }
        unit.noteChange()
        observers?.tellUnisolated()
    }

    /// Inserts a model, and adds those that it leads to and that may not be in the context yet.
    private mutating func reach(_ model: any PersistentModel) {
        let state = model._$modelState
        let isNew = state.phase == .detached
        if accept(state, model) {
            if isNew, core.inverses != nil { state.followStoredInverses() }
            let held = state.held
            if !held.isEmpty {
                for (slot, partners) in held.bySlot { take(partners, of: state, slot) }
                state.held = HeldPartners()
            }
            if state.extras != nil { _ = state.openMembers.take() }
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
        if isPlain { return state.renameMembers(slot, partners) }
        // An insertion does not bring back the models that were deleted since.
        let gone = partners.filter { $0._$modelState.phase == .gone }
        if !gone.isEmpty { state.forgetReferences(to: Set(gone.map(\._$modelState.identifier)), in: [slot]) }
        state.renameMembers(slot, partners.filter { $0._$modelState.phase != .gone })
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
            state.resetForInsertion()
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
                state.failedReads?.pendingRules = []
                if state.changes != nil { unit.pending.noteChanged(state, model) }
                unit.recording.journal?.didInsert(model, again: true)
                state.rejoinPartners()
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
        state.changes = nil
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

extension ModelState {
    /// Calls partners by the identifiers that they have now: one that was deleted and inserted again has another.
    fileprivate func renameMembers(_ slot: Int, _ partners: [any PersistentModel]) {
        switch values[slot] {
        case .identifier(let identifier):
            guard let partner = partners.first?._$modelState, partner.identifier != identifier else { return }
            values[slot] = .identifier(partner.identifier)
        case .identifiers(let members):
            guard !zip(members, partners).allSatisfy({ $0 == $1._$modelState.identifier }) else { return }
            values[slot] = .identifiers(partners.map(\._$modelState.identifier))
        default:
            break
        }
    }

    /// Gives a model whose deletion was taken back to the partners that its deletion had taken it from. A partner that
    /// is gone itself, or has found another model since, is not a partner any more.
    func rejoinPartners() {
        forgetLostPartners()
        forgetTakenMembers()
        for (slot, partners) in relationshipPartners() {
            guard let inverse = inverse(of: slot) else { continue }
            for partner in partners.map(\._$modelState) where partner !== self {
                let isTaken =
                    !partner.isToMany(inverse.slot) && partner.destination(at: inverse.slot) != nil
                    && partner.destination(at: inverse.slot)?._$modelState !== self
                if partner.isAttached != isAttached || partner.phase == .deleted || isTaken {
                    removePartner(partner, slot: slot)
                } else {
                    partner.addPartner(self, slot: inverse.slot)
                }
            }
        }
    }

    /// Drops the partners that were never saved and have left the context since.
    private func forgetLostPartners() {
        guard let unit else { return }
        for slot in values.indices {
            switch values[slot] {
            case .identifier(let identifier) where unit.lookup.isForgotten(identifier):
                assign(slot, .null)
            case .identifiers(let members) where members.contains(where: unit.lookup.isForgotten):
                recordChange(slot)
                for identifier in members where unit.lookup.isForgotten(identifier) {
                    changes?.recordRemoved(identifier, slot: slot)
                }
                values[slot] = .identifiers(members.filter { !unit.lookup.isForgotten($0) })
            default:
                break
            }
        }
    }

    /// Makes the state that of a new row: without partners, and with empty values for what was never read.
    package func resetForInsertion() {
        for slot in values.indices {
            // The save says that it could not be read.
            if case .unloaded = values[slot], failedReads == nil { values[slot] = layout.emptyValues[slot] }
            switch layout.properties[slot].shape {
            case .toOne: values[slot] = .null
            case .toMany: values[slot] = .identifiers([])
            case .attribute: break
            }
        }
    }
}
