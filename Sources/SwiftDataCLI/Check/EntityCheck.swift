import SwiftDataSQL

/// The entity number and the optimistic-lock counter of each row.
enum EntityCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        var findings: [Finding] = []
        for root in file.layout.tables where root.superNumber == 0 && file.has(root.tableName, "Z_PK", "Z_ENT", "Z_OPT")
        {
            let table = root.quotedTable
            let wrong = "Z_ENT IS NULL OR typeof(Z_ENT) <> 'integer' OR Z_ENT NOT IN (\(root.familyList))"
            // With several entities it is not known which one a row is of.
            let number = root.isShared ? nil : root.number
            let set = number.map {
                Repair(
                    "Set the entity number to \($0).",
                    [
                        Repair.Statement(
                            "UPDATE \(table) SET Z_ENT = \($0), Z_OPT = coalesce(Z_OPT, 0) + 1 WHERE \(wrong)"
                        )
                    ]
                )
            }
            findings += [
                try file.finding(
                    .entities,
                    "Rows have an entity number that is not of their table \(root.tableName).",
                    entity: root.entityName,
                    rows: "SELECT Z_PK FROM \(table) WHERE \(wrong)",
                    repair: set
                ),
                try abstractRows(root, file),
                try file.finding(
                    .counters,
                    "Rows have no optimistic-lock counter, or one below 1.",
                    entity: root.entityName,
                    rows: "SELECT Z_PK FROM \(table) WHERE \(uncounted)",
                    repair: Repair(
                        "Set the optimistic-lock counter to 1.",
                        [Repair.Statement("UPDATE \(table) SET Z_OPT = 1 WHERE \(uncounted)")]
                    )
                ),
            ].compactMap { $0 }
        }
        return findings
    }

    private static let uncounted = "Z_OPT IS NULL OR typeof(Z_OPT) <> 'integer' OR Z_OPT < 1"

    private static func abstractRows(_ root: EntityTable, _ file: CheckedFile) throws -> Finding? {
        let abstract = file.layout.model.entities.filter(\.isAbstract).compactMap { file.layout[$0.name]?.number }
            .filter(root.familyNumbers.contains)
        guard !abstract.isEmpty else { return nil }
        let numbers = abstract.map(String.init).joined(separator: ", ")
        return try file.finding(
            .entities,
            "Rows are of an abstract entity.",
            entity: root.entityName,
            rows: "SELECT Z_PK FROM \(root.quotedTable) WHERE Z_ENT IN (\(numbers))"
        )
    }
}
