#if PostgreSQL
import CLibPQ

/// The rows of a statement, with values in the server's binary form.
package final class PostgresResult {
    let handle: OpaquePointer
    /// The number of rows.
    package let count: Int
    package let columnCount: Int

    /// Takes over a result of libpq.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        count = Int(PQntuples(handle))
        columnCount = Int(PQnfields(handle))
    }

    deinit { PQclear(handle) }

    /// True if the server waits for rows, or is about to send them, by COPY.
    var isCopy: Bool { [PGRES_COPY_IN, PGRES_COPY_OUT].contains(PQresultStatus(handle)) }

    package var columnNames: [String] {
        (0..<columnCount).map { column in PQfname(handle, Int32(column)).map { String(cString: $0) } ?? "" }
    }

    /// The number of the type of a column.
    package func type(_ column: Int) -> UInt32 { PQftype(handle, Int32(column)) }

    package func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(handle, Int32(row), Int32(column)) != 0 }

    /// Lends the bytes of a value, of which NULL has none.
    package func withBytes<Value>(
        _ row: Int,
        _ column: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Value
    ) rethrows -> Value {
        let length = Int(PQgetlength(handle, Int32(row), Int32(column)))
        return try body(UnsafeRawBufferPointer(start: PQgetvalue(handle, Int32(row), Int32(column)), count: length))
    }

    /// A text; nil for NULL.
    package func text(_ row: Int, _ column: Int) -> String? {
        isNull(row, column) ? nil : withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A whole number of two, four or eight bytes; nil for NULL and for a value of any other size.
    package func integer(_ row: Int, _ column: Int) -> Int64? {
        let length = PQgetlength(handle, Int32(row), Int32(column))
        guard length > 0, let start = UnsafeRawPointer(PQgetvalue(handle, Int32(row), Int32(column))) else {
            return nil
        }
        switch length {
        case 8: return Int64(bigEndian: start.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: start.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: start.loadUnaligned(as: Int16.self)))
        default: return nil
        }
    }

    package func bool(_ row: Int, _ column: Int) -> Bool {
        !isNull(row, column) && withBytes(row, column) { $0.first == 1 }
    }
}
#endif
