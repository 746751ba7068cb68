public import SwiftDataCore

/// The changes that a save of a ``DynamicStore`` is to write.
///
/// An addition to Apple's API.
public struct DynamicChanges: Sendable {
    struct Edit: Sendable {
        let identifier: PersistentIdentifier
        let entityName: String
        var values: [String: DynamicValue]
        let isNew: Bool
        /// The optimistic-lock counter that the row must have.
        var lock: Int64?
    }

    private(set) var edits: [Edit] = []
    private(set) var deletions: [PersistentIdentifier] = []
    /// The optimistic-lock counters that rows to delete must have.
    private(set) var deletionLocks: [PersistentIdentifier: Int64] = [:]
    private var places: [PersistentIdentifier: Int] = [:]

    init() {}

    /// Adds a row. Properties that are not named get their default, or no value.
    /// - Returns: A temporary identifier, which other changes of the save may lead to.
    @discardableResult
    public mutating func insert(
        _ entityName: String,
        _ values: [String: DynamicValue] = [:]
    ) -> PersistentIdentifier {
        let identifier = PersistentIdentifier(
            space: .named(store: nil, entity: entityName),
            key: .temporary(TemporaryKey())
        )
        places[identifier] = edits.count
        edits.append(Edit(identifier: identifier, entityName: entityName, values: values, isNew: true))
        return identifier
    }

    /// Changes properties of a row, or of one that the same save adds. The other sides of relationships follow.
    public mutating func update(_ identifier: PersistentIdentifier, _ values: [String: DynamicValue]) {
        if let place = places[identifier] {
            edits[place].values.merge(values) { _, new in new }
            return
        }
        places[identifier] = edits.count
        edits.append(
            Edit(identifier: identifier, entityName: identifier.entityName, values: values, isNew: false)
        )
    }

    /// Changes properties of a row. The save throws if the row was changed since it was read.
    public mutating func update(_ row: DynamicRow, _ values: [String: DynamicValue]) {
        update(row.id, values)
        if let place = places[row.id] { edits[place].lock = row.lockCounter }
    }

    /// Deletes a row, following the delete rules of the model.
    public mutating func delete(_ identifier: PersistentIdentifier) {
        deletions.append(identifier)
    }

    /// Deletes a row. The save throws if the row was changed since it was read.
    public mutating func delete(_ row: DynamicRow) {
        delete(row.id)
        deletionLocks[row.id] = row.lockCounter
    }
}
