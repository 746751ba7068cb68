import CZlib
import Foundation
import SwiftDataCore

/// Compression without a header, as `Z_MODELCACHE` has it.
enum RawDeflate {
    /// Throws a ``StoreError`` if zlib has no memory left.
    static func compress(_ data: Data) throws -> Data {
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

    private static func failure(_ status: Int32) -> StoreError {
        StoreError(.cannotOpen, "the model could not be compressed (zlib status \(status))")
    }
}
