import OrderedCollections

/// A property with an unsaved edit, whose stored value another context or process has changed since it was read.
///
/// An addition to Apple's API. The edit stays, and is what the next save writes. The value that loses is here: see
/// ``ModelContext/conflicts``.
public struct MergeConflict: CustomStringConvertible {
    /// The model that was edited twice.
    public let persistentModelID: PersistentIdentifier
    /// The property that was edited twice.
    public let propertyName: String
    /// The value that the other one saved, or nil where that is nil, or damaged; for a relationship to one model, its
    /// identifier. It may be equal to the edit.
    ///
    /// A damaged value is told of by ``ModelContext/didFailToRead`` and logged. The save of the edit mends it.
    public let otherValue: Any?
    /// Whether the edit has been saved over the other value. Where both are equal, nothing has to be written for that.
    public internal(set) var isOverwritten = false

    /// Names the property and the row, without the values.
    public var description: String {
        "\(persistentModelID.entityName).\(propertyName) (\(persistentModelID.description))"
    }
}

/// The conflicts that a context knows, one for each property of a model, in the order in which they were found.
package struct MergeConflicts {
    private struct Place: Hashable {
        let model: PersistentIdentifier
        let property: String
    }

    private var entries: OrderedDictionary<Place, MergeConflict> = [:]

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }
    package var all: some Sequence<MergeConflict> { entries.values }

    mutating func add(_ conflict: MergeConflict) {
        entries[Place(model: conflict.persistentModelID, property: conflict.propertyName)] = conflict
    }

    mutating func replace(with conflicts: [MergeConflict]) {
        entries = [:]
        for conflict in conflicts { add(conflict) }
    }

    mutating func forget(_ model: PersistentIdentifier, _ property: String) {
        entries[Place(model: model, property: property)] = nil
    }

    mutating func forget(_ model: PersistentIdentifier) {
        guard !entries.isEmpty else { return }
        entries.removeAll { $0.key.model == model }
    }

    /// The edits are no more.
    mutating func forgetPending() {
        guard !entries.isEmpty else { return }
        entries.removeAll { !$0.value.isOverwritten }
    }
}

extension UnitOfWork {
    /// Notes that a property with an edit was changed elsewhere, if it was.
    package func noteConflict(_ state: ModelState, _ slot: Int, saved new: StoredValue) {
        guard state !== refreshing, let changes = state.changes, changes.original.indices.contains(slot) else { return }
        let encode: (StoredValue) throws -> StoredValue = { try state.encoded($0, slot: slot) }
        let old = changes.original[slot]
        if case .unloaded = old { return }
        guard !old.isSame(as: new, encode: encode) else { return }
        if state.isToMany(slot) {
            // The edits of both are joined.
            guard !state.values[slot].isSame(as: new, encode: encode) else { return }
        } else {
            changes.contested.insert(slot)
        }
        let name = state.layout.properties[slot].name
        let conflict = MergeConflict(
            persistentModelID: state.identifier,
            propertyName: name,
            otherValue: swiftValue(of: new, state, slot)
        )
        conflicts.add(conflict)
        unannounced.append(conflict)
        log.limited(
            .notice,
            "conflicts of \(state.layout.entityName).\(name)",
            "\(conflict) was changed elsewhere too: the unsaved edit stays, see ModelContext.conflicts."
        )
    }

    /// Tells observers of the conflicts that were found, once the models are in order again.
    package func announceConflicts() {
        guard !unannounced.isEmpty else { return }
        let found = unannounced
        unannounced = []
        guard let context else { return }
        ModelContext.postConflicts(found, of: context)
    }

    /// The conflicts whose edits are still to be saved.
    package var pendingConflicts: [MergeConflict] { conflicts.all.filter { !$0.isOverwritten && isPending($0) } }

    /// There is nothing to write: where both wrote the same value, the edits are in the store already.
    func settleEqualEdits() {
        for var conflict in pendingConflicts {
            conflict.isOverwritten = true
            conflicts.add(conflict)
        }
    }

    /// The edits of some models were saved; what earlier saves overwrote is forgotten. So are edits that needed no
    /// writing, as both wrote the same value.
    package func settleConflicts(_ fought: [MergeConflict], saved: [PersistentIdentifier]) {
        guard !conflicts.isEmpty || !fought.isEmpty else { return }
        let saved = Set(saved)
        conflicts.replace(
            with: fought.map { conflict in
                var conflict = conflict
                conflict.isOverwritten = saved.contains(conflict.persistentModelID) || !isPending(conflict)
                return conflict
            }
        )
    }

    private func isPending(_ conflict: MergeConflict) -> Bool {
        guard let state = identityMap[conflict.persistentModelID], let changes = state.changes,
            let slot = state.layout.properties.firstIndex(where: { $0.name == conflict.propertyName })
        else { return false }
        return state.isEdited(slot, changes)
    }
}

extension UnitOfWork {
    /// A stored value as Swift has it. Damage is noted.
    private func swiftValue(of stored: StoredValue, _ state: ModelState, _ slot: Int) -> Any? {
        switch (state.layout.properties[slot].shape, stored) {
        case (_, .null), (_, .unloaded): return nil
        case (.attribute(let attribute), _):
            do {
                return try attribute.value(from: stored)
            } catch {
                noteFailure(error, of: state, slot: slot, isDamage: true)
                return nil
            }
        case (_, .identifier(let identifier)): return identifier
        case (_, .identifiers(let identifiers)): return identifiers
        default: return nil
        }
    }
}
