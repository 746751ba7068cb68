/// The writing of to-one relationships.
///
/// Changes the slot, and notes in ``WrittenSides`` which side the program has written. The other sides follow by
/// ``OtherSide``, and ``ContextJoining`` brings the models into one context.
struct ToOneWriting {
    let state: ModelState

    /// Points a to-one relationship at another model, or at none.
    func write(_ slot: Int, _ newDestination: (any PersistentModel)?) {
        state.joining.exclusively(with: newDestination?._$modelState) {
            if let newDestination, enter(by: slot, newDestination) { return }
            state.undo.undoable(joining: newDestination?._$modelState) { link(slot, newDestination) }
        }
    }

    /// Brings a model without context into the context of its first destination, which is new as well and has it among
    /// its members: most models of a graph are made so. False if more has to be done.
    private func enter(by slot: Int, _ destination: any PersistentModel) -> Bool {
        let partner = destination._$modelState
        guard state.phase == .detached, partner.phase == .inserted, case .null = state.values[slot],
            let model = state.model, state.held[slot] == nil,
            let unit = partner.unit, unit.recording.isOff, unit.observers == nil,
            !partner.observing.mayBeObserved, let inverse = unit.core.inverse(of: slot, in: state.layout),
            case .identifiers = partner.values[inverse.slot]
        else { return false }
        state.put(.identifier(partner.identifier), at: slot)
        partner.appending.appendIdentifier(inverse.slot, state)
        unit.insertion.insert(model)
        return true
    }

    private func link(_ slot: Int, _ newDestination: (any PersistentModel)?) {
        guard state.writing.acceptsWrites(slot) else { return }
        let old = state.partners.destination(at: slot)
        // The row that was read may be gone.
        guard state.writing.acceptsWrites(slot) else { return }
        let new = newDestination?._$modelState
        // Values that could not be read cannot be compared.
        guard state.isUnloaded(slot) || old?._$modelState !== new else { return confirm(slot, from: .toOne) }
        if let new, !state.joining.mayJoin(new) { return }
        state.undo.noteForUndo(slot, with: new)
        if state.phase == .registered, state.standIns.isTaintedByWriting(slot) {
            return state.standIns.taint(slot, new.map { .identifier($0.identifier) } ?? .null)
        }
        set(slot, new)
        withExtendedLifetime(old) {
            guard let inverse = state.inverse(of: slot, beside: new) else { return }
            old?._$modelState.otherSide.removePartner(state, slot: inverse.slot)
            new?.otherSide.addPartner(state, slot: inverse.slot)
        }
        if let new { state.joining.join(new) }
    }

    /// Sets this side alone.
    /// - Parameter isOwn: True if the program has written this side, and not the other one.
    func set(_ slot: Int, _ destination: ModelState?, isOwn: Bool = true) {
        if state.phase == .detached {
            state.writtenSides.write(state.layout.toOneNumbers[slot], hasFollowed: !isOwn)
        } else {
            state.writtenSides.writeAttached(state.layout.toOneNumbers[slot])
        }
        state.writing.assign(slot, destination.map { .identifier($0.identifier) } ?? .null, isOwn: isOwn)
        state.joining.hold(slot, destination?.model.map { [$0] } ?? [])
    }

    /// The side of a pair that the program has written, by the to-one side, which this state has.
    func writtenSide(_ slot: Int) -> WrittenSides.Side { state.writtenSides.written(state.layout.toOneNumbers[slot]) }

    /// A side of a pair was written whose models are related already.
    func confirm(_ slot: Int, from side: WrittenSides.Side) {
        guard state.phase == .detached, state.layout.properties[slot].isToOne else { return }
        state.writtenSides.confirm(state.layout.toOneNumbers[slot], from: side)
    }
}
