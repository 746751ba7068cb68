import Foundation

/// Bytes of version 1 of the wire format, which are read for ever: devices and servers keep them.
///
/// Where a test fails on them, the format has changed, and the code is wrong. The files have hexadecimal digits.
enum GoldenBytes {
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        return [UInt8](hex: try String(contentsOf: folder.appending(path: "\(name).hex"), encoding: .utf8))
    }
}
