package import Foundation
import GRDB
import GRDBSQLite

/// Binds the parameters of a statement one after the other.
package struct ParameterBinder {
    let handle: SQLiteStatement
    private(set) var failure: CInt?
    private var position: CInt = 0
    private let scratch: BindingScratch?

    init(handle: SQLiteStatement, scratch: BindingScratch? = nil) {
        self.handle = handle
        self.scratch = scratch
    }

    /// SQLite copies the value, since Swift may move or free it after the call.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    private mutating func next() -> CInt {
        position += 1
        return position
    }

    private mutating func check(_ code: CInt) {
        if code != SQLITE_OK, failure == nil { failure = code }
    }

    package mutating func null() {
        check(sqlite3_bind_null(handle, next()))
    }

    package mutating func integer(_ value: Int64) {
        check(sqlite3_bind_int64(handle, next(), value))
    }

    package mutating func real(_ value: Double) {
        check(sqlite3_bind_double(handle, next(), value))
    }

    /// The length is explicit, so that NUL characters are kept.
    package mutating func text(_ value: String) {
        var value = value
        let index = next()
        check(
            value.withUTF8 { bytes in
                let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                guard let start else { return sqlite3_bind_text(handle, index, "", 0, Self.transient) }
                if let copy = scratch?.take(bytes) {
                    // No destructor: the scratch outlives the step.
                    return sqlite3_bind_text(handle, index, copy, CInt(bytes.count), nil)
                }
                return sqlite3_bind_text64(
                    handle,
                    index,
                    start,
                    UInt64(bytes.count),
                    Self.transient,
                    UInt8(SQLITE_UTF8)
                )
            }
        )
    }

    package mutating func blob(_ value: Data) {
        let index = next()
        check(
            value.withUnsafeBytes { bytes in
                // A null pointer would bind NULL.
                guard let start = bytes.baseAddress, !bytes.isEmpty else {
                    return sqlite3_bind_zeroblob(handle, index, 0)
                }
                return sqlite3_bind_blob64(handle, index, start, UInt64(bytes.count), Self.transient)
            }
        )
    }

    /// The bytes of a short value.
    mutating func bytes<Value: BitwiseCopyable>(of value: Value) {
        withUnsafeBytes(of: value) { blob($0) }
    }

    /// A pointer that stays valid until the statement is cleared.
    mutating func pointer(_ value: UnsafeMutableRawPointer, _ type: UnsafePointer<CChar>) {
        check(sqlite3_bind_pointer(handle, next(), value, type, nil))
    }

    package mutating func blob(_ bytes: UnsafeRawBufferPointer) {
        check(sqlite3_bind_blob64(handle, next(), bytes.baseAddress, UInt64(bytes.count), Self.transient))
    }
}
