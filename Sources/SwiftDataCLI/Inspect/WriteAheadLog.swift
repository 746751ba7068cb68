import Foundation
import SwiftDataSQLite

/// The `-wal` file beside a store: what was saved, and has not been moved to the file itself.
package struct WriteAheadLog: Sendable, Equatable {
    /// Nil where it cannot be read.
    package let size: Int64?
    /// The pages in it that belong to a commit; nil where they cannot be read.
    package let pageCount: Int64?

    private static let headerSize = 32
    private static let frameHeaderSize: UInt64 = 24

    /// Nil where there is no such file.
    package init?(store path: String) {
        let place = path + "-wal"
        let length: Int64?
        do {
            length = try MissingFile.size(place)
            if length == nil { return nil }
        } catch {
            length = nil
        }
        size = length
        pageCount = Self.committedPages(place)
    }

    private static func committedPages(_ path: String) -> Int64? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        do {
            return try committedPages(file, end: try file.seekToEnd())
        } catch {
            return nil
        }
    }

    /// Frames count as far as they carry the salt of the header, and up to the last one that ends a commit.
    private static func committedPages(_ file: FileHandle, end: UInt64) throws -> Int64 {
        guard let header = try read(file, at: 0, count: headerSize) else { return 0 }
        let magic = number(header, 0)
        let pageSize = number(header, 8)
        guard magic & 0xFFFF_FFFE == 0x377F_0682, (512...65536).contains(pageSize) else { return 0 }
        let salt = header[16..<24]
        var offset = UInt64(headerSize)
        var (frames, committed): (Int64, Int64) = (0, 0)
        while offset < end, end - offset >= frameHeaderSize + UInt64(pageSize),
            let frame = try read(file, at: offset, count: Int(frameHeaderSize)), frame[8..<16].elementsEqual(salt)
        {
            frames += 1
            if number(frame, 4) != 0 { committed = frames }
            offset += frameHeaderSize + UInt64(pageSize)
        }
        return committed
    }

    /// Nil where the file ends before.
    private static func read(_ file: FileHandle, at offset: UInt64, count: Int) throws -> [UInt8]? {
        try file.seek(toOffset: offset)
        guard let data = try file.read(upToCount: count), data.count == count else { return nil }
        return [UInt8](data)
    }

    private static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
}
