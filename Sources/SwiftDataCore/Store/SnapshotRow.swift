/// A row that was read, as a query sees it that is evaluated in memory.
package struct SnapshotRow: QueryRow {
    package let snapshot: DefaultSnapshot
    let neighbours: SnapshotNeighbours

    package init(snapshot: DefaultSnapshot, neighbours: SnapshotNeighbours) {
        self.snapshot = snapshot
        self.neighbours = neighbours
    }

    package var identifier: PersistentIdentifier { snapshot.persistentIdentifier }
    package var layout: ModelLayout { snapshot.layout }
    package func value(slot: Int) -> StoredValue { snapshot.values[slot] }

    package func destination(slot: Int) throws -> (any QueryRow)? {
        guard case .identifier(let identifier) = snapshot.values[slot] else { return nil }
        return try neighbours.row(identifier, slot: slot, of: layout).map {
            SnapshotRow(snapshot: $0, neighbours: neighbours.neighbours(slot, of: layout))
        }
    }

    package func destinations(slot: Int) throws -> [any QueryRow] {
        // The neighbours of the neighbours are known once these are read.
        let found = try neighbours.rows(of: identifier, slot: slot, layout)
        let next = neighbours.neighbours(slot, of: layout)
        return found.map { SnapshotRow(snapshot: $0, neighbours: next) }
    }
}

/// The rows that a set of rows leads to, read relationship by relationship for all of the set at once.
package final class SnapshotNeighbours {
    private let store: any BatchStore
    private var rows: [DefaultSnapshot]
    private var toOne: [Path: [PersistentIdentifier: DefaultSnapshot]] = [:]
    private var toMany: [Path: [PersistentIdentifier: [DefaultSnapshot]]] = [:]
    private var next: [Path: SnapshotNeighbours] = [:]

    private struct Path: Hashable {
        let entity: String
        let slot: Int
    }

    package init(_ rows: [DefaultSnapshot], store: any BatchStore) {
        self.rows = rows
        self.store = store
    }

    /// The neighbours of the rows that a relationship leads to.
    func neighbours(_ slot: Int, of layout: ModelLayout) -> SnapshotNeighbours {
        let path = Path(entity: layout.entityName, slot: slot)
        if let known = next[path] { return known }
        let found = (toOne[path].map { Array($0.values) } ?? []) + (toMany[path]?.values.flatMap { $0 } ?? [])
        let made = SnapshotNeighbours(found, store: store)
        next[path] = made
        return made
    }

    func row(_ identifier: PersistentIdentifier, slot: Int, of layout: ModelLayout) throws -> DefaultSnapshot? {
        let path = Path(entity: layout.entityName, slot: slot)
        if let known = toOne[path] { return known[identifier] }
        let wanted = rows.compactMap { row -> PersistentIdentifier? in
            guard row.layout === layout, case .identifier(let destination) = row.values[slot] else { return nil }
            return destination
        }
        let read = try store.rows(for: wanted, salvaging: false)
        let found = Dictionary(read.snapshots.map { ($0.persistentIdentifier, $0) }) { first, _ in first }
        toOne[path] = found
        return found[identifier]
    }

    func rows(of owner: PersistentIdentifier, slot: Int, _ layout: ModelLayout) throws -> [DefaultSnapshot] {
        let path = Path(entity: layout.entityName, slot: slot)
        if let known = toMany[path] { return known[owner] ?? [] }
        let owners = rows.filter { $0.layout === layout }.map(\.persistentIdentifier)
        let keys = owners.compactMap(\.resolved.row)
        let read = try store.members(slot, of: layout, owners: keys, salvaging: false, limit: .max)
        var found: [PersistentIdentifier: [DefaultSnapshot]] = [:]
        for (owner, range) in zip(owners, read.ranges) {
            if let range { found[owner] = range.map { read.rows.snapshot(at: $0) } }
        }
        toMany[path] = found
        return found[owner] ?? []
    }
}
