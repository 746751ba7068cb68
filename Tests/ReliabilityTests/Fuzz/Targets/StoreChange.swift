import Foundation

/// Changes of a file's bytes, as an input lists them.
///
/// Each takes eight bytes: a kind, the page (two bytes, of the pages that there are), the place in it or another page (two
/// bytes), a count or a mask, and two bytes that are written.
enum StoreChange {
    static func applied(_ input: Data, to sound: Data) -> Data {
        var bytes = [UInt8](sound)
        let changes = [UInt8](input)
        for start in stride(from: 0, to: min(changes.count, 8 * 64), by: 8) where start + 8 <= changes.count {
            apply(Array(changes[start..<start + 8]), to: &bytes)
        }
        return Data(bytes)
    }

    private static func apply(_ change: [UInt8], to bytes: inout [UInt8]) {
        let size = pageSize(bytes)
        let pages = bytes.count / size
        guard pages > 0 else { return }
        let page = (Int(change[1]) | Int(change[2]) << 8) % pages * size
        let second = Int(change[3]) | Int(change[4]) << 8
        let place = page + second % size
        let other = second % pages * size
        switch change[0] % 8 {
        case 0: bytes[place] ^= change[5]
        case 1: bytes[place] = change[6]
        case 2:
            for offset in 0..<Int(change[5]) where place + offset < page + size {
                bytes[place + offset] = change[6 + offset % 2]
            }
        case 3: for index in page..<page + size { bytes[index] = change[6] }
        case 4: bytes.replaceSubrange(page..<page + size, with: Array(bytes[other..<other + size]))
        case 5:
            let first = Array(bytes[page..<page + size])
            bytes.replaceSubrange(page..<page + size, with: Array(bytes[other..<other + size]))
            bytes.replaceSubrange(other..<other + size, with: first)
        case 6: bytes.removeSubrange(place...)
        // The header of the page, where a database keeps what is in it. A file that was cut off may end before it.
        default:
            let header = page + (page == 0 ? 100 : 0) + second % 12
            if bytes.indices.contains(header) { bytes[header] = change[6] }
        }
    }

    /// As the header says it; of what is no power of two, the usual one.
    private static func pageSize(_ bytes: [UInt8]) -> Int {
        guard bytes.count >= 100 else { return max(bytes.count, 1) }
        let size = Int(bytes[16]) << 8 | Int(bytes[17])
        return size >= 512 && size & (size - 1) == 0 ? size : 4096
    }
}
