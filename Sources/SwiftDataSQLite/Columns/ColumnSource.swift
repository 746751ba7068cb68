package import Foundation
import GRDBSQLite

/// One value that SQLite hands over: a column of a row, or an argument of a function.
package protocol ColumnSource {
    var storageClass: ResultRow.StorageClass { get }
    var integer: Int64 { get }
    var real: Double { get }
    /// The text of a value that is one.
    var string: String { get }
    func withBlob<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result
}

extension ColumnSource {
    package var data: Data { withBlob { Data($0) } }
}

/// A column of the current row.
struct ColumnHandle: ColumnSource {
    let row: ResultRow
    let index: Int

    var storageClass: ResultRow.StorageClass { row.storageClass(index) }
    var integer: Int64 { row.integer(index) }
    var real: Double { row.real(index) }
    var string: String { row.text(index) }
    func withBlob<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try row.withBlob(index, body)
    }
}

/// An argument of a function.
struct ValueHandle: ColumnSource {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    var storageClass: ResultRow.StorageClass {
        ResultRow.StorageClass(rawValue: sqlite3_value_type(handle)) ?? .null
    }
    var integer: Int64 { sqlite3_value_int64(handle) }
    var real: Double { sqlite3_value_double(handle) }

    var string: String {
        guard let start = sqlite3_value_text(handle) else { return "" }
        let count = Int(sqlite3_value_bytes(handle))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Nil for a value that is no text.
    var text: String? { storageClass == .text ? string : nil }

    func withBlob<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        let start = sqlite3_value_blob(handle)
        let count = Int(sqlite3_value_bytes(handle))
        return try body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
