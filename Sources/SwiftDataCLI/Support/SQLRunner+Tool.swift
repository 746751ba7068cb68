import SwiftDataSQL
import SwiftDataSQLite

extension SQLRunner {
    func count(_ table: String, where condition: String? = nil) throws -> Int64 {
        let end = condition.map { " WHERE \($0)" } ?? ""
        return try integer("SELECT count(*) FROM \(SQLIdentifier.quoted(table))\(end)") ?? 0
    }
}

extension EntityTable {
    /// A condition for the rows of exactly this entity, of the table under an alias; nil where all rows are.
    func condition(alias: String) -> String? {
        isShared ? "\(alias).Z_ENT = \(number)" : nil
    }

    /// A condition for the rows of this entity and its subentities.
    func familyCondition(alias: String) -> String? {
        isShared ? "\(alias).Z_ENT IN (\(familyList))" : nil
    }

    var quotedTable: String { SQLIdentifier.quoted(tableName) }
}
