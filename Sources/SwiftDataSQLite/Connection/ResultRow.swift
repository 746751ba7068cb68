package import Foundation
import GRDB
import GRDBSQLite

/// The current row of a running statement. Valid until the statement is stepped again.
package struct ResultRow {
    let handle: SQLiteStatement

    package enum StorageClass: CInt {
        case integer = 1
        case real = 2
        case text = 3
        case blob = 4
        case null = 5
    }

    /// The number of columns.
    var count: Int { Int(sqlite3_column_count(handle)) }

    package func storageClass(_ index: Int) -> StorageClass {
        StorageClass(rawValue: sqlite3_column_type(handle, CInt(index))) ?? .null
    }

    package func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(handle, CInt(index)) == SQLITE_NULL
    }

    package func integer(_ index: Int) -> Int64 {
        sqlite3_column_int64(handle, CInt(index))
    }

    package func real(_ index: Int) -> Double {
        sqlite3_column_double(handle, CInt(index))
    }

    package func text(_ index: Int) -> String {
        guard let start = sqlite3_column_text(handle, CInt(index)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func blob(_ index: Int) -> Data {
        withBlob(index) { Data($0) }
    }

    package func withBlob<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let start = sqlite3_column_blob(handle, CInt(index))
        let count = Int(sqlite3_column_bytes(handle, CInt(index)))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
