package import Foundation

/// Reads single objects of a binary property list. Everything is checked against the bounds, since the bytes come from
/// a file of unknown origin.
///
/// A list with a damaged object is refused as a whole, as Foundation refuses it. A reader that left the object out
/// would take it for one that was never there.
package struct BinaryPropertyListReader {
    let bytes: [UInt8]
    private let offsetWidth: Int
    let referenceWidth: Int
    /// The number of objects.
    let count: Int
    /// The place of the objects' offsets, behind the last object.
    let table: Int
    /// The number of the root object.
    package let root: Int

    package init?(_ data: Data) {
        bytes = [UInt8](data)
        guard bytes.count >= 42, bytes.starts(with: Array("bplist00".utf8)) else { return nil }
        let trailer = bytes.count - 32
        offsetWidth = Int(bytes[trailer + 6])
        referenceWidth = Int(bytes[trailer + 7])
        guard let count = Self.number(bytes, trailer + 8, 8), let root = Self.number(bytes, trailer + 16, 8),
            let table = Self.number(bytes, trailer + 24, 8), (1...8).contains(offsetWidth),
            (1...8).contains(referenceWidth), table < trailer, count <= bytes.count, root < count,
            count * offsetWidth == trailer - table, Self.holds(count, referenceWidth), Self.holds(table, offsetWidth)
        else { return nil }
        (self.count, self.root, self.table) = (count, root, table)
        guard hasSoundObjects else { return nil }
    }

    /// True if the given number of bytes can hold a number.
    private static func holds(_ number: Int, _ width: Int) -> Bool { width == 8 || number >> (8 * width) == 0 }

    package func dictionary(_ object: Int) -> [String: Int]? { dictionary(object, string) }

    /// The members of a dictionary.
    /// - Parameter name: The text of a key, which a reader of many dictionaries keeps.
    func dictionary(_ object: Int, _ name: (Int) -> String?) -> [String: Int]? {
        guard let (start, count) = body(object, marker: 0xD0, unit: 2 * referenceWidth) else { return nil }
        var result: [String: Int] = [:]
        for index in 0..<count {
            guard let key = reference(start + index * referenceWidth), let name = name(key),
                let value = reference(start + (count + index) * referenceWidth)
            else { return nil }
            // Readers differ in which of two values they take.
            guard result.updateValue(value, forKey: name) == nil else { return nil }
        }
        return result
    }

    package func array(_ object: Int) -> [Int]? {
        guard let (start, count) = body(object, marker: 0xA0, unit: referenceWidth) else { return nil }
        let items = (0..<count).compactMap { reference(start + $0 * referenceWidth) }
        return items.count == count ? items : nil
    }

    package func string(_ object: Int) -> String? {
        if let (start, count) = body(object, marker: 0x50, unit: 1) {
            return String(decoding: bytes[start..<start + count], as: UTF8.self)
        }
        return body(object, marker: 0x60, unit: 2).flatMap { start, count in
            let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
            return String(validating: units, as: UTF16.self)
        }
    }

    /// True if an object is a text. ``string(_:)`` cannot read a text with half a surrogate pair.
    func isText(_ object: Int) -> Bool { offset(object).map { [0x50, 0x60].contains(bytes[$0] & 0xF0) } ?? false }

    package func boolean(_ object: Int) -> Bool? {
        guard let start = offset(object) else { return nil }
        switch bytes[start] {
        case 0x08: return false
        case 0x09: return true
        default: return nil
        }
    }

    /// A number without fraction; numbers of sixteen bytes are none that this library writes or needs.
    package func integer(_ object: Int) -> Int64? {
        guard let start = offset(object), bytes[start] & 0xF0 == 0x10, bytes[start] & 0x0F <= 3 else { return nil }
        return Self.bits(bytes, start + 1, 1 << Int(bytes[start] & 0x0F)).map { Int64(bitPattern: $0) }
    }

    package func real(_ object: Int) -> Double? {
        guard let start = offset(object) else { return nil }
        switch bytes[start] {
        case 0x22: return Self.bits(bytes, start + 1, 4).map { Double(Float(bitPattern: UInt32($0))) }
        case 0x23: return Self.bits(bytes, start + 1, 8).map { Double(bitPattern: $0) }
        default: return nil
        }
    }

    package func date(_ object: Int) -> Date? {
        guard let start = offset(object), bytes[start] == 0x33 else { return nil }
        return Self.bits(bytes, start + 1, 8).map { Date(timeIntervalSinceReferenceDate: Double(bitPattern: $0)) }
    }

    package func data(_ object: Int) -> Data? {
        body(object, marker: 0x40, unit: 1).map { Data(bytes[$0.start..<$0.start + $0.count]) }
    }

    package func uid(_ object: Int) -> Int? {
        guard let start = offset(object), bytes[start] & 0xF0 == 0x80 else { return nil }
        return Self.number(bytes, start + 1, Int(bytes[start] & 0x0F) + 1)
    }

    /// True if an object is a dictionary, which ``dictionary(_:)`` cannot read if a key is not a text.
    func isDictionary(_ object: Int) -> Bool { offset(object).map { bytes[$0] & 0xF0 == 0xD0 } ?? false }

    /// The number of bytes of a text or data, or of elements; nil for objects that have one size.
    ///
    /// An object may be referred to any number of times, so a reader counts the values that it makes of a list.
    func extent(_ object: Int) -> Int? {
        guard let start = offset(object) else { return nil }
        let marker = bytes[start] & 0xF0
        switch marker {
        case 0x40, 0x50: return body(object, marker: marker, unit: 1)?.count
        case 0x60: return body(object, marker: marker, unit: 2).map { 2 * $0.count }
        case 0xA0: return body(object, marker: marker, unit: referenceWidth)?.count
        case 0xD0: return body(object, marker: marker, unit: 2 * referenceWidth)?.count
        default: return nil
        }
    }

    /// The size of the list in bytes.
    var size: Int { bytes.count }

    /// The start of the contents of an object, and the number of units with the given size.
    private func body(_ object: Int, marker: UInt8, unit: Int) -> (start: Int, count: Int)? {
        guard let start = offset(object), bytes[start] & 0xF0 == marker else { return nil }
        return body(at: start, unit: unit)
    }

    /// The place and the number of units of the object whose marker is at an offset.
    func body(at offset: Int, unit: Int) -> (start: Int, count: Int)? {
        var count = Int(bytes[offset] & 0x0F)
        var start = offset + 1
        if count == 15 {
            guard start < table, bytes[start] & 0xF0 == 0x10, bytes[start] & 0x0F <= 3 else { return nil }
            let width = 1 << Int(bytes[start] & 0x0F)
            guard width < table - start, let long = Self.number(bytes, start + 1, width) else { return nil }
            count = long
            start += 1 + width
        }
        let (size, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, start <= table, size <= table - start else { return nil }
        return (start, count)
    }

    /// The place of an object's marker.
    func offset(_ object: Int) -> Int? {
        guard object < count, let offset = Self.number(bytes, table + object * offsetWidth, offsetWidth),
            offset >= 8, offset < table
        else { return nil }
        return offset
    }

    func reference(_ position: Int) -> Int? {
        Self.number(bytes, position, referenceWidth)
    }

    private static func number(_ bytes: [UInt8], _ position: Int, _ width: Int) -> Int? {
        bits(bytes, position, width).flatMap { Int(exactly: $0) }
    }

    private static func bits(_ bytes: [UInt8], _ position: Int, _ width: Int) -> UInt64? {
        guard position >= 0, width >= 0, width <= bytes.count - position else { return nil }
        return bytes[position..<position + width].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
}
