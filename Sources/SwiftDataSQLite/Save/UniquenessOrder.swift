import SwiftDataCore
import SwiftDataSQL

/// The order in which new rows are written: where a uniqueness constraint has a relationship in it, the destination
/// comes first, since its key decides which values the constraint compares.
struct UniquenessOrder {
    private(set) var places: [Int32]

    /// - Parameter places: The places in the list of rows, in the order in which they would be written otherwise.
    init(_ places: [Int32], _ rows: [EncodedRow]) {
        self.places = places
        var slots: [Int64: [Int]] = [:]
        var last: StoreEntity?
        for place in places {
            let entity = rows[Int(place)].entity
            guard entity !== last else { continue }
            last = entity
            if slots[entity.number] == nil { slots[entity.number] = Self.slots(entity) }
        }
        guard slots.values.contains(where: { !$0.isEmpty }) else { return }
        var waiting = Dictionary(
            places.map { (rows[Int($0)].identifier, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var ordered: [Int32] = []
        for place in places where waiting[rows[Int(place)].identifier] != nil {
            // A stack of our own: chains of parents may be longer than the program's stack is deep.
            var path = [place]
            var onPath: Set<PersistentIdentifier> = [rows[Int(place)].identifier]
            while let top = path.last {
                let row = rows[Int(top)]
                let next = (slots[row.entity.number] ?? []).lazy.compactMap { slot -> Int32? in
                    guard case .identifier(let destination) = row.values[slot], !onPath.contains(destination) else {
                        return nil
                    }
                    return waiting[destination]
                }.first
                if let next {
                    path.append(next)
                    onPath.insert(rows[Int(next)].identifier)
                } else {
                    path.removeLast()
                    waiting[row.identifier] = nil
                    ordered.append(top)
                }
            }
        }
        self.places = ordered
    }

    /// The to-one relationships in the constraints of an entity.
    private static func slots(_ entity: StoreEntity) -> [Int] {
        let unique = Set(entity.table.uniqueColumns.joined())
        return entity.slots.indices.filter { slot in
            guard case .toOne = entity.slots[slot] else { return false }
            return !unique.isDisjoint(with: entity.slots[slot].columnNames)
        }
    }
}
