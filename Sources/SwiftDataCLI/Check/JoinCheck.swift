import SwiftDataSQL

/// The rows of join tables: both keys must lead to rows.
enum JoinCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        try file.layout.joinTables.flatMap { join -> [Finding] in
            guard file.has(join.name, join.firstColumn, join.secondColumn) else { return [] }
            let sides = [(join.firstColumn, join.firstEntity), (join.secondColumn, join.secondEntity)]
            return try sides.compactMap { column, entity in
                guard let destination = file.layout[entity], file.has(destination.tableName, "Z_PK") else { return nil }
                let name = SQLIdentifier.quoted(column)
                let family = destination.familyCondition(alias: "d").map { " AND \($0)" } ?? ""
                let table = SQLIdentifier.quoted(join.name)
                let condition = """
                    \(name) IS NULL OR NOT EXISTS \
                    (SELECT 1 FROM \(destination.quotedTable) d WHERE d.Z_PK = \(table).\(name)\(family))
                    """
                return try file.finding(
                    .joins,
                    "Rows of the join table \(join.name) lead to a row of \(entity) that is not there.",
                    entity: entity,
                    rows: "SELECT \(name) FROM \(table) WHERE \(condition)",
                    repair: Repair(
                        "Deleted the join rows.",
                        [Repair.Statement("DELETE FROM \(table) WHERE \(condition)")]
                    )
                )
            }
        }
    }
}
