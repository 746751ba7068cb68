package import Foundation

/// A value of a property list, with the references that keyed archives are made of.
///
/// Foundation's own `PropertyListSerialization` reads and writes no such references outside Apple's platforms.
package indirect enum PropertyListValue: Hashable {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case data(Data)
    /// The position of an object in an archive.
    case reference(Int)
    case array([PropertyListValue])
    case dictionary([String: PropertyListValue])
}

/// Writes the binary form of a property list, `bplist00`.
package struct BinaryPropertyListWriter {
    private enum Flat {
        case scalar(PropertyListValue)
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private var objects: [Flat] = []
    private var positions: [PropertyListValue: Int] = [:]

    package static func data(_ root: PropertyListValue) -> Data {
        var writer = BinaryPropertyListWriter()
        let top = writer.flatten(root)
        return writer.write(top: top)
    }

    /// Gives each object a number; equal strings, numbers and the like are one object.
    private mutating func flatten(_ value: PropertyListValue) -> Int {
        switch value {
        case .array(let elements):
            return append(.array(elements.map { flatten($0) }))
        case .dictionary(let entries):
            let sorted = entries.sorted { $0.key < $1.key }
            let keys = sorted.map { flatten(.string($0.key)) }
            return append(.dictionary(keys: keys, values: sorted.map { flatten($0.value) }))
        default:
            if let position = positions[value] { return position }
            let position = append(.scalar(value))
            positions[value] = position
            return position
        }
    }

    private mutating func append(_ flat: Flat) -> Int {
        objects.append(flat)
        return objects.count - 1
    }

    private func write(top: Int) -> Data {
        var bytes = Data("bplist00".utf8)
        var offsets: [Int] = []
        let referenceSize = Self.width(of: objects.count)
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let value):
                Self.write(value, to: &bytes)
            case .array(let elements):
                Self.writeMarker(0xA0, count: elements.count, to: &bytes)
                for element in elements { Self.write(element, width: referenceSize, to: &bytes) }
            case .dictionary(let keys, let values):
                Self.writeMarker(0xD0, count: keys.count, to: &bytes)
                for element in keys + values { Self.write(element, width: referenceSize, to: &bytes) }
            }
        }
        let offsetTable = bytes.count
        let offsetSize = Self.width(of: offsetTable)
        for offset in offsets { Self.write(offset, width: offsetSize, to: &bytes) }
        bytes.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
        for field in [objects.count, top, offsetTable] { Self.write(field, width: 8, to: &bytes) }
        return bytes
    }

    private static func write(_ value: PropertyListValue, to bytes: inout Data) {
        switch value {
        case .boolean(let value):
            bytes.append(value ? 0x09 : 0x08)
        case .integer(let value):
            write(integer: value, to: &bytes)
        case .real(let value):
            bytes.append(0x23)
            write(bits: value.bitPattern, width: 8, to: &bytes)
        case .string(let value) where value.utf8.allSatisfy { $0 < 0x80 }:
            writeMarker(0x50, count: value.utf8.count, to: &bytes)
            bytes.append(contentsOf: value.utf8)
        case .string(let value):
            writeMarker(0x60, count: value.utf16.count, to: &bytes)
            for unit in value.utf16 { write(bits: UInt64(unit), width: 2, to: &bytes) }
        case .data(let value):
            writeMarker(0x40, count: value.count, to: &bytes)
            bytes.append(value)
        case .reference(let position):
            let size = width(of: position)
            bytes.append(0x80 | UInt8(size - 1))
            write(position, width: size, to: &bytes)
        case .array, .dictionary:
            break
        }
    }

    /// Negative numbers always take eight bytes.
    private static func write(integer: Int64, to bytes: inout Data) {
        let size = integer < 0 ? 8 : width(of: Int(integer))
        bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
        write(bits: UInt64(bitPattern: integer), width: size, to: &bytes)
    }

    private static func writeMarker(_ marker: UInt8, count: Int, to bytes: inout Data) {
        if count < 15 {
            bytes.append(marker | UInt8(count))
        } else {
            bytes.append(marker | 0x0F)
            write(integer: Int64(count), to: &bytes)
        }
    }

    private static func write(_ value: Int, width: Int, to bytes: inout Data) {
        write(bits: UInt64(value), width: width, to: &bytes)
    }

    private static func write(bits: UInt64, width: Int, to bytes: inout Data) {
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }

    /// The number of bytes for a number that is not negative: 1, 2, 4 or 8.
    private static func width(of value: Int) -> Int {
        switch value {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
