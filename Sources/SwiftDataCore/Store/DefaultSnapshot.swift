/// A row as the default store and the context exchange it: the values of a model by slot.
///
/// Taking one from a model, or making a model from one, shares the values and copies nothing.
public struct DefaultSnapshot: DataStoreSnapshot {
    /// The identifier of the row.
    public let persistentIdentifier: PersistentIdentifier
    /// The properties of the model class.
    package let layout: ModelLayout
    /// The values, one for each slot of the layout.
    package var values: [StoredValue]
    /// In an update, the slots that changed since the row was read; nil means all.
    package var changedSlots: [Int]?
    /// In an update, what was added to and removed from each to-many relationship, by slot.
    package var toManyChanges: [Int: ToManyChange] = [:]
    /// The optimistic-lock counter of the row as it was read; ``unknownLock`` where nobody knows it.
    package var lock = DefaultSnapshot.unknownLock
    /// In a save to a store that is not ours, what the new rows of the save became.
    package var remapping: SaveRemapping?

    package init(persistentIdentifier: PersistentIdentifier, layout: ModelLayout, values: [StoredValue]) {
        self.persistentIdentifier = persistentIdentifier
        self.layout = layout
        self.values = values
    }

    /// Stands for a counter that is not known, and is not compared.
    package static let unknownLock: Int64 = -1
    /// The counter of a row that has just been inserted.
    package static let firstLock: Int64 = 1
}

/// What changed in a to-many relationship since the row was read.
package struct ToManyChange: Sendable {
    package var added: [PersistentIdentifier]
    package var removed: [PersistentIdentifier]

    package init(added: [PersistentIdentifier] = [], removed: [PersistentIdentifier] = []) {
        self.added = added
        self.removed = removed
    }
}
