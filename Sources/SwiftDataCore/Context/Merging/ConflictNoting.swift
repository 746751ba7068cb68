/// Edits of properties that another writer has changed too.
///
/// Changes: the conflicts of ``ConcurrentEdits``; the contested slots of a state. Asks: the identity map; whether a property
/// is edited still.
struct ConflictNoting {
    let unit: UnitOfWork

    /// Notes that a property with an edit was changed elsewhere.
    func note(_ state: ModelState, _ slot: Int, saved new: StoredValue, isContested: Bool) {
        if isContested { state.changes?.noteContested(slot) }
        let name = state.layout.properties[slot].name
        let conflict = MergeConflict(
            persistentModelID: state.identifier,
            propertyName: name,
            otherValue: swiftValue(of: new, state, slot)
        )
        unit.merging.add(conflict)
        log.limited(
            .notice,
            "conflicts of \(state.layout.entityName).\(name)",
            "\(conflict) was changed elsewhere too: the unsaved edit stays, see ModelContext.conflicts."
        )
    }

    /// Notifies observers of the conflicts that were found, once the models are in order again.
    func announce() {
        let found = unit.merging.takeUnannounced()
        guard !found.isEmpty, let context = unit.context else { return }
        ModelContext.postConflicts(found, of: context)
    }

    /// The conflicts whose edits are still to be saved.
    var pending: [MergeConflict] {
        unit.merging.conflicts.all.filter { !$0.isOverwritten && isPending($0) }
    }

    /// Notes that there is nothing to write: where both wrote the same value, the edits are in the store already.
    func noteEqualEdits() {
        for conflict in pending { unit.merging.noteOverwritten(conflict) }
    }

    /// Notes that the edits of some models were saved. The conflicts that earlier saves overwrote are forgotten. So are
    /// edits that needed no writing, as both wrote the same value.
    func update(_ current: [MergeConflict], saved: [PersistentIdentifier]) {
        guard !unit.merging.conflicts.isEmpty || !current.isEmpty else { return }
        let saved = Set(saved)
        unit.merging.replace(
            with: current.map { conflict in
                var conflict = conflict
                conflict.isOverwritten = saved.contains(conflict.persistentModelID) || !isPending(conflict)
                return conflict
            }
        )
    }

    private func isPending(_ conflict: MergeConflict) -> Bool {
        guard let state = unit.identityMap[conflict.persistentModelID], let changes = state.changes,
            let slot = state.layout.properties.firstIndex(where: { $0.name == conflict.propertyName })
        else { return false }
        return state.edits.isEdited(slot, changes)
    }

    /// A stored value as Swift has it. Damage is noted.
    private func swiftValue(of stored: StoredValue, _ state: ModelState, _ slot: Int) -> Any? {
        switch (state.layout.properties[slot].shape, stored) {
        case (_, .null), (_, .unloaded): return nil
        case (.attribute(let attribute), _):
            do {
                return try attribute.value(from: stored)
            } catch {
                unit.failures.note(error, of: state, slot: slot, isDamage: true)
                return nil
            }
        case (_, .identifier(let identifier)): return identifier
        case (_, .identifiers(let identifiers)): return identifiers
        default: return nil
        }
    }
}
