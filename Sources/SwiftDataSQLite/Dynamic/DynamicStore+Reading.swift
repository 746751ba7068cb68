public import SwiftDataCore
import SwiftDataSQL

extension DynamicStore {
    /// The treatment of rows with damaged values.
    public enum Damage: Sendable {
        /// The first of them is an error.
        case isAnError
        /// Such a value is ``DynamicValue/unreadable``.
        case isLeftOut
    }

    /// Iterates over all rows of an entity, and of the entities below it, in the order of their keys, with little
    /// memory.
    ///
    /// Rows that are written meanwhile may be missed. The closure may use the store.
    /// - Parameters:
    ///   - entityName: The entity.
    ///   - includesMembers: True if the members of relationships to many models are looked up.
    ///   - damage: The handling of values that cannot be read.
    ///   - body: The closure, which is called with each row. An error that it throws ends the iteration.
    /// - Throws: ``SwiftDataError/unknownSchema`` for an unknown entity, ``StoreError`` for a row that cannot be read,
    ///   and the errors of `body`.
    public func forEachRow(
        of entityName: String,
        includesMembers: Bool = true,
        damage: Damage = .isAnError,
        _ body: (DynamicRow) throws -> Void
    ) throws {
        let entity = try entity(entityName)
        var last: Int64?
        while true {
            let next = try nextRows(of: entity, after: last, damage)
            guard let end = next.lastKey else { return }
            last = end
            for row in try dynamic(next.rows, includesMembers: includesMembers) { try body(row) }
            if next.count < KeyList.chunkSize { return }
        }
    }

    /// The next rows. Rows that are left out count too.
    private func nextRows(
        of entity: StoreEntity,
        after last: Int64?,
        _ damage: Damage
    ) throws -> (rows: [DefaultSnapshot], count: Int, lastKey: Int64?) {
        let condition = last.map { _ in "t.Z_PK > ?" }
        let sql = store.selection(of: entity, where: condition) + " ORDER BY t.Z_PK LIMIT \(KeyList.chunkSize)"
        return try store.retryingMissingFiles {
            try store.connection.readOnce { runner in
                var count = 0
                var lastKey: Int64?
                var skipped = SkippedDamage()
                let rows = try store.batch(entity, sql, capacity: KeyList.chunkSize, runner) {
                    if let last { $0.integer(last) }
                } row: { row, decoder, rows in
                    count += 1
                    lastKey = decoder.shape.key(of: row)
                    switch damage {
                    case .isAnError: try decoder.read(row, into: &rows)
                    case .isLeftOut: try decoder.read(row, into: &rows, &skipped)
                    }
                    return true
                }
                return (rows.snapshots, count, lastKey)
            }
        }
    }

    /// A row by its identifier; nil where there is none.
    /// - Throws: ``StoreError`` for an identifier of another store, and for a row that cannot be read.
    public func row(_ identifier: PersistentIdentifier) throws -> DynamicRow? {
        try rows([identifier])[identifier]
    }

    /// Rows by identifier; rows that do not exist are left out.
    /// - Throws: The errors of ``row(_:)``.
    public func rows(_ identifiers: [PersistentIdentifier]) throws -> [PersistentIdentifier: DynamicRow] {
        let found = try store.cachedSnapshots(for: identifiers, editingState: EditingState())
        let rows = try dynamic(Array(found.values), includesMembers: true)
        return Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The identifier of a row by its key.
    /// - Throws: ``SwiftDataError/unknownSchema`` for an unknown entity.
    public func identifier(of entityName: String, primaryKey: Int64) throws -> PersistentIdentifier {
        try entity(entityName).identifier(primaryKey)
    }

    /// Rows with the members of their relationships, one statement for each relationship.
    func dynamic(_ rows: [DefaultSnapshot], includesMembers: Bool) throws -> [DynamicRow] {
        var all: [PersistentIdentifier: [Int: [PersistentIdentifier]]] = [:]
        if includesMembers {
            let groups = Dictionary(grouping: rows) { $0.layout.entityName }
            all = try store.connection.read { runner in
                var members: [PersistentIdentifier: [Int: [PersistentIdentifier]]] = [:]
                for (name, group) in groups {
                    guard let entity = store.model[name] else { continue }
                    for slot in entity.slots.indices where entity.slots[slot].isToMany {
                        let owners = group.map(\.persistentIdentifier)
                        let found = try store.memberIdentifiers(slot, of: entity.layout, owners: owners, runner)
                        for (owner, list) in found { members[owner, default: [:]][slot] = list }
                    }
                }
                return members
            }
        }
        return rows.compactMap { row in
            outlines[row.layout.entityName].map {
                DynamicRow(row, $0, members: all[row.persistentIdentifier] ?? [:])
            }
        }
    }
}
