import OrderedCollections

/// Edits of models that are just being saved, made by what encodes them, after their values had been read. They are set
/// aside while the models are brought in line with what was written, and are edits again afterwards.
struct LateEdits {
    private struct Entry {
        let state: ModelState
        let model: any PersistentModel
        let phase: ModelState.Phase
        let values: [StoredValue]
    }

    private enum Edit {
        case attribute(Int, StoredValue)
        case toOne(Int, (any PersistentModel)?)
        case toMany(Int, [any PersistentModel])
    }

    private let entries: [Entry]
    private var edits: [(model: any PersistentModel, edit: Edit)] = []
    private var deletions: [any PersistentModel] = []
    /// Models that were deleted after their values had been read: their deletion is still to be saved.
    private(set) var deleted: Set<ObjectIdentifier> = []

    /// Remembers the pending models as they are before they are encoded.
    init(_ unit: UnitOfWork) {
        entries = [unit.inserted.values, unit.changed.values].flatMap { states in
            states.compactMap { state in
                guard let model = unit.keptModel(of: state) ?? state.model else { return nil }
                return Entry(state: state, model: model, phase: state.phase, values: state.values)
            }
        }
    }

    /// Gives every model the values that were encoded.
    mutating func setAside() {
        for entry in entries {
            let state = entry.state
            if state.phase == .deleted { deleted.insert(ObjectIdentifier(state)) }
            if state.phase == .gone, entry.phase == .inserted { deletions.append(entry.model) }
            guard state.phase == entry.phase else { continue }
            for slot in state.lateSlots(since: entry.values) {
                let edit: Edit =
                    switch state.layout.properties[slot].shape {
                    case .attribute: .attribute(slot, state.values[slot])
                    case .toOne: .toOne(slot, state.destination(at: slot))
                    case .toMany: .toMany(slot, state.destinations(at: slot))
                    }
                edits.append((entry.model, edit))
            }
        }
        for entry in entries where entry.state.phase == entry.phase {
            for slot in entry.state.lateSlots(since: entry.values) { entry.state.values[slot] = entry.values[slot] }
        }
    }

    /// Makes the edits again, as edits of what was saved.
    func reapply(to unit: UnitOfWork) {
        for (model, edit) in edits {
            let state = model._$modelState
            guard state.phase == .registered else { continue }
            switch edit {
            case .attribute(let slot, let value): state.assign(slot, value)
            case .toOne(let slot, let destination): state.writeToOne(slot, destination)
            case .toMany(let slot, let destinations): state.writeToMany(slot, destinations)
            }
        }
        for model in deletions { unit.delete(model) }
    }
}

extension ModelState {
    /// The slots that were written since the state had these values. What was merely loaded was not written.
    fileprivate func lateSlots(since old: [StoredValue]) -> [Int] {
        values.indices.filter { slot in
            guard old.indices.contains(slot), !layout.properties[slot].isEphemeral else { return false }
            if case .unloaded = old[slot] { return changes?.slots.contains(slot) ?? false }
            return !values[slot].isSame(as: old[slot], encode: { $0 })
        }
    }
}
