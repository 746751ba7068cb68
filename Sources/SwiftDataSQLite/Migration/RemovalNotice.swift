import SwiftDataCore
import SwiftDataSQL

/// A notice of the data that a migration removes for good: a program that does not list all models of a store removes
/// the models of other programs.
struct RemovalNotice {
    let plan: MigrationPlan
    let runner: SQLRunner

    func log() throws { plan.mapping.logRemoval(of: try lines(), from: plan.file.path) }

    /// Lines such as `Trip (3 rows)`, `Trip.name (2 values)` and `Trip.tags (9 links)`. Elements without data have no
    /// line.
    func lines() throws -> [String] {
        try plan.mapping.removedData(count: count) + RemovedLinks(plan: plan, runner: runner).lines()
    }

    /// The number of rows of an entity, or of its rows with a value in one of the given columns.
    private func count(_ table: EntityTable, _ columns: [String]) throws -> Int64 {
        var conditions: [String] = []
        if table.isShared { conditions.append("Z_ENT = \(table.number)") }
        if !columns.isEmpty {
            let values = columns.map { "\(SQLIdentifier.quoted($0)) IS NOT NULL" }
            conditions.append("(" + values.joined(separator: " OR ") + ")")
        }
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return try runner.integer("SELECT count(*) FROM \(SQLIdentifier.quoted(table.tableName))\(filter)") ?? 0
    }
}
