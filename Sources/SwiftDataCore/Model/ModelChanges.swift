/// The changes of a model since its last save.
package final class ModelChanges {
    /// The values before the first change, by slot; empty for a model that was never saved.
    package var original: [StoredValue]
    /// The slots that were written.
    package var slots: Set<Int> = []
    /// The members added to and removed from to-many relationships, by slot.
    package var toMany: [Int: ToManyChange] {
        get { storedToMany }
        _modify {
            sets = [:]
            yield &storedToMany
        }
    }
    private var storedToMany: [Int: ToManyChange] = [:]
    /// The members in long lists of ``toMany``, and how often each is there, by slot. The removed members are under the
    /// complement of the slot.
    private var sets: [Int: [PersistentIdentifier: Int]] = [:]
    /// The slots with edits whose stored values another context or process has changed since. They are conflicts also
    /// where both wrote the same value, which leaves nothing to write.
    package var contested: Set<Int> = []

    package init(original: [StoredValue]) {
        self.original = original
    }

    /// Records that a model joined a to-many relationship.
    package func recordAdded(_ identifier: PersistentIdentifier, slot: Int) {
        if isIn(storedToMany[slot]?.removed, ~slot, identifier),
            let index = storedToMany[slot]?.removed.firstIndex(of: identifier)
        {
            storedToMany[slot]?.removed.remove(at: index)
            forget(identifier, ~slot)
        } else {
            storedToMany[slot, default: ToManyChange()].added.append(identifier)
            sets[slot]?[identifier, default: 0] += 1
        }
    }

    /// Records that a model left a to-many relationship.
    package func recordRemoved(_ identifier: PersistentIdentifier, slot: Int) {
        if isIn(storedToMany[slot]?.added, slot, identifier),
            let index = storedToMany[slot]?.added.lastIndex(of: identifier)
        {
            storedToMany[slot]?.added.remove(at: index)
            forget(identifier, slot)
        } else {
            storedToMany[slot, default: ToManyChange()].removed.append(identifier)
            sets[~slot]?[identifier, default: 0] += 1
        }
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
