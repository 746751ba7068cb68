package import Foundation

/// A reader of server-sent events, in parts of any size.
package struct EventStreamParser {
    /// An event, or a time that the server has set.
    package enum Item: Hashable {
        case event(id: String?)
        case retry(milliseconds: Int)
    }

    /// The number of bytes of a line, and of the data of an event.
    private static let limit = 1 << 16

    private var line: [UInt8] = []
    private var endedWithReturn = false
    private var hasData = false
    private var id: String?
    private var count = 0

    package init() {}

    /// Reads bytes, and returns nil where a line or an event is too long.
    package mutating func read(_ data: Data) -> [Item]? {
        var items: [Item] = []
        for byte in data {
            defer { endedWithReturn = byte == 0x0D }
            // A line ends with a return, a line feed, or both.
            if byte == 0x0A, endedWithReturn { continue }
            if byte == 0x0A || byte == 0x0D {
                if let item = endLine() { items.append(item) }
            } else {
                line.append(byte)
                count += 1
                guard count <= Self.limit else { return nil }
            }
        }
        return items
    }

    private mutating func endLine() -> Item? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else {
            defer { (hasData, count) = (false, 0) }
            return hasData ? .event(id: id) : nil
        }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "":
            // A comment, such as a heartbeat, which may come between events for ever.
            if !hasData { count = 0 }
        case "data": hasData = true
        case "id": id = HTTPText.isPosition(text) ? text : id
        case "retry": return HTTPText.count(text).map { .retry(milliseconds: $0) }
        default: break
        }
        return nil
    }
}
