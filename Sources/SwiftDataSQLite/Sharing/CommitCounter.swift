import GRDB
import GRDBSQLite

/// The number of commits to a database in WAL mode, which SQLite keeps in the memory that its connections share
/// (https://www.sqlite.org/walformat.html, the field iChange).
///
/// The `data_version` of a connection also changes when somebody begins the `-wal` anew, which is no commit, and does not
/// tell how many commits there were.
enum CommitCounter {
    /// Nil where there is no such memory.
    static func current(_ database: Database) -> UInt32? {
        // Asking for the memory makes its file, which a store that is only read must not do.
        guard !database.configuration.readonly else { return nil }
        var pointer: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
        guard code == SQLITE_OK, let file = pointer, let methods = file.pointee.pMethods,
            methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
        else { return nil }
        var memory: UnsafeMutableRawPointer?
        guard map(file, 0, regionSize, 0, &memory) == SQLITE_OK, let memory else { return nil }
        // There are two copies, one after the other: while they differ, one of them is being written.
        for _ in 0..<1_000 {
            let first = copy(memory, 0)
            methods.pointee.xShmBarrier?(file)
            guard first == copy(memory, headerSize) else { continue }
            guard first[initialisedOffset] != 0 else { return nil }
            return first.withUnsafeBytes { $0.load(fromByteOffset: counterOffset, as: UInt32.self) }
        }
        return nil
    }

    /// How many pages the connection has written since it was opened.
    static func writtenPages(_ database: Database) -> CInt {
        var (current, highest) = (CInt(0), CInt(0))
        sqlite3_db_status(database.sqliteConnection, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return current
    }

    private static func copy(_ memory: UnsafeMutableRawPointer, _ offset: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: memory + offset, count: headerSize))
    }

    private static let regionSize: CInt = 32_768
    private static let headerSize = 48
    private static let counterOffset = 8
    private static let initialisedOffset = 12
}
