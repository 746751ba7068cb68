// While stores write, the pending changes are "in flight": they can be neither taken back nor saved a second time. The
// plan has them as they are being written, and later changes are compared with it.

/// Reverts the changes since the plan of a save was final, while stores write it.
///
/// Changes the pending changes, the identity map and the models. Asks the plan for the changes that are being written,
/// which it leaves as they are: if the save fails, they are pending as before.
struct FlightRollback {
    private let unit: UnitOfWork
    private let parts: [PlannedSave.Part]
    /// The models that are being written.
    private let planned: Set<ObjectIdentifier>

    private var observers: ObserverRegistry? { unit.observers }

    init(_ unit: UnitOfWork, _ plan: PlannedSave) {
        self.unit = unit
        parts = plan.parts
        planned = Set(plan.parts.flatMap(\.states).map { ObjectIdentifier($0) })
    }

    private func isLater(_ state: ModelState) -> Bool { !planned.contains(ObjectIdentifier(state)) }

    /// - Returns: The models that were inserted since, which nothing here holds any more.
    func dropLaterChanges() -> [ModelState] {
        unit.closeMembers()
        unit.clock.noteEdit()
        _ = unit.pending.takeForeign()
        let images = parts.flatMap(\.images)
        let others = (
            inserted: unit.pending.inserted.values.filter(isLater),
            changed: unit.pending.changed.values.filter(isLater),
            deleted: unit.pending.deleted.values.filter(isLater)
        )
        // Nothing is released before all is in order: a model's `deinit` is the user's code.
        let kept = (others.inserted + others.changed + others.deleted).map { unit.pending.model(of: $0) }
        for (state, image) in images { bringBack(state, image) }
        for part in parts {
            for state in part.deleted where state.phase == .registered { deleteAgain(state) }
        }
        for state in others.deleted {
            withExtendedLifetime(unit.pending.remove(state)) {}
            state.move(to: .registered)
            observers?.enter(state)
        }
        for state in others.changed { withExtendedLifetime(unit.pending.remove(state)) {} }
        // Models that are being written are there already.
        let partners = others.inserted.map { state in
            state.partners.relationshipPartners().map {
                (slot: $0.slot, models: $0.models.filter { isLater($0._$modelState) })
            }
        }
        revertPlanned()
        unit.pending.forgetWritten()
        for state in others.changed + others.deleted { state.reverting.restore() }
        for (state, partners) in zip(others.inserted, partners) where state.phase == .inserted {
            unit.detachment.detach(state, partners)
            withExtendedLifetime(unit.pending.remove(state)) {}
        }
        observers?.notifyUnisolated()
        withExtendedLifetime(kept) {}
        return others.inserted
    }

    /// Gives the models of the plan the values with which they are being written.
    private func revertPlanned() {
        for part in parts {
            for (place, state) in part.updated.enumerated() {
                state.reverting.revert(to: part.updatedValues[place], part.changes.updated[place])
            }
            for (place, state) in part.deleted.enumerated() where state.phase == .deleted {
                state.reverting.revert(to: part.changes.deleted[place].values)
            }
            for (place, state) in part.inserted.enumerated() where state.phase == .inserted && state.unit === unit {
                state.reverting.revert(to: part.insertedValues[place])
            }
        }
    }

    /// A model that is being written and left the context, or was deleted, is in the context again.
    private func bringBack(_ state: ModelState, _ image: LaterChanges.Image) {
        let isNew = image.identifier.isTemporary
        switch state.phase {
        case .deleted where !isNew:
            let left = unit.pending.remove(state)
            unit.pending.forgetCascades(of: state)
            state.move(to: .registered)
            unit.pending.noteChanged(state, state.model)
            observers?.enter(state)
            withExtendedLifetime(left) {}
        case .gone where isNew && state.unit === unit, .detached where isNew:
            guard state.identifier == image.identifier else { return }
            state.unit = unit
            state.held = HeldPartners()
            state.replaceValues(with: image.values)
            state.move(to: .inserted)
            unit.identityMap.register(state)
            // Nothing may hold the model any more, and a pending state needs one.
            unit.pending.noteInserted(state, state.model ?? unit.making.newModel(over: state))
            observers?.enter(state)
        default:
            break
        }
    }

    private func deleteAgain(_ state: ModelState) {
        let model = unit.pending.model(of: state) ?? state.model
        let left = unit.pending.remove(state)
        observers?.leave(state)
        state.move(to: .deleted)
        unit.pending.noteDeleted(state, model)
        withExtendedLifetime(left) {}
    }
}
