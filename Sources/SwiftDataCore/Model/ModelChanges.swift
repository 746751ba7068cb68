/// What has changed in a model since its last save.
package final class ModelChanges {
    /// The values before the first change, by slot; empty for a model that was never saved.
    package var original: [StoredValue]
    /// The slots that were written.
    package var slots: Set<Int> = []
    /// What was added to and removed from to-many relationships, by slot.
    package var toMany: [Int: ToManyChange] = [:]
    /// The slots with edits whose stored values somebody else has changed since. They are conflicts also where both wrote
    /// the same value, which leaves nothing to write.
    package var contested: Set<Int> = []

    package init(original: [StoredValue]) {
        self.original = original
    }

    /// Records that a model joined a to-many relationship.
    package func recordAdded(_ identifier: PersistentIdentifier, slot: Int) {
        if let index = toMany[slot]?.removed.firstIndex(of: identifier) {
            toMany[slot]?.removed.remove(at: index)
        } else {
            toMany[slot, default: ToManyChange()].added.append(identifier)
        }
    }

    /// Records that a model left a to-many relationship.
    package func recordRemoved(_ identifier: PersistentIdentifier, slot: Int) {
        if let index = toMany[slot]?.added.lastIndex(of: identifier) {
            toMany[slot]?.added.remove(at: index)
        } else {
            toMany[slot, default: ToManyChange()].removed.append(identifier)
        }
    }
}
