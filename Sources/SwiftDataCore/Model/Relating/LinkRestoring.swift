/// The relationships of a model as they are known, beside the relationships that an undo restores.
///
/// Changes the order of members alone. Asks the values and the changes: nothing is read for it.
struct LinkRestoring {
    let state: ModelState

    /// True if a relationship led to a deleted model because the deletion does not change it before it is saved.
    func mayLead(to deleted: ModelState, slot: Int) -> Bool {
        guard deleted.phase == .deleted, deleted.unit === state.unit else { return false }
        guard let inverse = state.inverse(of: slot) else { return true }
        if case .noAction = deleted.layout.deleteRule(inverse.slot) { return true }
        return false
    }

    /// Puts members that have come back where they were.
    func reorder(_ slot: Int, as before: ToManyChange) {
        if state.isUnloaded(slot) {
            guard let now = state.changes?.toMany[slot]?.added, now != before.added, Set(now) == Set(before.added)
            else {
                return
            }
            state.changes?.reorderAdded(slot, as: before.added)
            return
        }
        guard case .identifiers(let now) = state.values[slot],
            let order = state.images.membersRead(since: before, slot),
            now != order, now.count == order.count, Set(now) == Set(order)
        else { return }
        state.observing.mutateObserved(slot) { state.put(.identifiers(order), at: slot) }
    }

    /// True if two models are related, false if not; nil where both sides are unread.
    func isLinked(with other: ModelState, _ slot: Int, _ inverse: Int, _ isSaved: Bool) -> Bool? {
        if let own = knows(other, slot) { return own }
        return other.links.knows(state, inverse)
    }

    /// True if a relationship is known to lead to a model, false if it is known not to; nil where it has not been read.
    private func knows(_ other: ModelState, _ slot: Int) -> Bool? {
        switch state.values[slot] {
        case .identifier(let identifier): return identifier.resolved == other.identifier
        case .identifiers: return state.knownMembers(slot).contains(other)
        case .unloaded:
            guard let change = state.changes?.toMany[slot] else { return nil }
            if change.added.contains(where: { $0.resolved == other.identifier }) { return true }
            if change.removed.contains(where: { $0.resolved == other.identifier }) { return false }
            return nil
        default: return false
        }
    }
}
