import SwiftDataSQL

/// When SQLite, asked for a row without a key, takes the one after the greatest: it looks for no row with that key then, which
/// is a third of writing a row.
///
/// It does in the tables that we and Core Data make. In a file that others have changed a trigger or a clause of a constraint
/// may leave rows out or take keys in between; a table may remember keys that are gone (`AUTOINCREMENT`,
/// <https://www.sqlite.org/autoinc.html>), or have a `Z_PK` that is a column like others
/// (<https://www.sqlite.org/lang_createtable.html#rowid>).
enum TableNumbering {
    /// From how many rows on it is worth finding out.
    static let many = 100

    /// A condition in SQL: whether a table's rows are numbered so.
    static func goesOn(_ table: String) -> String {
        let name = SQLIdentifier.literal(table)
        return "(NOT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger' "
            + "OR sql LIKE '%CONFLICT%' OR sql LIKE '%AUTOINCREMENT%') "
            // The key of the rows has no index of its own; any other primary key has.
            + "AND EXISTS (SELECT 1 FROM pragma_table_info(\(name)) WHERE name = 'Z_PK' AND pk = 1) "
            + "AND NOT EXISTS (SELECT 1 FROM pragma_index_list(\(name)) WHERE origin = 'pk'))"
    }
}
