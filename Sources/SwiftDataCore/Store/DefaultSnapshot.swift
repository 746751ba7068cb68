/// A row as the default store and the context exchange it: the values of a model by slot.
///
/// Taking one from a model, or making a model from one, shares the values and copies nothing.
public struct DefaultSnapshot: DataStoreSnapshot {
    /// The identifier of the row.
    public internal(set) var persistentIdentifier: PersistentIdentifier
    /// The properties of the model class.
    package let layout: ModelLayout
    /// The values, one for each slot of the layout.
    package var values: [StoredValue]
    /// The optimistic-lock counter of the row as it was read; ``unknownLock`` where it is not known.
    package var lock = DefaultSnapshot.unknownLock
    /// The part of a snapshot that few rows have.
    private var rest: Rest?

    /// `@unchecked Sendable` without a lock: an instance that may have another holder is copied before it is changed.
    private final class Rest: @unchecked Sendable {
        var changedSlots: [Int]?
        var toManyChanges: [Int: ToManyChange] = [:]
        var remapping: SaveRemapping?

        init() {}

        init(_ other: Rest) {
            changedSlots = other.changedSlots
            toManyChanges = other.toManyChanges
            remapping = other.remapping
        }
    }

    /// The slots that changed since the row was read, in an update; nil means all.
    package var changedSlots: [Int]? {
        get { rest?.changedSlots }
        set { change { $0.changedSlots = newValue } }
    }
    /// The members added to and removed from each to-many relationship, by slot, in an update.
    package var toManyChanges: [Int: ToManyChange] {
        get { rest?.toManyChanges ?? [:] }
        set { change { $0.toManyChanges = newValue } }
    }
    /// The permanent identifiers of the new rows of a save, in a save to a custom store.
    package var remapping: SaveRemapping? {
        get { rest?.remapping }
        set { change { $0.remapping = newValue } }
    }

    private mutating func change(_ body: (Rest) -> Void) {
        if rest == nil { rest = Rest() } else if !isKnownUniquelyReferenced(&rest), let rest { self.rest = Rest(rest) }
        if let rest { body(rest) }
    }

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

/// The members that joined and left a to-many relationship since the row was read.
package struct ToManyChange: Sendable {
    package var added: [PersistentIdentifier]
    package var removed: [PersistentIdentifier]

    package init(added: [PersistentIdentifier] = [], removed: [PersistentIdentifier] = []) {
        self.added = added
        self.removed = removed
    }
}
