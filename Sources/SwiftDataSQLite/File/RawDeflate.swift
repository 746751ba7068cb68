import CZlib
package import Foundation
import SwiftDataCore

/// Compression without a header, as `Z_MODELCACHE` has it.
package enum RawDeflate {
    /// - Throws: ``StoreError`` if zlib has no memory left.
    package static func compress(_ data: Data) throws -> Data {
        var stream = z_stream()
        // A negative window size means no header.
        var status = deflateInit2_(
            &stream,
            Z_DEFAULT_COMPRESSION,
            Z_DEFLATED,
            -MAX_WBITS,
            MAX_MEM_LEVEL,
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        guard status == Z_OK else { throw failure(status) }
        defer { deflateEnd(&stream) }

        var input = [UInt8](data)
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(input.count))))
        let written = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = uInt(source.count)
                stream.next_out = target.baseAddress
                stream.avail_out = uInt(target.count)
                status = deflate(&stream, Z_FINISH)
                return target.count - Int(stream.avail_out)
            }
        }
        guard status == Z_STREAM_END else { throw failure(status) }
        return Data(output.prefix(written))
    }

    /// The data that was compressed; nil for other data, or for more of it than a limit allows.
    package static func decompress(_ data: Data, limit: Int) -> Data? {
        var stream = z_stream()
        guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return nil
        }
        defer { inflateEnd(&stream) }
        var input = [UInt8](data)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var output = Data()
        return input.withUnsafeMutableBufferPointer { source in
            stream.next_in = source.baseAddress
            stream.avail_in = uInt(source.count)
            while output.count <= limit {
                let (status, written) = chunk.withUnsafeMutableBufferPointer { target in
                    stream.next_out = target.baseAddress
                    stream.avail_out = uInt(target.count)
                    let status = inflate(&stream, Z_NO_FLUSH)
                    return (status, target.count - Int(stream.avail_out))
                }
                output.append(contentsOf: chunk.prefix(written))
                if status == Z_STREAM_END { return output.count <= limit ? output : nil }
                guard status == Z_OK, written > 0 || stream.avail_in > 0 else { return nil }
            }
            return nil
        }
    }

    private static func failure(_ status: Int32) -> StoreError {
        StoreError(.cannotOpen, "the model could not be compressed (zlib status \(status))")
    }
}
