import Foundation

/// The frames of a `-wal`.
struct LogFrames: Equatable {
    /// The number of frames up to the last commit that SQLite reads.
    private(set) var committed: Int64 = 0
    /// The number of frames with right checksums from the first one on.
    private var valid: Int64 = 0
    /// The number of frames of the same log after them. Frames of the log before, over which this one is written, do not count.
    private(set) var invalid: Int64 = 0
    /// The number of commits of the frames that SQLite reads.
    private var lostCommits: Int64 = 0
    private var headerIsValid = true

    private static let headerSize = 32
    private static let frameHeaderSize = 24

    /// - Throws: The error of Foundation where the file cannot be read.
    init(_ path: String, store: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        guard let header = try Self.read(file, Self.headerSize) else { return }
        var checksum = LogChecksum(isBigEndian: header[3] & 1 == 1)
        checksum.add(header[..<24])
        headerIsValid =
            Self.number(header, 0) & 0xFFFF_FFFE == 0x377F_0682 && checksum.isStored(in: header, at: 24)
            && Self.isPageSize(Int(Self.number(header, 8)))
        var salt = Array(header[16..<24])
        var isBroken = !headerIsValid
        let pageSize = headerIsValid ? Int(Self.number(header, 8)) : try Self.pageSize(of: store)
        guard Self.isPageSize(pageSize) else { return }
        var number: Int64 = 0
        while let frame = try Self.read(file, Self.frameHeaderSize + pageSize) {
            number += 1
            // The salt may be the damaged part of a header.
            if !headerIsValid, number == 1 { salt = Array(frame[8..<16]) }
            let isOfThisLog = frame[8..<16].elementsEqual(salt)
            let isCommit = Self.number(frame, 4) != 0
            if !isBroken {
                checksum.add(frame[..<8])
                checksum.add(frame[Self.frameHeaderSize...])
                isBroken = !isOfThisLog || !checksum.isStored(in: frame, at: 16)
            }
            if !isBroken {
                valid = number
                if isCommit { committed = number }
            } else if isOfThisLog {
                invalid = number - valid
                if isCommit { lostCommits += 1 }
            }
        }
    }

    /// Frames without a commit are of a save that never returned.
    var damage: String? {
        guard lostCommits > 0 else { return nil }
        let rest = Plural.text(invalid, "frame") + " with " + Plural.text(lostCommits, "commit")
        guard headerIsValid else { return "The header of the -wal is damaged: SQLite does not read its \(rest)." }
        return "The -wal is damaged at frame \(valid + 1): SQLite reads what was committed before it, and not the "
            + "\(rest) from there on."
    }

    /// Nil where the file ends before.
    private static func read(_ file: FileHandle, _ count: Int) throws -> [UInt8]? {
        guard let data = try file.read(upToCount: count), data.count == count else { return nil }
        return [UInt8](data)
    }

    private static func number(_ bytes: [UInt8], _ position: Int) -> UInt32 {
        bytes[position..<position + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    private static func isPageSize(_ size: Int) -> Bool { (512...65_536).contains(size) && size & (size - 1) == 0 }

    /// The page size in the header of the store; 0 where it has none.
    private static func pageSize(of store: String) throws -> Int {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: store))
        defer { try? file.close() }
        guard let header = try read(file, 18) else { return 0 }
        let size = Int(header[16]) << 8 | Int(header[17])
        return size == 1 ? 65_536 : size
    }
}
