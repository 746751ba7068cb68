import GRDB
import GRDBSQLite

/// The index of a `-wal` that the connections to a database in WAL mode share in memory
/// (https://www.sqlite.org/walformat.html, section 2.1).
struct SharedIndex {
    /// The number of commits: iChange.
    let commitCount: UInt32
    /// The size of a page in bytes.
    let pageSize: Int64
    /// The number of frames of the `-wal` that are in use: mxFrame.
    let frameCount: Int64
    /// The number of pages of the database: nPage.
    let pageCount: Int64
    /// The number of frames that are in the file as well: nBackfill.
    let movedFrameCount: Int64

    /// Nil where there is no such memory.
    init?(_ database: Database) {
        #if PORTABLE_FALLBACKS
            return nil
        #else
            // Asking for the memory makes its file, which a store that is only read must not do.
            guard !database.configuration.readonly else { return nil }
            var pointer: UnsafeMutablePointer<sqlite3_file>?
            let code = sqlite3_file_control(database.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &pointer)
            guard code == SQLITE_OK, let file = pointer, let methods = file.pointee.pMethods,
                methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
            else { return nil }
            var memory: UnsafeMutableRawPointer?
            guard map(file, 0, Self.regionSize, 0, &memory) == SQLITE_OK, let memory else { return nil }
            // There are two copies, one after the other: while they differ, one of them is being written.
            for _ in 0..<1_000 {
                let first = Self.copy(memory, 0)
                methods.pointee.xShmBarrier?(file)
                guard first == Self.copy(memory, Self.headerSize) else { continue }
                guard first[Self.initialisedOffset] != 0 else { return nil }
                self.init(first, moved: memory.load(fromByteOffset: 2 * Self.headerSize, as: UInt32.self))
                return
            }
            return nil
        #endif
    }

    private init(_ header: [UInt8], moved: UInt32) {
        func number(_ place: Int) -> UInt32 {
            header.withUnsafeBytes { $0.load(fromByteOffset: place, as: UInt32.self) }
        }
        let size = header.withUnsafeBytes { $0.load(fromByteOffset: 14, as: UInt16.self) }
        commitCount = number(8)
        // 65,536 does not fit and is written as 1.
        pageSize = size == 1 ? 65_536 : Int64(size)
        frameCount = Int64(number(16))
        pageCount = Int64(number(20))
        movedFrameCount = Int64(moved)
    }

    private static func copy(_ memory: UnsafeMutableRawPointer, _ offset: Int) -> [UInt8] {
        Array(UnsafeRawBufferPointer(start: memory + offset, count: headerSize))
    }

    private static let regionSize: CInt = 32_768
    private static let headerSize = 48
    private static let initialisedOffset = 12
}
