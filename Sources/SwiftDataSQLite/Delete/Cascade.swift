import SwiftDataCore
import SwiftDataSQL

/// The rows that a deletion takes along, found in the store without reading their values.
struct Cascade {
    private let related: RelatedRows
    private let model: StoreModel
    private var doomed: [Int64: GrowingKeys] = [:]
    /// The number of rows that were found because a deleted row leads to them, by their slot that leads back.
    private var reached: [CascadeEdge: Int] = [:]

    private struct CascadeEdge: Hashable {
        let entity: Int64
        let slot: Int
    }

    private struct Step {
        let entity: Int64
        let keys: [Int64]
        /// The slot that leads back to where the rows were found from.
        let back: Int?
    }

    init(runner: SQLRunner, model: StoreModel) {
        self.model = model
        related = RelatedRows(runner: runner, model: model)
    }

    /// The rows of one entity after the other, in order.
    var groups: [(entity: Int64, keys: [Int64])] { doomed.keys.sorted().map { ($0, doomed[$0]?.sorted ?? []) } }

    func contains(_ entity: Int64, _ key: Int64) -> Bool { doomed[entity]?.contains(key) ?? false }

    /// True if a to-one relationship of every row of an entity leads to a row that is deleted too.
    func leadsToDoomed(_ entity: Int64, _ slot: Int) -> Bool {
        guard let count = doomed[entity]?.count else { return true }
        return reached[CascadeEdge(entity: entity, slot: slot)] == count
    }

    /// Adds rows, and the rows that cascade from them.
    mutating func follow(_ rows: RowSet) throws {
        try follow(rows.groups.map { Step(entity: $0.entity, keys: $0.keys, back: nil) })
    }

    /// Adds the rows that cascade from some rows of an entity through one relationship.
    mutating func follow(_ keys: [Int64], of entity: StoreEntity, slot: Int) throws {
        try follow(steps(keys, of: entity, slot: slot))
    }

    private mutating func follow(_ first: [Step]) throws {
        var waiting = first
        while !waiting.isEmpty {
            var next: [Step] = []
            for step in waiting {
                guard let entity = model[number: step.entity] else { continue }
                let fresh = doomed[step.entity, default: GrowingKeys()].add(step.keys)
                guard !fresh.isEmpty else { continue }
                if let back = step.back {
                    reached[CascadeEdge(entity: step.entity, slot: back), default: 0] += fresh.count
                }
                for slot in entity.layout.slots(with: .cascade) { next += try steps(fresh, of: entity, slot: slot) }
            }
            waiting = next
        }
    }

    private func steps(_ keys: [Int64], of entity: StoreEntity, slot: Int) throws -> [Step] {
        var back: Int?
        if case .toManyByKey = entity.slots[slot] { back = entity.inverse(of: slot)?.slot }
        return try related.destinations(of: keys, entity, slot: slot).groups.map { group in
            Step(entity: group.entity, keys: group.keys, back: back)
        }
    }
}
