/// The way of a model back to unread values, and its end where no row is left.
///
/// Changes the values, which become unread, and keeps the last known ones for the case that the row is deleted.
package struct Faulting {
    let state: ModelState

    /// Becomes a fault. The values that were read are kept for the case that the row turns out to be deleted.
    package func unload() { state.ending.whileHeld { becomeFault() } }

    private func becomeFault() {
        var known = state.values
        // A value that is unread already has an older last known value.
        for slot in known.indices where state.isUnloaded(slot) && state.lastKnown.indices.contains(slot) {
            known[slot] = state.lastKnown[slot]
        }
        state.lastKnown = known
        state.noteLock(DefaultSnapshot.unknownLock)
        for slot in state.values.indices where !state.layout.properties[slot].isEphemeral {
            state.unload(slot)
        }
    }

    /// Becomes a fault but for its edits, after its row could not be read again.
    func unloadUnedited() { state.ending.whileHeld { becomeFaultButForEdits() } }

    private func becomeFaultButForEdits() {
        guard state.phase == .registered || state.phase == .deleted else { return }
        var known = state.values
        for slot in known.indices where state.isUnloaded(slot) && state.lastKnown.indices.contains(slot) {
            known[slot] = state.lastKnown[slot]
        }
        state.lastKnown = known
        for slot in state.values.indices where !state.layout.properties[slot].isEphemeral {
            guard state.changes?.slots.contains(slot) != true else { continue }
            state.unload(slot)
            state.changes?.forgetOriginal(slot)
            state.extras?.members.forgetBatch(slot)
        }
    }

    /// Notes that the row is deleted. Values that were read stay readable; unread values fall back to stand-ins.
    package func vanish() {
        state.ending.whileHeld {
            state.move(to: .gone)
            state.forgetChanges()
            state.extras?.failedReads = nil
            // Accessors make a default or a zero of none.
            for slot in state.values.indices where state.isUnloaded(slot) {
                state.put(state.standIns.standIn(at: slot), at: slot)
            }
        }
    }

    /// Marks to-many relationships as unread: a stored row that a new model turned out to be may have members that the
    /// new model does not have.
    func forgetToMany() {
        for slot in state.values.indices where state.isToMany(slot) { reread(slot) }
    }

    func rereadRelationships(with joined: Set<PersistentIdentifier>) {
        state.ending.whileHeld { rereadHeldRelationships(with: joined) }
    }

    private func rereadHeldRelationships(with joined: Set<PersistentIdentifier>) {
        for property in state.layout.properties where property.relationship != nil {
            let slot = property.slot
            switch state.values[slot] {
            case .identifiers(let members):
                if joined.contains(state.identifier) || members.contains(where: joined.contains) { reread(slot) }
            case .identifier(let destination):
                // If the other side is to-many, it follows this one.
                guard joined.contains(destination), let inverse = state.inverse(of: slot),
                    case .toOne = inverse.layout.properties[inverse.slot].shape
                else { continue }
                reread(slot)
            default:
                continue
            }
        }
    }

    /// Makes a fault of a relationship. Unsaved edits stay, joined with the members of the store.
    private func reread(_ slot: Int) {
        if let changes = state.changes, changes.slots.contains(slot) {
            guard let change = changes.toMany[slot], !change.added.isEmpty || !change.removed.isEmpty else { return }
            changes.forgetOriginal(slot)
        }
        state.extras?.members.forgetBatch(slot)
        state.observing.mutateObserved(slot) { state.unload(slot) }
    }
}
