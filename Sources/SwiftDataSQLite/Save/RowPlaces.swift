import SwiftDataCore
import SwiftDataSQL

/// The order in which new rows get keys and are written, as places in the list of them.
///
/// The rows of a table are written together, in the order of their keys: SQLite appends them then, and the history
/// reports them as one.
struct RowPlaces {
    struct Group {
        let table: String
        var places: [Int32] = []
    }

    /// The places of the rows of each table, in the order of their keys.
    private(set) var groups: [Group] = []
    /// True if the keys are in the order in which the rows were given.
    private let isInGivenOrder: Bool

    /// Rows are read back by key. So the members of each to-many relationship get keys in its order: the given order of
    /// the rows, where that is such an order; otherwise the members of one owner after the members of another.
    init(_ rows: [EncodedRow], after updated: [EncodedRow], _ keys: KeyMap) {
        isInGivenOrder = Self.isInOrder(rows, keys) && Self.isInOrder(updated, keys)
        if isInGivenOrder {
            for place in rows.indices { add(Int32(place), rows[place]) }
        } else {
            for place in Self.orderedByRelationships(rows, updated, keys) { add(place, rows[Int(place)]) }
        }
    }

    private mutating func add(_ place: Int32, _ row: EncodedRow) {
        let table = row.entity.table.rootNumber
        if let last = lastGroup, last.root == table { return groups[last.index].places.append(place) }
        let name = row.entity.table.rootEntityName
        let index = groups.firstIndex { $0.table == name } ?? groups.count
        if index == groups.count { groups.append(Group(table: name)) }
        lastGroup = (table, index)
        groups[index].places.append(place)
    }

    private var lastGroup: (root: Int64, index: Int)?

    private static func isInOrder(_ rows: [EncodedRow], _ keys: KeyMap) -> Bool {
        for row in rows {
            for slot in row.entity.shape.toMany {
                var last = -1
                for member in row.added(slot) {
                    guard let place = keys.place(of: member) else { continue }
                    guard place > last else { return false }
                    last = place
                }
            }
        }
        return true
    }

    private static func orderedByRelationships(
        _ rows: [EncodedRow],
        _ updated: [EncodedRow],
        _ keys: KeyMap
    ) -> [Int32] {
        var isPlaced = [Bool](repeating: false, count: rows.count)
        var ordered: [Int32] = []
        ordered.reserveCapacity(rows.count)
        func add(_ place: Int) {
            guard !isPlaced[place] else { return }
            isPlaced[place] = true
            ordered.append(Int32(place))
        }
        for some in [updated, rows] {
            for row in some {
                for slot in row.entity.shape.toMany {
                    for member in row.added(slot) { keys.place(of: member).map(add) }
                }
            }
        }
        for place in rows.indices { add(place) }
        return ordered
    }

    /// The order in which the rows are written. Rows that may turn out to be stored already come first, so that other
    /// rows refer to the right key, in the order in which they were given: the last of two rows that become one counts.
    func writing(_ rows: [EncodedRow]) -> [Int32] {
        let (unique, others) = groups.partitioned { group in
            group.places.contains { !rows[Int($0)].entity.table.uniqueColumns.isEmpty }
        }
        var places: [Int32] = []
        places.reserveCapacity(rows.count)
        for group in unique { places += isInGivenOrder ? group.places : group.places.sorted() }
        places = UniquenessOrder(places, rows).places
        for group in others { places += group.places }
        return places
    }
}

extension Array {
    fileprivate func partitioned(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
        var (first, second): ([Element], [Element]) = ([], [])
        for element in self { if isFirst(element) { first.append(element) } else { second.append(element) } }
        return (first, second)
    }
}
