import SwiftDataCore

extension DefaultStore {
    /// Loads the other sides of relationships for all rows at once, and notes the members of to-many relationships.
    func prefetch(
        _ slots: [Int],
        of entity: StoreEntity,
        into rows: inout [DefaultSnapshot],
        _ runner: SQLRunner
    ) throws -> [PersistentIdentifier: DefaultSnapshot] {
        var related: [PersistentIdentifier: DefaultSnapshot] = [:]
        for slot in slots {
            switch entity.slots[slot] {
            case .toManyByKey, .toManyByJoin: try prefetchToMany(slot, of: entity, &rows, &related, runner)
            case .toOne: try prefetchToOne(slot, rows, &related, runner)
            case .value, .composite, .none: break
            }
        }
        return related
    }

    private func prefetchToMany(
        _ slot: Int,
        of entity: StoreEntity,
        _ rows: inout [DefaultSnapshot],
        _ related: inout [PersistentIdentifier: DefaultSnapshot],
        _ runner: SQLRunner
    ) throws {
        let found = try self.related(slot, of: entity.layout, for: rows.map(\.persistentIdentifier), runner)
        for index in rows.indices {
            let members = found[rows[index].persistentIdentifier] ?? []
            rows[index].values[slot] = .identifiers(members.map(\.persistentIdentifier))
            for member in members { related[member.persistentIdentifier] = member }
        }
    }

    private func prefetchToOne(
        _ slot: Int,
        _ rows: [DefaultSnapshot],
        _ related: inout [PersistentIdentifier: DefaultSnapshot],
        _ runner: SQLRunner
    ) throws {
        var keys: [Int64: Set<Int64>] = [:]
        for row in rows {
            guard case .identifier(let identifier) = row.values[slot], let key = identifier.row else { continue }
            keys[try model.entity(of: identifier).number, default: []].insert(key)
        }
        for (number, keys) in keys {
            guard let destination = model[number: number] else { continue }
            let sql = selection(of: destination, where: KeyList.condition("t.Z_PK"))
            for chunk in KeyList.chunks(keys.sorted()) {
                try read(destination, sql, keys: chunk, runner) { snapshot, _ in
                    related[snapshot.persistentIdentifier] = snapshot
                }
            }
        }
    }

    /// The same for rows in a batch.
    func prefetch(
        _ slots: [Int],
        of entity: StoreEntity,
        for answer: inout FetchedBatch,
        _ runner: SQLRunner
    ) throws {
        for slot in slots {
            switch entity.slots[slot] {
            case .toManyByKey, .toManyByJoin:
                let found = try members(slot, of: entity, owners: answer.rows.identifiers.keys, runner)
                for (index, range) in found.ranges.enumerated() {
                    guard let range else { continue }
                    answer.rows.values[index]?[slot] = .identifiers(Array(found.rows.identifiers[range]))
                }
                answer.members.append((slot, found))
            case .toOne(_, _, let name):
                guard let destination = model[name] else { continue }
                var keys: Set<Int64> = []
                for case let values? in answer.rows.values {
                    if case .identifier(let identifier) = values[slot], let key = identifier.row { keys.insert(key) }
                }
                answer.destinations.append((slot, try rows(keys.sorted(), of: destination, runner).rows))
            case .value, .composite, .none: break
            }
        }
    }
}
