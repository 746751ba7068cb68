import SwiftDataCore
import SwiftDataSQL

/// Checks if code has filled the relationships that every row must have, and that were left to it.
struct RequiredLinks {
    let runner: SQLRunner
    let mapping: ModelMapping

    /// - Throws: ``StoreError`` with code `migration` that names entity, property and rows.
    func check() throws {
        var problems = MigrationProblems()
        for entity in mapping.entities {
            guard let source = entity.source, let table = mapping.target[entity.target.name] else { continue }
            for (slot, property) in entity.target.properties.enumerated() {
                guard case .relationship(let relationship) = property, relationship.isToOne, !relationship.isOptional,
                    needsCustomStage(relationship, entity.properties[slot].source, source, table),
                    table.properties.indices.contains(slot),
                    case .toOne(let column, _, _) = table.properties[slot]
                else { continue }
                try check(relationship, column, table, &problems)
            }
        }
        try problems.check()
    }

    private func needsCustomStage(
        _ relationship: RelationshipOutline,
        _ origin: String?,
        _ source: EntityOutline,
        _ table: EntityTable
    ) -> Bool {
        let link = mapping.links.first {
            guard case .column(table.tableName, _, _, holderIsLeft: true) = $0.place else { return false }
            return $0.relationship == relationship.name && $0.holderNumbers.contains(table.number)
        }
        if link?.groups.isEmpty ?? true { return true }
        guard case .relationship(let before)? = source.properties.first(where: { $0.name == origin }) else {
            return true
        }
        return !before.isToOne || before.isOptional
    }

    private func check(
        _ relationship: RelationshipOutline,
        _ column: String,
        _ table: EntityTable,
        _ problems: inout MigrationProblems
    ) throws {
        let own = table.isShared ? " AND Z_ENT = \(table.number)" : ""
        let empty = "FROM \(SQLIdentifier.quoted(table.tableName)) WHERE \(SQLIdentifier.quoted(column)) IS NULL\(own)"
        let count = try runner.integer("SELECT count(*) \(empty)") ?? 0
        guard count > 0 else { return }
        var names: [String] = []
        try runner.query("SELECT Z_PK \(empty) ORDER BY Z_PK LIMIT \(MigrationChecks.namedRows)") { row in
            names.append("\(table.entityName)/p\(row.integer(0))")
        }
        let more = count > Int64(names.count) ? ", …" : ""
        problems.add(
            "must have a \(relationship.destination), but has none after didMigrate in \(count) "
                + "\(count == 1 ? "row" : "rows") (\(names.joined(separator: ", "))\(more)).",
            entity: table.entityName,
            property: relationship.name
        )
    }
}
