/// JSON as bytes, put together piece by piece: for many rows.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    /// Removes the bytes that were appended behind a place.
    mutating func removeAll(behind count: Int) { bytes.removeLast(bytes.count - count) }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends text that is JSON already.
    mutating func append(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    mutating func append(_ json: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: json.utf8Start, count: json.utf8CodeUnitCount))
    }

    mutating func append(_ value: JSONValue) { bytes.append(contentsOf: value.text(isPretty: false).utf8) }

    mutating func append(_ number: Int64) { bytes.append(contentsOf: String(number).utf8) }

    /// Appends a string as ``JSONValue`` writes it, at once where nothing in it is escaped.
    mutating func append(quoting text: String) {
        var text = text
        let isPlain = text.withUTF8 { buffer -> Bool in
            guard buffer.allSatisfy(Self.isPlain) else { return false }
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: buffer)
            bytes.append(UInt8(ascii: "\""))
            return true
        }
        if !isPlain { append(.string(text)) }
    }

    /// U+2028 and U+2029 begin with 0xE2.
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x22 && byte != 0x5C && byte != 0x7F && byte != 0xE2
    }
}
