/// Takes new models out of a context whose insertion is reverted.
///
/// Changes the identity map and the models. Their places in the lists of pending models are the caller's.
struct ModelDetachment {
    let unit: UnitOfWork

    /// Makes an inserted model one of no context again, with the unsaved partners it had.
    func detach(_ state: ModelState, _ partners: [(slot: Int, models: [any PersistentModel])]) {
        for (slot, models) in partners {
            let unsaved = models.filter { $0._$modelState.phase == .inserted || $0._$modelState.phase == .detached }
            state.held[slot] = unsaved.isEmpty ? nil : unsaved
            let identifiers = unsaved.map { $0._$modelState.identifier }
            if !state.isToMany(slot) {
                state.put(identifiers.first.map { .identifier($0) } ?? .null, at: slot)
            } else if !state.partners.isNilToMany(slot) {
                state.put(.identifiers(identifiers), at: slot)
            }
        }
        unit.clock.noteEdit()
        unit.observers?.leave(state)
        unit.identityMap.forget(state.identifier, state)
        state.move(to: .detached)
        state.unit = nil
    }
}
