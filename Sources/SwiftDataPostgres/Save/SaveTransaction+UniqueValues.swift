#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Lets rows exchange their unique values, which takes a statement for each entity and for each set of properties.
    ///
    /// Constraints that can wait are checked at the end of the save. Other constraints are checked row by row: the rows
    /// give their values up first.
    mutating func releaseUniqueValues(of updated: [WrittenRow], _ overwriting: [WrittenRow]) {
        guard !model.features.contains(.deferrableConstraints) else {
            if updated.contains(where: { !$0.entity.table.uniqueColumns.isEmpty }) {
                enqueue("SET CONSTRAINTS ALL DEFERRED")
            }
            return
        }
        var tables: [String: [[String]: [Int64]]] = [:]
        for row in updated + overwriting {
            guard let key = joined[row.identifier] ?? row.identifier.resolved.row else { continue }
            let unique = Set(row.entity.table.uniqueColumns.joined())
            let columns = writtenSlots(row).flatMap { row.entity.slots[$0].ownColumns }.map(\.name)
                .filter(unique.contains)
            guard !columns.isEmpty else { continue }
            tables[row.entity.quotedTable, default: [:]][columns.sorted(), default: []].append(key)
        }
        for (table, groups) in tables.sorted(by: { $0.key < $1.key }) {
            // No other row stands in the way of a single one.
            guard groups.values.reduce(0, { $0 + $1.count }) > 1 else { continue }
            for (columns, keys) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let list = columns.map { "\($0.enclosed(in: "\"")) = NULL" }.joined(separator: ", ")
                enqueue("UPDATE \(table) SET \(list) WHERE pk = ANY($1)", [PostgresParameter(keys: keys.sorted())])
            }
        }
    }

    /// The slots with columns that the update of a row writes.
    func writtenSlots(_ row: WrittenRow) -> [Int] {
        row.columnSlots.filter { joined[row.identifier] == nil || !row.entity.keptSlots.contains($0) }
    }
}
#endif
