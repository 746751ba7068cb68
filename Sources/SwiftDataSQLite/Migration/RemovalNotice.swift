import SwiftDataCore
import SwiftDataSQL

/// A notice of the data that a migration removes for good: a program that does not list all models of a store removes
/// the models of other programs.
struct RemovalNotice {
    let plan: MigrationPlan
    let runner: SQLRunner

    func log() throws {
        let lines = try lines()
        guard !lines.isEmpty else { return }
        let hints = RenameHints(mapping: plan.mapping).sentences.map { " " + $0 }
        SwiftDataCore.log.warning(
            "The migration of \(plan.file.path) removes what the new models do not have: \(lines.joined(separator: ", "))."
                + hints.joined()
        )
    }

    /// Lines such as `Trip (3 rows)`, `Trip.name (2 values)` and `Trip.tags (9 links)`. Elements without data have no
    /// line.
    func lines() throws -> [String] {
        var lines: [String] = []
        for name in plan.mapping.removedEntities {
            guard let table = plan.mapping.source[name] else { continue }
            let count = try count(table, [])
            if count > 0 { lines.append("\(name) (\(count) \(count == 1 ? "row" : "rows"))") }
        }
        for entity in plan.mapping.entities {
            guard let source = entity.source, let table = plan.mapping.source[source.name] else { continue }
            for name in entity.removedProperties {
                guard let slot = source.properties.firstIndex(where: { $0.name == name }),
                    table.properties.indices.contains(slot), source.properties[slot].attribute != nil
                else { continue }
                let columns = table.properties[slot].valueColumns.map(\.name)
                guard !columns.isEmpty else { continue }
                let count = try count(table, columns)
                if count > 0 { lines.append("\(source.name).\(name) (\(count) \(count == 1 ? "value" : "values"))") }
            }
        }
        return lines + (try RemovedLinks(plan: plan, runner: runner).lines())
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
