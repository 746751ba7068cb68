import GRDB
import SwiftDataCore
import SwiftDataSQL

/// A view or a trigger of a file.
struct SavedObject {
    let name: String
    let sql: String
    /// The table that a trigger belongs to; the view itself.
    let table: String
    let isView: Bool
    /// The errors of its statements before the tables changed: it may call functions that only another program has.
    var failures: Set<String> = []

    var drop: String { "DROP \(isView ? "VIEW" : "TRIGGER") IF EXISTS \(SQLIdentifier.quoted(name))" }
}

/// Determines if SQLite can make sense of views and triggers. Nothing is run.
struct ObjectProbe {
    let runner: SQLRunner

    /// The errors of statements that use an object and cannot be compiled; empty if all can.
    /// - Throws: An error that does not concern the object, such as a lock, a full disk, or an I/O error.
    func failures(_ object: SavedObject) throws -> Set<String> {
        let table = SQLIdentifier.quoted(object.table)
        var found: Set<String> = []
        func compile(_ sql: String) throws {
            do {
                try runner.compile(sql)
            } catch let error as DatabaseError where error.isOfMeaning {
                found.insert(error.message ?? "\(error.resultCode)")
            }
        }
        if object.isView {
            try compile("SELECT * FROM \(table)")
            return found
        }
        try compile("INSERT INTO \(table) DEFAULT VALUES")
        try compile("DELETE FROM \(table)")
        let columns = try columns(object)
        let assignments = columns.map(SQLIdentifier.quoted).map { "\($0) = \($0)" }.joined(separator: ", ")
        if !columns.isEmpty { try compile("UPDATE \(table) SET \(assignments)") }
        return found
    }

    /// The columns of the table or view of a trigger; none for a view that cannot be read.
    private func columns(_ object: SavedObject) throws -> [String] {
        do {
            return try runner.columnNames(of: object.table)
        } catch let error as DatabaseError where error.isOfMeaning {
            return []
        }
    }
}

extension DatabaseError {
    /// True if SQLite could not make sense of a statement, as where it names something that was removed. Every other
    /// error is one of the file, of the disk, or of a lock, and does not concern the statement.
    var isOfMeaning: Bool { resultCode == .SQLITE_ERROR }
}
