import SwiftDataCore

/// The new rows of a save that turned out to have the unique values of another row, and so became updates of it.
struct Upserts {
    private var keys: [PersistentIdentifier: Int64] = [:]
    /// The last new row that was written over a row: its values are those that the row has.
    private var winners: [ChangeLog.Row: EncodedRow] = [:]
    private var order: [ChangeLog.Row] = []

    var isEmpty: Bool { keys.isEmpty }

    /// Whether a new row became an update.
    func contains(_ identifier: PersistentIdentifier) -> Bool { keys[identifier] != nil }

    mutating func add(_ row: EncodedRow, _ key: Int64) {
        let place = ChangeLog.Row(entity: row.entity.number, key: key)
        keys[row.identifier] = key
        if winners.updateValue(row, forKey: place) == nil { order.append(place) }
    }

    /// Whether another new row was written over a row later, so that the values of this one count no more.
    func isOverwritten(_ row: EncodedRow, _ key: Int64) -> Bool {
        guard let winner = winners[ChangeLog.Row(entity: row.entity.number, key: key)] else { return false }
        return winner.identifier != row.identifier
    }

    /// Each row that was written over, with what was written last.
    var final: [(row: EncodedRow, key: Int64)] {
        order.compactMap { place in winners[place].map { ($0, place.key) } }
    }

    /// The last new rows that were written over rows which were there before the save.
    func stored(_ log: ChangeLog) -> [EncodedRow] {
        final.filter { !log.isInserted($0.row.entity, $0.key) }.map(\.row)
    }
}

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
