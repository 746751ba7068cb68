import GRDB
import GRDBSQLite
import SwiftDataCore

extension SQLRunner {
    /// SQLite continues to write to a file that has lost its name, and its writes are lost when it closes the file.
    /// - Throws: ``StoreError`` with code `fileMoved`.
    func checkFile(_ path: String?) throws {
        guard let path else { return }
        var hasMoved: CInt = 0
        let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard code == SQLITE_OK, hasMoved != 0 else { return }
        throw OpenedFiles.error(path, "")
    }
}
