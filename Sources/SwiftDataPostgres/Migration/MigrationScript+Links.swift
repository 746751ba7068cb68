#if PostgreSQL
import SwiftDataSQL

extension MigrationScript {
    /// Brings a join table to its place, with its rows.
    mutating func change(_ plan: JoinPlan) {
        let table = quoted(plan.target.name)
        let positions = step.target.positions(of: plan.target)
        guard let source = plan.source else {
            statements.append(PostgresSchema(step.target).join(plan.target))
            fill(plan, positions)
            return
        }
        let olds = [source.firstColumn, source.secondColumn] + step.source.positions(of: source)
        var changes: [String] = []
        var news: Set<String> = []
        var temporary: [(String, String)] = []
        for old in olds {
            guard let new = plan.renames[old], new != old else {
                news.insert(old)
                continue
            }
            news.insert(new)
            if olds.contains(new) {
                let name = temporaryName("old")
                changes.append("ALTER TABLE \(table) RENAME COLUMN \(quoted(old)) TO \(name)")
                temporary.append((name, new))
            } else {
                temporary.append((old, new))
            }
        }
        for (old, new) in temporary {
            changes.append("ALTER TABLE \(table) RENAME COLUMN \(quoted(old)) TO \(quoted(new))")
        }
        for position in positions where !news.contains(position) {
            changes.append("ALTER TABLE \(table) ADD COLUMN \(quoted(position)) bigint")
        }
        for position in step.source.positions(of: source) {
            let name = plan.renames[position] ?? position
            if !positions.contains(name) { changes.append("ALTER TABLE \(table) DROP COLUMN \(quoted(name))") }
        }
        if !changes.isEmpty { touched.insert(source.name) }
        statements += changes
    }

    private mutating func fill(_ plan: JoinPlan, _ positions: [String]) {
        guard let place = mapping.links.firstIndex(where: { $0.place == plan.link.place }) else { return }
        let table = quoted(plan.target.name)
        for staged in stagedLinks[place] ?? [] {
            var names = [plan.left, plan.right]
            var values = ["l", "r"]
            for (column, value) in [(plan.left, "lp"), (plan.right, "rp")]
            where positions.contains(PostgresNames.position(column)) && !names.contains(PostgresNames.position(column))
            {
                names.append(PostgresNames.position(column))
                values.append(value)
            }
            statements.append(
                "INSERT INTO \(table) (\(names.map(quoted).joined(separator: ", "))) SELECT DISTINCT ON (l, r) "
                    + "\(values.joined(separator: ", ")) FROM \(staged) ORDER BY l, r ON CONFLICT DO NOTHING"
            )
        }
    }

    /// Puts links into columns, once all rows exist.
    mutating func fillKeys() {
        for (place, link) in mapping.links.enumerated() {
            guard case .column(let table, let column, _, let holderIsLeft) = link.place,
                let root = step.target.root(named: table)
            else { continue }
            for staged in stagedLinks[place] ?? [] {
                let (holder, other, position) = holderIsLeft ? ("l", "r", "lp") : ("r", "l", "rp")
                var assignments = ["\(quoted(column)) = x.\(other)"]
                let name = PostgresNames.position(column)
                if step.target.positionColumns(of: root).contains(name) {
                    assignments.append("\(quoted(name)) = x.\(position)")
                }
                statements.append(
                    "UPDATE \(quoted(table)) h SET \(assignments.joined(separator: ", ")) FROM \(staged) x "
                        + "WHERE h.pk = x.\(holder)"
                )
            }
        }
    }

    /// Ends the links that lead to removed rows.
    mutating func removeDanglingLinks() {
        for link in mapping.links {
            for group in link.groups where isInPlace(group, of: link) {
                switch link.place {
                case .column(let table, let column, let entityColumn, let holderIsLeft):
                    let side = holderIsLeft ? group.right : group.left
                    guard !side.removed.isEmpty, let root = step.target.root(named: table) else { continue }
                    let position = PostgresNames.position(column)
                    let columns =
                        [column] + (entityColumn.map { [$0] } ?? [])
                        + (step.target.positionColumns(of: root).contains(position) ? [position] : [])
                    statements.append(
                        "UPDATE \(quoted(table)) h SET \(columns.map { "\(quoted($0)) = NULL" }.joined(separator: ", ")) "
                            + "WHERE h.\(quoted(column)) IS NOT NULL AND "
                            + isMissing("h.\(quoted(column))", in: side.targetTable)
                    )
                case .join(let table, let left, let right):
                    for (side, column) in [(group.left, left), (group.right, right)] where !side.removed.isEmpty {
                        statements.append(
                            "DELETE FROM \(quoted(table)) h WHERE \(isMissing("h.\(quoted(column))", in: side.targetTable))"
                        )
                    }
                }
            }
        }
    }

    private func isMissing(_ key: String, in table: String) -> String {
        "NOT EXISTS (SELECT 1 FROM \(quoted(table)) d WHERE d.pk = \(key))"
    }

    /// Writes the numbers of the rows that keys lead to beside the keys, where they did not come by themselves.
    mutating func fillEntityColumns() {
        for (place, link) in mapping.links.enumerated() {
            guard case .column(let table, let column, let entityColumn?, _) = link.place,
                let plan = columns.first(where: { $0.plan.target.tableName == table }), !plan.plan.moves.isEmpty,
                let destination = plan.declared.first(where: { $0.name == column })?.destination,
                let other = step.target.layout[destination]
            else { continue }
            let isCarried = plan.plan.moves.allSatisfy { move in
                let origins = plan.origins[move.target.number] ?? [:]
                return origins[column] == nil || origins[entityColumn] != nil
            }
            guard !isCarried || stagedLinks[place] != nil else { continue }
            let name = quoted(entityColumn)
            statements.append(
                "UPDATE \(quoted(table)) h SET \(name) = d.row_entity FROM \(other.quotedTable) d "
                    + "WHERE d.pk = h.\(quoted(column)) AND h.\(name) IS DISTINCT FROM d.row_entity"
            )
        }
    }
}
#endif
