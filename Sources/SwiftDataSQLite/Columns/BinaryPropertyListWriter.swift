import Foundation

/// Writes the few kinds of object that a keyed archive of data has, fewer than 256 of them.
struct BinaryPropertyListWriter {
    private var bytes = Data("bplist00".utf8)
    private var offsets: [Int] = []

    private mutating func begin() {
        offsets.append(bytes.count)
    }

    mutating func string(_ text: String) {
        begin()
        header(0x50, count: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func data(_ data: Data) {
        begin()
        header(0x40, count: data.count)
        bytes.append(data)
    }

    mutating func integer(_ value: UInt32) {
        begin()
        bytes.append(0x12)
        append(UInt64(value), width: 4)
    }

    mutating func uid(_ value: UInt8) {
        begin()
        bytes.append(contentsOf: [0x80, value])
    }

    mutating func array(_ items: [UInt8]) {
        begin()
        header(0xA0, count: items.count)
        bytes.append(contentsOf: items)
    }

    mutating func dictionary(keys: [UInt8], values: [UInt8]) {
        begin()
        header(0xD0, count: keys.count)
        bytes.append(contentsOf: keys + values)
    }

    /// The property list; the first object is its root.
    func finished() -> Data {
        var result = self
        let table = bytes.count
        let width = table < 0x1_0000 ? 2 : table < 0x1_0000_0000 ? 4 : 8
        for offset in offsets { result.append(UInt64(offset), width: width) }
        result.bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(width), 1])
        for number in [offsets.count, 0, table] { result.append(UInt64(number), width: 8) }
        return result.bytes
    }

    private mutating func header(_ marker: UInt8, count: Int) {
        guard count >= 15 else {
            bytes.append(marker | UInt8(count))
            return
        }
        bytes.append(contentsOf: [marker | 0x0F, 0x13])
        append(UInt64(count), width: 8)
    }

    private mutating func append(_ value: UInt64, width: Int) {
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }
}
