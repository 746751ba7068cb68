/// The comparison of unsaved edits with the stored values.
///
/// Changes nothing. Asks the changes of the state, and its unit for the policy of conflicts.
struct EditComparing {
    let state: ModelState

    /// True if a written slot differs from the stored value.
    func differs(at slot: Int, from changes: ModelChanges) -> Bool {
        if let change = changes.toMany[slot] {
            if !change.added.isEmpty || !change.removed.isEmpty { return true }
        }
        // A change that the policy refuses to save is not saved already.
        if !changes.contested.isEmpty, changes.contested.contains(slot), state.unit?.merging.policy == .error {
            return true
        }
        guard changes.original.indices.contains(slot) else { return true }
        // Stores do not distinguish a relationship to no models from one that is nil.
        if state.isToMany(slot), state.values[slot].isWithoutMembers, changes.original[slot].isWithoutMembers {
            return false
        }
        return !state.values[slot].isSame(
            as: changes.original[slot],
            encode: { try state.encoding.encoded($0, slot: slot) }
        )
    }

    /// True if a slot has an unsaved edit: its value differs from the stored one, or another context or process has
    /// written the same value since.
    func isEdited(_ slot: Int, _ changes: ModelChanges) -> Bool {
        changes.slots.contains(slot) && (changes.contested.contains(slot) || differs(at: slot, from: changes))
    }

    /// The properties with edits that the next save writes.
    var editedSlots: Set<Int> {
        guard let changes = state.changes else { return [] }
        return changes.slots.filter { differs(at: $0, from: changes) }
    }

    /// The properties whose stored values differ from a newly read row; nil where the row is as it was read.
    /// - Parameter comparesValues: True if the values are compared also where the counters are equal.
    func changedSlots(in row: LoadedRow, comparesValues: Bool) -> Set<Int>? {
        let age = RowAge(known: state.lock, stored: row.lock, comparesValues: comparesValues)
        guard age.needsValues else { return nil }
        var found: Set<Int> = []
        for slot in state.values.indices where !state.layout.properties[slot].isEphemeral && !state.isToMany(slot) {
            let old =
                state.changes.flatMap { $0.original.indices.contains(slot) ? $0.original[slot] : nil }
                ?? state.values[slot]
            if case .unloaded = old { continue }
            if case .unloaded = row.values[slot] { continue }
            if !old.isSame(as: row.values[slot], encode: { try state.encoding.encoded($0, slot: slot) }) {
                found.insert(slot)
            }
        }
        return age.changed(found)
    }

    /// Merges a slot with the value of a newer row. The compared values are encoded.
    func merge(_ slot: Int, with stored: StoredValue, _ changes: ModelChanges) -> PropertyMerge {
        let base = changes.original.indices.contains(slot) ? changes.original[slot] : nil
        var property = PropertyMerge.Property(own: state.values[slot], base: base)
        property.isToMany = state.isToMany(slot)
        property.isTainted = state.failedReads?.tainted[slot] != nil
        property.isEdited = !property.isTainted && isEdited(slot, changes)
        property.isRefreshed = state.unit?.merging.isRefreshing(state) ?? true
        guard property.isEdited, !property.isRefreshed, let base else { return PropertyMerge(property, with: stored) }
        switch (base, stored) {
        case (.unloaded, _): return PropertyMerge(property, with: stored)
        case (.object(let left), .object(let right)) where left === right:
            return PropertyMerge(property, with: stored)
        default:
            property.base = state.encoding.comparable(base, slot)
            return PropertyMerge(property, with: state.encoding.comparable(stored, slot))
        }
    }

    /// The changes relative to values that were written; nil where there are none.
    func later(than written: LaterEdits.Written, isNew: Bool) -> ModelChanges? {
        var current = LaterEdits.Current(values: state.values)
        if let changes = state.changes {
            current.original = changes.original
            current.slots = changes.slots
            current.toMany = changes.toMany
        }
        let edits = LaterEdits(of: current, since: written, state.layout, isNew: isNew)
        guard !edits.slots.isEmpty else { return nil }
        return ModelChanges(original: edits.original, slots: edits.slots, toMany: edits.toMany)
    }

    /// True if a property of a uniqueness constraint was written.
    var hasUniqueEdits: Bool {
        guard state.layout.hasUniqueValues, let changes = state.changes else { return false }
        var current: ModelLayout? = state.layout
        while let layout = current {
            for name in layout.uniquenessConstraints.joined() {
                guard let slot = state.layout.slot(named: name), !changes.slots.contains(slot) else { return true }
            }
            current = layout.superLayout
        }
        return false
    }
}

extension StoredValue {
    fileprivate var isWithoutMembers: Bool {
        switch self {
        case .null: true
        case .identifiers(let members): members.isEmpty
        default: false
        }
    }
}
