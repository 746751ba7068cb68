import Foundation
import GRDBSQLite

/// A prepared statement by SQLite's C functions.
final class RawStatement {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    deinit { sqlite3_finalize(handle) }

    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    @inline(__always)
    func bind(_ index: Int32, _ value: Int) {
        sqlite3_bind_int64(handle, index, Int64(value))
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: Double) {
        sqlite3_bind_double(handle, index, value)
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: String) {
        var value = value
        value.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
            _ = sqlite3_bind_text(handle, index, start ?? Self.empty, Int32(bytes.count), Self.transient)
        }
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: String?) {
        if let value { bind(index, value) } else { sqlite3_bind_null(handle, index) }
    }

    @inline(__always)
    func bind(_ index: Int32, _ value: UUID) {
        withUnsafeBytes(of: value.uuid) { bytes in
            _ = sqlite3_bind_blob(handle, index, bytes.baseAddress, 16, Self.transient)
        }
    }

    /// Steps to the next row. True if there is one.
    @inline(__always)
    func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Disagreement("SQLite: step failed with \(code)")
        }
    }

    @inline(__always)
    func reset() {
        sqlite3_reset(handle)
    }

    /// Runs a statement that returns nothing.
    @inline(__always)
    func run() throws {
        _ = try step()
        reset()
    }

    @inline(__always)
    func integer(_ column: Int32) -> Int {
        Int(sqlite3_column_int64(handle, column))
    }

    @inline(__always)
    func double(_ column: Int32) -> Double {
        sqlite3_column_double(handle, column)
    }

    @inline(__always)
    func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    @inline(__always)
    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    @inline(__always)
    func optionalText(_ column: Int32) -> String? {
        isNull(column) ? nil : text(column)
    }

    @inline(__always)
    func uuid(_ column: Int32) -> UUID {
        guard let start = sqlite3_column_blob(handle, column) else {
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        return UUID(uuid: start.loadUnaligned(as: uuid_t.self))
    }

    /// A place for texts without bytes, since a null pointer would bind NULL.
    nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
        let start = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
        start.pointee = 0
        return UnsafePointer(start)
    }()
}
