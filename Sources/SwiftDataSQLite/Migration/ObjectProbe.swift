import GRDB
import SwiftDataCore
import SwiftDataSQL

/// A view or a trigger of a file.
struct SavedObject {
    let name: String
    let sql: String
    /// What a trigger is of; the view itself.
    let table: String
    let isView: Bool
    /// Why it could not be used before the tables changed: what it calls may be known to another program alone.
    var failures: Set<String> = []

    var drop: String { "DROP \(isView ? "VIEW" : "TRIGGER") IF EXISTS \(SQLIdentifier.quoted(name))" }
}

/// Finds out whether SQLite can make sense of views and triggers. Nothing is run.
struct ObjectProbe {
    let runner: SQLRunner

    /// Why statements that use an object cannot be compiled; none where all can.
    func failures(_ object: SavedObject) -> Set<String> {
        let table = SQLIdentifier.quoted(object.table)
        var found: Set<String> = []
        func compile(_ sql: String) {
            do {
                // Not one that the connection keeps: it would know the tables as they were.
                _ = try runner.database.makeStatement(sql: sql)
            } catch let error as DatabaseError {
                found.insert(error.message ?? "\(error.resultCode)")
            } catch {
                found.insert("\(type(of: error))")
            }
        }
        if object.isView {
            compile("SELECT * FROM \(table)")
            return found
        }
        compile("INSERT INTO \(table) DEFAULT VALUES")
        compile("DELETE FROM \(table)")
        let columns = (try? runner.strings("SELECT name FROM pragma_table_info(?)") { $0.text(object.table) }) ?? []
        let assignments = columns.map(SQLIdentifier.quoted).map { "\($0) = \($0)" }.joined(separator: ", ")
        if !columns.isEmpty { compile("UPDATE \(table) SET \(assignments)") }
        return found
    }
}
