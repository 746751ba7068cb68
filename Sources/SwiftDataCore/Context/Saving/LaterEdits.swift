/// The edits of a model since its row was planned, found by comparing it with the written values.
package struct LaterEdits {
    /// A row as it was written.
    package struct Written {
        package var values: [StoredValue]
        /// The members added to and removed from to-many relationships, in an update.
        package var toMany: [Int: ToManyChange]

        package init(values: [StoredValue], toMany: [Int: ToManyChange] = [:]) {
            self.values = values
            self.toMany = toMany
        }
    }

    /// The model now, with its unsaved changes: the written ones are among them.
    package struct Current {
        package var values: [StoredValue]
        /// The values that the changes are based on; empty without changes.
        package var original: [StoredValue]
        package var slots: Set<Int>
        package var toMany: [Int: ToManyChange]

        package init(
            values: [StoredValue],
            original: [StoredValue] = [],
            slots: Set<Int> = [],
            toMany: [Int: ToManyChange] = [:]
        ) {
            self.values = values
            self.original = original
            self.slots = slots
            self.toMany = toMany
        }
    }

    /// The values that the later edits are based on.
    package private(set) var original: [StoredValue]
    package private(set) var slots: Set<Int> = []
    package private(set) var toMany: [Int: ToManyChange] = [:]

    /// - Parameter isNew: True if the row was inserted, so that any value may have been edited since.
    package init(of current: Current, since written: Written, _ layout: ModelLayout, isNew: Bool) {
        original = current.values
        let written = Written(values: written.values, toMany: written.toMany.mapValues(\.resolved))
        let slots = isNew ? Array(current.values.indices) : current.slots.sorted()
        for slot in slots where written.values.indices.contains(slot) && !layout.properties[slot].isEphemeral {
            if layout.properties[slot].isToMany {
                compareMembers(slot, current, written)
            } else {
                compareValue(slot, current, written)
            }
        }
    }

    private mutating func compareValue(_ slot: Int, _ current: Current, _ written: Written) {
        var base = written.values[slot].resolved
        // Values that were read meanwhile were not written.
        if case .unloaded = base, let read = current.base(slot) { base = read }
        original[slot] = base
        if !current.values[slot].resolved.isSame(as: base, encode: { $0 }) { slots.insert(slot) }
    }

    /// Compares the members that joined and left a to-many relationship since it was written.
    private mutating func compareMembers(_ slot: Int, _ current: Current, _ written: Written) {
        let change = written.toMany[slot] ?? ToManyChange()
        var base = written.values[slot].resolved
        if case .unloaded = base, case .identifiers(let read)? = current.base(slot)?.resolved {
            // Read meanwhile, before or after the store wrote.
            let removed = Set(change.removed)
            let kept = read.filter { !removed.contains($0) }
            let present = Set(kept)
            base = .identifiers(kept + change.added.filter { !present.contains($0) })
        }
        original[slot] = base
        let now = (current.toMany[slot] ?? ToManyChange()).resolved
        guard var later = Self.change(from: base, to: current.values[slot].resolved, written: change, now: now) else {
            return
        }
        // Models without a row were not written.
        later.removed.removeAll(where: \.isTemporary)
        slots.insert(slot)
        toMany[slot] = later
    }

    /// Finds the changes of members; nil where there are none.
    private static func change(
        from base: StoredValue,
        to value: StoredValue,
        written: ToManyChange,
        now: ToManyChange
    ) -> ToManyChange? {
        switch (base, value) {
        case (.identifiers(let old), .identifiers(let new)):
            return old == new ? nil : ToManyChange(from: old, to: new)
        case (.null, .identifiers(let new)):
            return new.isEmpty ? nil : ToManyChange(from: [], to: new)
        case (.identifiers(let old), .null):
            return old.isEmpty ? nil : ToManyChange(from: old, to: [])
        case (.null, .null):
            return nil
        default:
            // Not read: the additions and removals alone are known.
            let added = ToManyChange(from: written.added, to: now.added)
            let removed = ToManyChange(from: written.removed, to: now.removed)
            let change = ToManyChange(
                added: added.added + removed.removed,
                removed: removed.added + added.removed
            )
            return change.added.isEmpty && change.removed.isEmpty ? nil : change
        }
    }
}

extension LaterEdits.Current {
    /// The value that a change is based on; nil without changes.
    fileprivate func base(_ slot: Int) -> StoredValue? { original.indices.contains(slot) ? original[slot] : nil }
}

extension ToManyChange {
    /// Finds the change that makes one list of members of another.
    fileprivate init(from old: [PersistentIdentifier], to new: [PersistentIdentifier]) {
        let (before, after) = (Set(old), Set(new))
        self.init(added: new.filter { !before.contains($0) }, removed: old.filter { !after.contains($0) })
    }

    /// The change with the identifiers that its models have now.
    var resolved: ToManyChange {
        ToManyChange(added: added.map(\.resolved), removed: removed.map(\.resolved))
    }
}
