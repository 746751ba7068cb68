import SwiftDataCore
import SwiftDataSQL

extension StoredForm {
    /// Reads the facts that a file states for certain.
    /// - Parameter isWrittenByLibrary: True if this library made the file, and Apple's frameworks have not taken it over.
    init(_ runner: SQLRunner, isWrittenByLibrary: Bool) throws {
        var tables: [String: [String]] = [:]
        try runner.query(
            """
            SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
            WHERE m.type = 'table' AND m.name GLOB 'Z_[0-9]*' ORDER BY c.cid
            """
        ) { row in
            tables[row.text(0).uppercased(), default: []].append(row.text(1).uppercased())
        }
        self.init(joinTables: tables, hasAppleHistory: !isWrittenByLibrary)
    }
}
