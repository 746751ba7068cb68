import OrderedCollections

/// The conflicts of a context, one for each property of a model, in the order in which they were found.
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

    /// The edits no longer exist.
    mutating func forgetPending() {
        guard !entries.isEmpty else { return }
        entries.removeAll { !$0.value.isOverwritten }
    }
}
