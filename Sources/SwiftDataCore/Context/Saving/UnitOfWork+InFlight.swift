// While stores write, the pending changes are "in flight": they can be neither taken back nor saved a second time. The
// plan has them as they are being written, and what is done meanwhile is measured against it.

extension UnitOfWork {
    /// Takes back the changes since the plan of a save was final. The changes that are being written are left as they
    /// are: if the save fails, they are pending as before.
    /// - Returns: The models that were inserted since, which nothing here holds any more.
    func dropLaterChanges(than plan: PlannedSave) -> [ModelState] {
        closeMembers()
        clock.noteEdit()
        _ = pending.takeForeign()
        let images = plan.parts.flatMap(\.images)
        let planned = Set(plan.parts.flatMap(\.states).map { ObjectIdentifier($0) })
        func isLater(_ state: ModelState) -> Bool { !planned.contains(ObjectIdentifier(state)) }
        let others = (
            inserted: pending.inserted.values.filter(isLater), changed: pending.changed.values.filter(isLater),
            deleted: pending.deleted.values.filter(isLater)
        )
        // Nothing is released before all is in order: a model's `deinit` is the user's code.
        let kept = (others.inserted + others.changed + others.deleted).map { keptModel(of: $0) }
        for (state, image) in images { bringBack(state, image) }
        for part in plan.parts {
            for state in part.deleted where state.phase == .registered { deleteAgain(state) }
        }
        for state in others.deleted {
            withExtendedLifetime(pending.remove(state)) {}
            state.move(to: .registered)
            observers?.enter(state)
        }
        for state in others.changed { withExtendedLifetime(pending.remove(state)) {} }
        // Models that are being written are there already.
        let partners = others.inserted.map { state in
            state.partners.relationshipPartners().map {
                (slot: $0.slot, models: $0.models.filter { isLater($0._$modelState) })
            }
        }
        for part in plan.parts {
            for (place, state) in part.updated.enumerated() {
                state.reverting.revert(to: part.updatedValues[place], part.changes.updated[place])
            }
            for (place, state) in part.deleted.enumerated() where state.phase == .deleted {
                state.reverting.revert(to: part.changes.deleted[place].values)
            }
            for (place, state) in part.inserted.enumerated() where state.phase == .inserted && state.unit === self {
                state.reverting.revert(to: part.insertedValues[place])
            }
        }
        pending.forgetWritten()
        for state in others.changed + others.deleted { state.reverting.restore() }
        for (state, partners) in zip(others.inserted, partners) where state.phase == .inserted {
            detach(state, partners)
            withExtendedLifetime(pending.remove(state)) {}
        }
        observers?.tellUnisolated()
        withExtendedLifetime(kept) {}
        return others.inserted
    }

    /// A model that is being written and left the context, or was deleted, is there again.
    private func bringBack(_ state: ModelState, _ image: LaterChanges.Image) {
        let isNew = image.identifier.isTemporary
        switch state.phase {
        case .deleted where !isNew:
            let left = pending.remove(state)
            pending.unfollowed.removeAll { $0 === state }
            state.move(to: .registered)
            pending.noteChanged(state, state.model)
            observers?.enter(state)
            withExtendedLifetime(left) {}
        case .gone where isNew && state.unit === self, .detached where isNew:
            guard state.identifier == image.identifier else { return }
            state.unit = self
            state.held = HeldPartners()
            state.values = image.values
            state.move(to: .inserted)
            identityMap.register(state)
            // Nothing may hold the model any more, and a pending state needs one.
            pending.noteInserted(state, state.model ?? newModel(over: state))
            observers?.enter(state)
        default:
            break
        }
    }

    private func deleteAgain(_ state: ModelState) {
        let model = keptModel(of: state) ?? state.model
        let left = pending.remove(state)
        observers?.leave(state)
        state.move(to: .deleted)
        pending.noteDeleted(state, model)
        withExtendedLifetime(left) {}
    }
}
