#if PostgreSQL
import SwiftDataSQL

extension MigrationScript {
    /// Copies the rows that come into another table.
    mutating func stageRows() {
        for plan in columns {
            for move in plan.plan.arriving {
                let name = temporaryName("rows")
                let origins = plan.origins[move.target.number] ?? [:]
                let filled = plan.declared.filter { origins[$0.name] != nil }
                let values = filled.map { column in
                    let value = origins[column.name]?.text { "s." + quoted($0) } ?? "NULL"
                    return "(\(value))::\(column.type.name) AS \(quoted(column.name))"
                }
                touched.insert(move.source.tableName)
                statements.append(
                    "CREATE TEMPORARY TABLE \(name) ON COMMIT DROP AS SELECT "
                        + (["s.pk", "s.row_entity", "s.row_version"] + values).joined(separator: ", ")
                        + " FROM \(move.source.quotedTable) s WHERE s.row_entity = \(move.target.number)"
                )
                stagedRows.append((name, move, filled.map(\.name)))
            }
        }
    }

    /// Copies the links that come to another place.
    mutating func stageLinks() {
        for (place, link) in mapping.links.enumerated() {
            for group in link.groups where !isInPlace(group, of: link) {
                let rows = LinkRows(group)
                let name = temporaryName("links")
                let known = sourceColumns(group.place.table)
                let position = { (isLeft: Bool) in rows.position(isLeft: isLeft) { known.contains($0) } }
                touched.insert(group.place.table)
                statements.append(
                    "CREATE TEMPORARY TABLE \(name) ON COMMIT DROP AS SELECT \(rows.left) AS l, \(rows.right) AS r, "
                        + "\(position(true)) AS lp, \(position(false)) AS rp "
                        + "FROM \(rows.from)\(rows.conditions(isOld: false))"
                )
                stagedLinks[place, default: []].append(name)
            }
        }
    }

    private func sourceColumns(_ table: String) -> Set<String> {
        if let root = step.source.root(named: table) { return Set(step.source.columns(of: root).map(\.name)) }
        return Set(
            step.source.layout.joinTables.filter { $0.name == table }.flatMap { join in
                [join.firstColumn, join.secondColumn] + step.source.positions(of: join)
            }
        )
    }

    /// Deletes the rows of entities that are removed, or whose rows have been copied, where their table stays.
    mutating func deleteRows() {
        for plan in tables {
            guard let source = plan.source else { continue }
            let removed = mapping.removedEntities.compactMap { mapping.source[$0] }
                .filter { $0.tableName == source.tableName }.map(\.number)
            let moved = stagedRows.filter { $0.move.source.tableName == source.tableName }.map(\.move.target.number)
            guard !(removed + moved).isEmpty else { continue }
            touched.insert(source.tableName)
            statements.append("DELETE FROM \(source.quotedTable) WHERE row_entity IN (\(Self.list(removed + moved)))")
        }
    }

    /// Puts the copied rows into their tables.
    mutating func insertRows() {
        for (table, move, columns) in stagedRows {
            let names = (["pk", "row_entity", "row_version"] + columns).map(quoted).joined(separator: ", ")
            statements.append("INSERT INTO \(move.target.quotedTable) (\(names)) SELECT \(names) FROM \(table)")
        }
        guard step.target.choices.keys == .sequence else { return }
        for plan in tables where !plan.arriving.isEmpty {
            // Beyond every key that a row has.
            let sequence = quoted(plan.target.sequence).enclosed(in: "'")
            statements.append(
                "SELECT setval(\(sequence), greatest(nextval(\(sequence)), (SELECT coalesce(max(pk), 0) + 1 FROM "
                    + "\(plan.target.quotedTable))), false)"
            )
        }
    }
}
#endif
