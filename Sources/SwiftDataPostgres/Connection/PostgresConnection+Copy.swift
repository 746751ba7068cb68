#if PostgreSQL
import CLibPQ
import SwiftDataCore

/// Rows in the binary form of COPY.
/// Source: "Binary Format" in PostgreSQL's documentation of COPY.
struct CopyRows {
    private(set) var writer = ByteWriter()
    private let columnCount: Int16
    private(set) var count = 0

    init(columnCount: Int) {
        self.columnCount = Int16(truncatingIfNeeded: columnCount)
        writer.append(Array("PGCOPY\n".utf8) + [0xFF] + Array("\r\n".utf8) + [0])
        writer.append(Int32(0))
        writer.append(Int32(0))
    }

    /// Begins a row, whose values are written with their sizes.
    mutating func begin() {
        writer.append(columnCount)
        count += 1
    }

    mutating func append(_ value: [UInt8]?) { writer.appendSized(value) }
    mutating func append(number: some FixedWidthInteger) { writer.appendSized(number: number) }

    /// Writes a value by a function that writes it with its size.
    mutating func append<Failure>(_ write: (inout ByteWriter) throws(Failure) -> Void) throws(Failure) {
        try write(&writer)
    }

    var size: Int { writer.bytes.count }

    /// The bytes, with their end.
    var bytes: [UInt8] {
        var whole = writer
        whole.append(Int16(-1))
        return whole.bytes
    }
}

extension PostgresConnection {
    /// Sends rows to a `COPY … FROM STDIN (FORMAT binary)`.
    /// - Throws: ``PostgresFailure``; the error of the call of `read` or `write` that has to stop.
    func copy(_ sql: String, _ rows: CopyRows) throws {
        observer?(sql)
        let begun = try exchange { PQsendQuery(handle, sql) }
        guard begun.isCopy else { throw PostgresFailure(connection: handle) }
        let bytes = rows.bytes
        var failure: (any Error)?
        do {
            for start in stride(from: 0, to: bytes.count, by: Self.copyChunk) {
                let part = bytes[start..<min(start + Self.copyChunk, bytes.count)]
                try put {
                    part.withUnsafeBytes {
                        PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
                    }
                }
                try ContextCall.current?.check()
            }
        } catch {
            failure = error
            // The server rolls back the rows that it has.
            guard !isLost else { throw error }
        }
        try put { failure == nil ? PQputCopyEnd(handle, nil) : PQputCopyEnd(handle, "stopped") }
        do {
            _ = try exchange { 1 }
        } catch {
            throw failure ?? error
        }
        if let failure { throw failure }
    }

    /// The number of bytes that are handed to libpq at once.
    private static var copyChunk: Int { 1 << 18 }

    /// Hands something to libpq, which may have to send first.
    private func put(_ body: () -> Int32) throws {
        while true {
            switch body() {
            case 1: return try flush()
            case 0: try flush()
            default: throw PostgresFailure(connection: handle)
            }
        }
    }
}
#endif
