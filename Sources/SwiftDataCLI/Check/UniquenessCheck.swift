import SwiftDataSQL
import SwiftDataSQLite

/// Rows that a uniqueness constraint does not allow beside each other: an index may be missing, or was made too late.
enum UniquenessCheck {
    static func findings(_ file: CheckedFile) throws -> [Finding] {
        var seen: Set<[String]> = []
        var findings: [Finding] = []
        for table in file.layout.tables {
            for columns in table.uniqueColumns where seen.insert([table.tableName] + columns).inserted {
                guard let (groups, keys) = try duplicates(table.tableName, columns, file) else { continue }
                var finding = Finding(
                    .uniqueness,
                    "Values of \(columns.joined(separator: ", ")) that must be unique are in several rows.",
                    entity: table.entityName
                )
                (finding.count, finding.keys) = (groups, keys)
                findings.append(finding)
            }
        }
        return findings
    }

    /// The number of values that are in several rows, and some of these rows. As in an index, NULL differs from NULL.
    static func duplicates(
        _ table: String,
        _ columns: [String],
        _ file: CheckedFile
    ) throws -> (count: Int64, keys: [Int64])? {
        guard !columns.isEmpty, file.description.has(columns, in: table) else { return nil }
        // The index might be damaged: compare the rows themselves.
        let names = columns.map { "+\(SQLIdentifier.quoted($0))" }
        let list = names.joined(separator: ", ")
        let present = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
        var (count, keys): (Int64, [Int64]) = (0, [])
        try file.runner.query(
            """
            SELECT min(Z_PK), max(Z_PK) FROM \(SQLIdentifier.quoted(table)) NOT INDEXED WHERE \(present) \
            GROUP BY \(list) HAVING count(*) > 1
            """
        ) { row in
            count += 1
            if keys.count + 1 < Finding.namedKeys { keys += [row.integer(0), row.integer(1)] }
        }
        return count > 0 ? (count, keys) : nil
    }
}
