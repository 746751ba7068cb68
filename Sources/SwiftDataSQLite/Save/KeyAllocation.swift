import SwiftDataCore
import SwiftDataSQL

/// Hands out primary keys from `Z_PRIMARYKEY`, inside the transaction that uses them.
struct KeyAllocation {
    let runner: SQLRunner

    /// New keys of a table.
    struct Keys {
        let first: Int64
        /// True if SQLite would give these keys by itself to the rows that are written next. Not found out for a few
        /// keys.
        let areNext: Bool
    }

    /// Returns a number of new keys of an entity's table.
    func keys(_ count: Int, for entity: StoreEntity) throws -> Keys {
        // By number: where an entity was renamed, Core Data leaves the name that it had before.
        let number = entity.table.rootNumber
        // A careless writer may have left the counter below the rows.
        let written = "coalesce((SELECT max(Z_PK) FROM \(entity.quotedTable)), 0)"
        let isNumbered = TableNumbering.goesOn(entity.table.tableName)
        let end = count < TableNumbering.many ? "NULL" : "CASE WHEN \(isNumbered) THEN \(written) END"
        let sql = "SELECT max(coalesce(Z_MAX, 0), \(written)), \(end) FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
        var found: (last: Int64, written: Int64?)?
        try runner.query(sql) {
            $0.integer(number)
        } row: { row in
            if !row.isNull(0) { found = (row.integer(0), row.isNull(1) ? nil : row.integer(1)) }
        }
        guard let found else { throw entity.error(.cannotOpen, "has no row in Z_PRIMARYKEY") }
        let first = try raise(number, from: found.last, by: count, entity)
        return Keys(first: first, areNext: found.written == found.last)
    }

    private func raise(_ number: Int64, from last: Int64, by count: Int, _ entity: StoreEntity) throws -> Int64 {
        let (end, overflow) = last.addingReportingOverflow(Int64(count))
        guard !overflow, end < .max else { throw entity.error(.diskFull, "has no primary keys left") }
        try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?") {
            $0.integer(end)
            $0.integer(number)
        }
        return last + 1
    }
}
