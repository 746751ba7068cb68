import SwiftDataCore
import SwiftDataSQL

/// The order in which new rows are written: where a uniqueness constraint has a relationship in it, the destination comes
/// first, since which key it has decides what the constraint compares.
struct UniquenessOrder {
    private(set) var rows: [EncodedRow]

    init(_ rows: [EncodedRow]) {
        self.rows = rows
        var slots: [Int64: [Int]] = [:]
        for row in rows where slots[row.entity.number] == nil { slots[row.entity.number] = Self.slots(row.entity) }
        guard slots.values.contains(where: { !$0.isEmpty }) else { return }
        var waiting = Dictionary(rows.map { ($0.identifier, $0) }, uniquingKeysWith: { first, _ in first })
        var ordered: [EncodedRow] = []
        for row in rows where waiting[row.identifier] != nil {
            // A stack of our own: chains of parents may be longer than the program's stack is deep.
            var path = [row]
            var onPath: Set<PersistentIdentifier> = [row.identifier]
            while let top = path.last {
                let next = (slots[top.entity.number] ?? []).lazy.compactMap { slot -> EncodedRow? in
                    guard case .identifier(let destination) = top.values[slot], !onPath.contains(destination) else {
                        return nil
                    }
                    return waiting[destination]
                }.first
                if let next {
                    path.append(next)
                    onPath.insert(next.identifier)
                } else {
                    path.removeLast()
                    waiting[top.identifier] = nil
                    ordered.append(top)
                }
            }
        }
        self.rows = ordered
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
