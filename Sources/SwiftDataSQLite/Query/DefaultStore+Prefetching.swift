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
                answer.addMembers(found, of: slot)
            case .toOne(_, _, let name):
                guard let destination = model[name] else { continue }
                let rows = try rows(answer.destinationKeys(of: slot), of: destination, &damage, runner)
                answer.destinations.append((slot, rows))
            case .value, .composite, .none: break
            }
        }
    }
}
