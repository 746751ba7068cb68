import SwiftDataSQL

/// The tables in which SQLite gives a row without a key the one after the greatest. It looks for no row with that key then,
/// which is a third of writing a row.
///
/// It does so in the tables that we and Core Data make. In a file that other programs have changed a trigger or a
/// clause of a constraint may leave rows out or take keys in between; a table may remember keys of deleted rows
/// (`AUTOINCREMENT`, <https://www.sqlite.org/autoinc.html>), or have a `Z_PK` that is an ordinary column
/// (<https://www.sqlite.org/lang_createtable.html#rowid>).
enum TableNumbering {
    /// The number of rows from which on the check pays off.
    static let many = 100

    /// A condition in SQL that is true if a table's rows are numbered so.
    ///
    /// The text of the schema is compared, since SQLite compiles an additional statement for each pragma that a
    /// statement reads. If the same table was declared in other words, every key is named.
    static func goesOn(_ table: String) -> String {
        "(NOT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'trigger' "
            + "OR sql LIKE '%CONFLICT%' OR sql LIKE '%AUTOINCREMENT%') "
            + "AND EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = \(SQLIdentifier.literal(table)) "
            + "AND instr(sql, '(') = instr(sql, '( Z_PK INTEGER PRIMARY KEY, ') AND sql NOT LIKE '%WITHOUT%ROWID%'))"
    }
}
