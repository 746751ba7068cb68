import SwiftDataCore
import SwiftDataSQL

/// Hands out primary keys from `Z_PRIMARYKEY`, inside the transaction that uses them.
struct KeyAllocation {
    let runner: SQLRunner

    /// The first of so many new keys of an entity's table.
    func keys(_ count: Int, for entity: StoreEntity) throws -> Int64 {
        // By number: where an entity was renamed, Core Data leaves the name that it had before.
        let number = entity.table.rootNumber
        // A careless writer may have left the counter below the rows.
        let sql =
            "SELECT max(coalesce(Z_MAX, 0), coalesce((SELECT max(Z_PK) FROM \(entity.quotedTable)), 0)) "
            + "FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
        guard let last = try runner.integer(sql, { $0.integer(number) }) else {
            throw entity.error(.cannotOpen, "has no row in Z_PRIMARYKEY")
        }
        return try raise(number, from: last, by: count, entity)
    }

    private func raise(_ number: Int64, from last: Int64, by count: Int, _ entity: StoreEntity) throws -> Int64 {
        let (end, overflow) = last.addingReportingOverflow(Int64(count))
        guard !overflow, end < .max else { throw entity.error(.diskFull, "has used up its primary keys") }
        try runner.run("UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?") {
            $0.integer(end)
            $0.integer(number)
        }
        return last + 1
    }
}
