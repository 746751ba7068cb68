/// The checksum of a `-wal`, which continues from frame to frame.
struct LogChecksum {
    /// True if the numbers that are added are big-endian, by the last bit of the header's first number.
    let isBigEndian: Bool
    private var sums: (UInt32, UInt32) = (0, 0)

    init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

    /// - Parameter bytes: A multiple of eight.
    mutating func add(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { bytes in
            var place = 0
            while place + 8 <= bytes.count {
                sums.0 = sums.0 &+ number(bytes, place) &+ sums.1
                sums.1 = sums.1 &+ number(bytes, place + 4) &+ sums.0
                place += 8
            }
        }
    }

    private func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
        let number = bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        return isBigEndian ? UInt32(bigEndian: number) : UInt32(littleEndian: number)
    }

    /// True if the checksum of a header is right. Checksums themselves are big-endian.
    func isStored(in bytes: [UInt8], at place: Int) -> Bool {
        func stored(_ place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }
        return stored(place) == sums.0 && stored(place + 4) == sums.1
    }
}
