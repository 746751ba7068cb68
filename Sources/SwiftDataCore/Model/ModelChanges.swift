/// The changes of a model since its last save.
///
/// It alone keeps its parts in step: the slots that were written, the values before, and the members that joined and left.
package final class ModelChanges {
    /// The values before the first change, by slot; empty for a model that was never saved.
    package private(set) var original: [StoredValue]
    /// The slots that were written.
    package private(set) var slots: Set<Int>
    /// The members added to and removed from to-many relationships, by slot.
    package private(set) var toMany: [Int: ToManyChange]
    /// The members in long lists of ``toMany``, and the number of occurrences of each, by slot. The removed members are
    /// under the complement of the slot.
    private var sets: [Int: [PersistentIdentifier: Int]] = [:]
    /// The slots with edits whose stored values another context or process has changed since. They are conflicts also
    /// where both wrote the same value, which leaves nothing to write.
    package private(set) var contested: Set<Int> = []

    package init(original: [StoredValue], slots: Set<Int> = [], toMany: [Int: ToManyChange] = [:]) {
        self.original = original
        self.slots = slots
        self.toMany = toMany
    }

    // MARK: Edits

    /// Notes that a slot is written.
    /// - Returns: True if it was not before.
    @discardableResult package func noteEdit(_ slot: Int) -> Bool { slots.insert(slot).inserted }

    /// Forgets that a slot was written: its value is the stored one, or is not to be saved.
    package func forgetEdit(_ slot: Int) { slots.remove(slot) }

    /// Forgets that a slot was written, and the members that joined and left it.
    package func dropEdit(_ slot: Int) {
        slots.remove(slot)
        toMany[slot] = nil
        sets = [:]
    }

    /// Forgets that a slot was written, and that another writer has changed it: the program has taken its edit back.
    package func forgetContestedEdit(_ slot: Int) {
        slots.remove(slot)
        contested.remove(slot)
    }

    /// Restores the edits that are being written.
    package func revert(to slots: Set<Int>, _ toMany: [Int: ToManyChange]) {
        self.slots = slots
        self.toMany = toMany
        sets = [:]
    }

    // MARK: Values before

    /// Makes the edit of a slot one of a newer stored value.
    package func rebase(_ slot: Int, on stored: StoredValue) { original[slot] = stored }

    /// Forgets the stored value of a slot, which is read again.
    package func forgetOriginal(_ slot: Int) { original[slot] = .unloaded }

    /// Takes the stored value of a slot that was written before it was read.
    package func fillOriginal(_ slot: Int, _ stored: StoredValue) {
        if case .unloaded = original[slot] { original[slot] = stored }
    }

    // MARK: Conflicts

    /// Notes that another writer has changed a slot with an edit.
    package func noteContested(_ slot: Int) { contested.insert(slot) }

    /// Forgets the changes of other writers: the edits are based on the newest row.
    package func forgetContested() { contested = [] }

    // MARK: Identifiers

    /// Drops the references to deleted models from a slot.
    package func forgetReferences(to deleted: Set<PersistentIdentifier>, _ slot: Int) {
        if let remaining = original[slot].removing(deleted) { original[slot] = remaining }
        toMany[slot]?.added.removeAll(where: deleted.contains)
        toMany[slot]?.removed.removeAll(where: deleted.contains)
        sets = [:]
    }

    /// Replaces temporary identifiers by the identifiers of the saved rows.
    package func remapIdentifiers() {
        for slot in original.indices { original[slot] = original[slot].resolved }
        toMany = toMany.mapValues(\.resolved)
        sets = [:]
    }
}

// MARK: - Members

extension ModelChanges {
    /// Records that a model joined a to-many relationship.
    package func recordAdded(_ identifier: PersistentIdentifier, slot: Int) {
        if isIn(toMany[slot]?.removed, ~slot, identifier),
            let index = toMany[slot]?.removed.firstIndex(of: identifier)
        {
            toMany[slot]?.removed.remove(at: index)
            forget(identifier, ~slot)
        } else {
            toMany[slot, default: ToManyChange()].added.append(identifier)
            sets[slot]?[identifier, default: 0] += 1
        }
    }

    /// Records that a model left a to-many relationship.
    package func recordRemoved(_ identifier: PersistentIdentifier, slot: Int) {
        if isIn(toMany[slot]?.added, slot, identifier),
            let index = toMany[slot]?.added.lastIndex(of: identifier)
        {
            toMany[slot]?.added.remove(at: index)
            forget(identifier, slot)
        } else {
            toMany[slot, default: ToManyChange()].removed.append(identifier)
            sets[~slot]?[identifier, default: 0] += 1
        }
    }

    /// Drops the changes of a relationship that its members in the store have already: other writers have saved them.
    package func forgetSaved(_ slot: Int, _ stored: Set<PersistentIdentifier>) {
        toMany[slot]?.added.removeAll { stored.contains($0) }
        toMany[slot]?.removed.removeAll { !stored.contains($0) }
        sets = [:]
    }

    /// Puts the added members of a relationship, which are the same ones, in another order.
    package func reorderAdded(_ slot: Int, as added: [PersistentIdentifier]) {
        toMany[slot]?.added = added
        sets = [:]
    }

    private func isIn(_ list: [PersistentIdentifier]?, _ key: Int, _ identifier: PersistentIdentifier) -> Bool {
        guard let list, !list.isEmpty else { return false }
        guard list.count >= MemberSet.leastCount else { return list.contains(identifier) }
        if let set = sets[key] { return set[identifier] != nil }
        var set: [PersistentIdentifier: Int] = [:]
        for member in list { set[member, default: 0] += 1 }
        sets[key] = set
        return set[identifier] != nil
    }

    private func forget(_ identifier: PersistentIdentifier, _ key: Int) {
        guard let count = sets[key]?[identifier] else { return }
        sets[key]?[identifier] = count > 1 ? count - 1 : nil
    }
}
