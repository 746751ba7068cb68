import SwiftDataCore

extension DefaultStore {
    /// Loads the other sides of relationships for all rows at once, and notes the members of to-many relationships.
    func prefetch(
        _ slots: [Int],
        of entity: StoreEntity,
        for answer: inout FetchedBatch,
        _ runner: SQLRunner
    ) throws {
        var damage = FailingDamage()
        for slot in slots {
            switch entity.slots[slot] {
            case .toManyByKey, .toManyByJoin:
                let found = try members(slot, of: entity, owners: answer.rows.identifiers.keys, &damage, runner)
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
                answer.destinations.append((slot, try rows(keys.sorted(), of: destination, &damage, runner)))
            case .value, .composite, .none: break
            }
        }
    }
}
