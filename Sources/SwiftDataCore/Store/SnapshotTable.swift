import OrderedCollections

/// The rows of a store in memory, in the order in which they came, and the effect of a save on them.
///
/// An addition to Apple's API, for authors of stores that read and write everything at once. It does the work of the
/// default store inside a save: unique values make an update of an insertion, and references to deleted rows are
/// removed.
///
/// ```swift
/// func save(
///     _ request: DataStoreSaveChangesRequest<DefaultSnapshot>
/// ) throws -> DataStoreSaveChangesResult<DefaultSnapshot> {
///     var table = SnapshotTable(try readRows())
///     let remapped = try table.apply(request) { row in
///         try .identifier(for: identifier, entityName: row.persistentIdentifier.entityName, primaryKey: UUID())
///     }
///     try writeRows(table.snapshots)
///     return DataStoreSaveChangesResult(for: identifier, remappedIdentifiers: remapped)
/// }
/// ```
public struct SnapshotTable: Sendable {
    var rows: OrderedDictionary<PersistentIdentifier, DefaultSnapshot>

    /// A table of some rows. Of two with one identifier the later counts.
    public init(_ snapshots: [DefaultSnapshot] = []) {
        rows = OrderedDictionary(snapshots.map { ($0.persistentIdentifier, $0) }) { _, later in later }
    }

    /// All rows, in order.
    public var snapshots: [DefaultSnapshot] { Array(rows.values) }

    /// The rows of a class and of its subclasses, in order.
    public func snapshots<T: PersistentModel>(of type: T.Type) -> [DefaultSnapshot] {
        rows.values.filter { $0.layout.modelType is T.Type }
    }

    /// The row with an identifier.
    public subscript(identifier: PersistentIdentifier) -> DefaultSnapshot? { rows[identifier] }

    /// Makes the changes of a save.
    ///
    /// A new row with the unique values of a stored one becomes an upsert: its attributes and to-one relationships
    /// replace the ones of the stored row, and its members join.
    /// - Parameters:
    ///   - request: The save.
    ///   - newIdentifier: Makes the permanent identifier of a new row.
    /// - Returns: The permanent identifiers, by the temporary ones.
    /// - Throws: ``StoreError`` with code `missingRow` for an update of a row that is not there and `constraint` for
    ///   unique values that belong to another row; the error of `newIdentifier`. The table must not be used then.
    public mutating func apply(
        _ request: DataStoreSaveChangesRequest<DefaultSnapshot>,
        newIdentifier: (DefaultSnapshot) throws -> PersistentIdentifier
    ) throws -> [PersistentIdentifier: PersistentIdentifier] {
        remove(request.deleted.map(\.persistentIdentifier))
        for row in request.updated {
            let identifier = row.persistentIdentifier
            guard rows[identifier] != nil else {
                throw StoreError(
                    .missingRow,
                    "the row was deleted elsewhere, so that it cannot be updated.",
                    entity: identifier.entityName,
                    model: identifier
                )
            }
            rows[identifier] = row
        }
        var insertion = try TableInsertion(rows, updated: request.updated.map(\.persistentIdentifier))
        try insertion.insert(request.inserted, newIdentifier)
        rows = insertion.finished()
        return insertion.remapped
    }

    /// Removes rows, and the references to them. A required relationship is left alone, as the default store does: a
    /// row without a partner that its class needs could not be read any more.
    private mutating func remove(_ identifiers: [PersistentIdentifier]) {
        guard !identifiers.isEmpty else { return }
        let removed = Set(identifiers)
        rows.removeAll { removed.contains($0.key) }
        for (identifier, row) in rows {
            if let row = row.replacingReferences({ removed.contains($0) ? nil : $0 }) { rows[identifier] = row }
        }
    }
}

extension DefaultSnapshot {
    /// The row with other references, or nil where it has none that change. A member that is named twice counts once.
    func replacingReferences(_ change: (PersistentIdentifier) -> PersistentIdentifier?) -> DefaultSnapshot? {
        var row = self
        var hasChanged = false
        for slot in values.indices {
            switch values[slot] {
            case .identifier(let old):
                let new = change(old)
                guard new != old, new != nil || layout.properties[slot].isOptional else { continue }
                row.values[slot] = new.map { .identifier($0) } ?? .null
            case .identifiers(let old):
                let new = Array(OrderedSet(old.compactMap(change)))
                guard new != old else { continue }
                row.values[slot] = .identifiers(new)
            default:
                continue
            }
            hasChanged = true
        }
        return hasChanged ? row : nil
    }
}
