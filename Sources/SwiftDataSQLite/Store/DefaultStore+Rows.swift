public import SwiftDataCore
import SwiftDataSQL

// Reading rows by key.

extension DefaultStore {
    /// Rows by identifier; rows that do not exist are left out.
    /// - Throws: ``StoreError`` for a damaged row, or an identifier of another store.
    public func cachedSnapshots(
        for persistentIdentifiers: [PersistentIdentifier],
        editingState: EditingState
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        try rows(for: persistentIdentifiers, salvaging: false).byIdentifier
    }

    /// The rows of some identifiers, class by class; rows that do not exist are left out.
    /// - Parameter salvaging: True if a damaged value is `.unloaded` instead of an error.
    /// - Throws: ``StoreError`` for a damaged row, or an identifier of another store.
    package func rows(for identifiers: [PersistentIdentifier], salvaging: Bool) throws -> RowBatch {
        let groups = try keysByEntity(identifiers)
        return try retryingMissingFiles {
            try connection.readOnce { runner in
                let batches = try groups.map { entity, keys in
                    guard salvaging else {
                        var damage = FailingDamage()
                        return try rows(keys, of: entity, &damage, runner)
                    }
                    var damage = SkippedDamage()
                    return try rows(keys, of: entity, &damage, runner)
                }
                return RowBatch(joining: batches)
            }
        }
    }

    /// `SELECT` of the rows of an entity and its subentities, under the alias `t`.
    func selection(
        of entity: StoreEntity,
        _ names: EntityColumns? = nil,
        also extra: [String] = [],
        where condition: String?
    ) -> String {
        let names = names ?? EntityColumns(of: entity, in: model)
        let columns = ([names.list("t")] + extra).joined(separator: ", ")
        let conditions = [condition, entity.familyCondition("t.")].compactMap { $0 }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "SELECT \(columns) FROM \(entity.quotedTable) t" + filter
    }

    /// The keys of some identifiers, in order and each once, by the class of their rows.
    private func keysByEntity(_ identifiers: [PersistentIdentifier]) throws -> [(StoreEntity, [Int64])] {
        var groups: [Int64: [Int64]] = [:]
        for identifier in identifiers {
            let resolved = identifier.resolved
            guard let row = resolved.row else { continue }
            groups[try model.entity(of: resolved).number, default: []].append(row)
        }
        return groups.keys.sorted().compactMap { number in
            model[number: number].map { ($0, KeyList.ordered(groups[number] ?? [])) }
        }
    }
}
