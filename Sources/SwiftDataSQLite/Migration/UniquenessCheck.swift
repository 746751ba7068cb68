import SwiftDataCore
import SwiftDataSQL

/// Looks for rows that a uniqueness constraint of the target does not allow, before they are moved.
struct UniquenessCheck {
    let plan: MigrationPlan
    let runner: SQLRunner

    private static let namedGroups = 10

    private struct Constraint: Hashable {
        let table: String
        let columns: [String]
    }

    func check(_ problems: inout MigrationProblems) throws {
        var checked: Set<Constraint> = []
        for entity in plan.mapping.target.model.entities {
            guard let table = plan.mapping.target[entity.name] else { continue }
            for columns in table.uniqueColumns {
                guard checked.insert(Constraint(table: table.tableName, columns: columns)).inserted,
                    let work = plan.tables.first(where: { $0.table == table.tableName }), !isKnown(columns, work)
                else { continue }
                try check(columns, of: entity.name, work, &problems)
            }
        }
    }

    /// True if the source had the same constraint and the rows still have the same values in it.
    private func isKnown(_ columns: [String], _ work: TableWork) -> Bool {
        guard case .alter(let alteration) = work.mode else { return work.moves.isEmpty }
        let old = columns.map { column in alteration.names.first { $0.value == column }?.key }
        guard old.allSatisfy({ $0 != nil }) else { return false }
        let areChanged = work.moves.contains { move in
            move.columns.contains { columns.contains($0.name) && $0.content.isChanged }
        }
        if areChanged { return false }
        return plan.mapping.source.tables.contains { table in
            table.tableName == alteration.source
                && table.uniqueColumns.contains { $0.map { $0.uppercased() } == old.compactMap(\.self) }
        }
    }

    private func check(
        _ columns: [String],
        of entity: String,
        _ work: TableWork,
        _ problems: inout MigrationProblems
    ) throws {
        // A link that is found once all rows are there cannot be compared before.
        let isLate = plan.columnLinks.contains { link in
            guard case .column(work.table, let column, _, _) = link.place else { return false }
            return columns.contains(column)
        }
        guard !isLate else { return }
        var text = ContentText(
            firstParameter: 1,
            name: { "s." + SQLIdentifier.quoted($0) },
            table: { SQLIdentifier.quoted($0) }
        )
        var parts: [String] = []
        for (index, move) in work.moves.enumerated() {
            var values = ["\(index) AS e", "s.Z_PK AS k"]
            for (number, name) in columns.enumerated() {
                let column = move.columns.first { $0.name == name }
                values.append("\(try column.map { try text.text($0.content) } ?? "NULL") AS c\(number)")
            }
            let condition = move.condition("s.").map { " WHERE \($0)" } ?? ""
            parts.append(
                "SELECT \(values.joined(separator: ", ")) FROM \(SQLIdentifier.quoted(move.source.tableName)) AS s\(condition)"
            )
        }
        let names = columns.indices.map { "c\($0)" }
        let rows = "(\(parts.joined(separator: " UNION ALL ")))"
        let groups =
            "SELECT count(*) AS n, \(names.joined(separator: ", ")), min(k) AS k FROM \(rows) WHERE "
            + names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
            + " GROUP BY \(names.joined(separator: ", ")) HAVING count(*) > 1"
        try report(groups, rows, names, text, entity, work, columns, &problems)
    }

    private func report(
        _ groups: String,
        _ rows: String,
        _ names: [String],
        _ text: ContentText,
        _ entity: String,
        _ work: TableWork,
        _ columns: [String],
        _ problems: inout MigrationProblems
    ) throws {
        var (groupCount, rowCount): (Int64, Int64) = (0, 0)
        try runner.query("SELECT count(*), coalesce(sum(n), 0) FROM (\(groups))") {
            text.bind(to: &$0)
        } row: { row in
            (groupCount, rowCount) = (row.integer(0), row.integer(1))
        }
        guard groupCount > 0 else { return }
        var keys: [ColumnKey] = []
        try runner.query("\(groups) ORDER BY k LIMIT \(Self.namedGroups)") {
            text.bind(to: &$0)
        } row: { row in
            keys.append(ColumnKey(parts: names.indices.flatMap { ColumnKey(row, $0 + 1).parts }))
        }
        let conditions = names.enumerated().map { index, name in "\(name) = ?\(text.parameters.count + index + 1)" }
        var lists: [String] = []
        for key in keys {
            var members: [String] = []
            try runner.query(
                "SELECT e, k FROM \(rows) WHERE \(conditions.joined(separator: " AND ")) ORDER BY e, k "
                    + "LIMIT \(MigrationChecks.namedRows)"
            ) {
                text.bind(to: &$0)
                key.bind(to: &$0)
            } row: { row in
                let index = Int(clamping: row.integer(0))
                let name = work.moves.indices.contains(index) ? work.moves[index].source.entityName : entity
                members.append("\(name)/p\(row.integer(1))")
            }
            lists.append(members.joined(separator: " = "))
        }
        let more = groupCount > Int64(keys.count) ? ", …" : ""
        let properties = propertyNames(columns, entity)
        problems.add(
            "must be unique, and \(rowCount) rows have duplicates: \(lists.joined(separator: "; "))\(more). Remove duplicates "
                + "before, or in a custom stage.",
            entity: entity,
            property: properties
        )
    }

    /// The properties of the constraint that has the columns.
    private func propertyNames(_ columns: [String], _ entity: String) -> String {
        let outline = plan.mapping.target.model.entities.first { $0.name == entity }
        guard let table = plan.mapping.target[entity], let outline else { return columns.joined(separator: ", ") }
        let names = outline.properties.indices.filter { slot in
            table.properties[slot].indexedColumns.contains { columns.contains($0) }
        }
        return names.map { outline.properties[$0].name }.joined(separator: ", ")
    }
}
