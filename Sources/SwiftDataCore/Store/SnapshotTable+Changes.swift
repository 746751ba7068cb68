import OrderedCollections

/// The changes between an earlier state of a ``SnapshotTable`` and a later one.
///
/// An addition to Apple's API, for stores that keep a history.
public struct SnapshotTableChanges: Sendable {
    /// A row that is another one than before.
    public struct Update: Sendable {
        /// The row.
        public let persistentIdentifier: PersistentIdentifier
        /// The names of the properties that have other values, relationships included.
        public let properties: [String]
    }

    /// The rows that are new.
    public let inserted: [PersistentIdentifier]
    /// The rows that have changed.
    public let updated: [Update]
    /// The deleted rows, with their last values.
    public let deleted: [DefaultSnapshot]

    /// True if there is no difference.
    public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

extension SnapshotTable {
    /// Returns the changes since an earlier state of the table: the rows that a save wrote, and the rows that it
    /// changed on the way, as when a row is deleted that other rows refer to.
    ///
    /// An addition to Apple's API.
    public func changes(since earlier: SnapshotTable) -> SnapshotTableChanges {
        var inserted: [PersistentIdentifier] = []
        var updated: [SnapshotTableChanges.Update] = []
        for (identifier, row) in rows {
            guard let before = earlier.rows[identifier] else {
                inserted.append(identifier)
                continue
            }
            let properties = row.propertiesChanged(since: before)
            guard !properties.isEmpty else { continue }
            updated.append(SnapshotTableChanges.Update(persistentIdentifier: identifier, properties: properties))
        }
        let deleted = earlier.rows.values.filter { rows[$0.persistentIdentifier] == nil }
        return SnapshotTableChanges(inserted: inserted, updated: updated, deleted: deleted)
    }
}

extension DefaultSnapshot {
    fileprivate func propertiesChanged(since earlier: DefaultSnapshot) -> [String] {
        layout.properties.filter { property in
            guard !property.isEphemeral, earlier.values.indices.contains(property.slot) else { return false }
            return !values[property.slot].isSame(as: earlier.values[property.slot]) { value in
                guard case .attribute(let attribute) = property.shape else { return value }
                return try attribute.encoded(value)
            }
        }.map(\.name)
    }
}
