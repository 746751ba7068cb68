import CZlib
package import Foundation

/// Bodies in gzip, of one member.
package enum Gzip {
    /// The size of the window, and 16 for the header of gzip.
    private static let windowBits: Int32 = MAX_WBITS + 16

    package static func isGzip(_ data: Data) -> Bool { data.starts(with: [0x1F, 0x8B]) }

    /// Compresses data; nil where that makes it no smaller, or zlib has no memory left.
    package static func compress(_ data: Data) -> Data? {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream,
            Z_DEFAULT_COMPRESSION,
            Z_DEFLATED,
            windowBits,
            MAX_MEM_LEVEL,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK, let size = UInt32(exactly: data.count) else { return nil }
        defer { deflateEnd(&stream) }
        var input = [UInt8](data)
        var output = [UInt8](repeating: 0, count: input.count)
        let written = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target -> Int? in
                (stream.next_in, stream.avail_in) = (source.baseAddress, size)
                (stream.next_out, stream.avail_out) = (target.baseAddress, size)
                // It ends early where the output would be as large as the input.
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
                return target.count - Int(stream.avail_out)
            }
        }
        guard let written, written < data.count else { return nil }
        return Data(output.prefix(written))
    }

    /// Expands data; nil for data that is cut or no gzip.
    ///
    /// - Throws: ``SyncTransportError`` where it has more bytes than a limit.
    package static func expand(_ data: Data, limit: Int) throws(SyncTransportError) -> Data? {
        var stream = z_stream()
        guard let size = UInt32(exactly: data.count),
            inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        var input = [UInt8](data)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var output = Data()
        let isWhole = input.withUnsafeMutableBufferPointer { source -> Bool in
            (stream.next_in, stream.avail_in) = (source.baseAddress, size)
            while output.count <= limit {
                let (status, written) = chunk.withUnsafeMutableBufferPointer { target in
                    (stream.next_out, stream.avail_out) = (target.baseAddress, UInt32(target.count))
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, target.count - Int(stream.avail_out))
                }
                output.append(contentsOf: chunk.prefix(written))
                if status == Z_STREAM_END { return stream.avail_in == 0 }
                guard status == Z_OK, written > 0 || stream.avail_in > 0 else { return false }
            }
            return false
        }
        guard output.count <= limit else { throw HTTPProblem.tooLong(limit) }
        return isWhole ? output : nil
    }
}
