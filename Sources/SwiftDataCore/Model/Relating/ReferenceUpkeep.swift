/// The identifiers of other models in the values of a state, as these are saved and deleted.
///
/// Changes the values and the changes. No relationship is read for it, but for the question where one leads.
struct ReferenceUpkeep {
    let state: ModelState

    /// Drops the references to deleted models.
    func forgetReferences(to deleted: Set<PersistentIdentifier>, in slots: [Int]) {
        state.ending.whileHeld { dropReferences(to: deleted, in: slots) }
    }

    private func dropReferences(to deleted: Set<PersistentIdentifier>, in slots: [Int]) {
        for slot in slots {
            if let remaining = state.values[slot].removing(deleted) {
                state.undo.noteForUndo(slot)
                state.observing.mutateObserved(slot) { state.put(remaining, at: slot) }
            }
            state.changes?.forgetReferences(to: deleted, slot)
        }
    }

    /// Replaces temporary identifiers by the identifiers of the saved rows.
    func remapIdentifiers() {
        for slot in state.layout.relationshipSlots {
            switch state.values[slot] {
            case .identifier(let identifier) where identifier.isTemporary:
                state.put(.identifier(identifier.resolved), at: slot)
            case .identifiers:
                state.knownMembers(slot).resolve()
            default:
                break
            }
        }
    }

    /// True if a relationship leads to a model, or has it among its members.
    func leads(to other: ModelState, slot: Int) -> Bool {
        guard state.phase == .inserted || state.phase == .registered else { return false }
        switch state.reading.trueValue(at: slot) {
        case .identifier(let identifier): return identifier.resolved == other.identifier
        case .identifiers(let members): return members.contains { $0.resolved == other.identifier }
        default: return false
        }
    }

    /// The model at the other end of a relationship that may hold back a deletion.
    /// - Parameter inverse: The slot of the other side; nil where there is none.
    func asPartner(inverse: Int?) -> DenyingRelationship.Partner {
        let isDeleted = state.phase == .deleted || state.phase == .gone
        var owner: PersistentIdentifier?
        if !isDeleted, let inverse, !state.isToMany(inverse),
            case .identifier(let other) = state.reading.trueValue(at: inverse)
        {
            owner = other.resolved
        }
        return .init(
            identifier: state.identifier,
            entityName: state.layout.entityName,
            isDeleted: isDeleted,
            owner: owner
        )
    }
}
