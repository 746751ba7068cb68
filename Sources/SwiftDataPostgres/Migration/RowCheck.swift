#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A check for rows that prevent a migration.
struct RowCheck {
    /// The text that follows `FROM`: the rows.
    let from: String
    /// The key of a row.
    let key: String
    /// The entity whose rows are named.
    let rowEntity: String
    let entity: String
    let property: String?
    /// The text before and behind the rows in the message.
    let message: (before: String, behind: String)

    /// The greatest number of rows that a message names.
    static let namedRows = 20

    /// Adds a problem where there are such rows.
    func run(_ connection: PostgresConnection, _ problems: inout MigrationProblems) throws {
        let keys = "SELECT DISTINCT \(key) AS k FROM \(from)"
        let count = try connection.run("SELECT count(*) FROM (\(keys)) x").integer(0, 0) ?? 0
        guard count > 0 else { return }
        let result = try connection.run("\(keys) ORDER BY 1 LIMIT \(Self.namedRows)")
        let names = (0..<result.count).map { "\(rowEntity)/p\(result.integer($0, 0) ?? 0)" }
        let more = count > Int64(names.count) ? ", …" : ""
        let rows = "\(count) \(count == 1 ? "row" : "rows") (\(names.joined(separator: ", "))\(more))"
        problems.add(message.before + rows + message.behind, entity: entity, property: property)
    }
}

extension [RowCheck] {
    /// - Throws: ``StoreError`` with code `migration` for all that was found.
    func run(_ connection: PostgresConnection) throws {
        var problems = MigrationProblems()
        for check in self { try check.run(connection, &problems) }
        try problems.check()
    }
}
#endif
