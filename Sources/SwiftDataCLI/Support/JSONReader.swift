import Foundation

/// Reads JSON, with numbers as they are written: Foundation's reader turns them into doubles.
package struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0

    /// The greatest depth: more than in any real JSON.
    private static let deepest = 200

    private init(_ text: some StringProtocol) {
        bytes = Array(text.utf8)
    }

    /// Nil for text that is no JSON.
    package static func value(_ text: some StringProtocol) -> JSONValue? {
        var reader = JSONReader(text)
        guard let value = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        return reader.position == reader.bytes.count ? value : nil
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        guard depth < Self.deepest else { return nil }
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return object(depth)
        case UInt8(ascii: "["): return array(depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return word("true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        default: return number()
        }
    }

    private mutating func word(_ word: String) -> Bool {
        guard bytes[position...].starts(with: word.utf8) else { return false }
        position += word.utf8.count
        return true
    }

    /// A number as JSON has it: a number that is written as it was read must be JSON for every other reader too.
    private mutating func number() -> JSONValue? {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        let whole = digits()
        guard whole == 1 || whole > 1 && bytes[position - whole] != UInt8(ascii: "0") else { return nil }
        if next == UInt8(ascii: ".") {
            position += 1
            guard digits() > 0 else { return nil }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { return nil }
        }
        return .literal(String(decoding: bytes[start..<position], as: UTF8.self))
    }

    /// Moves behind digits, and counts them.
    private mutating func digits() -> Int {
        let start = position
        while let byte = next, byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }

    private mutating func array(_ depth: Int) -> JSONValue? {
        position += 1
        var elements: [JSONValue] = []
        if skip("]") { return .array(elements) }
        while true {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
            if skip("]") { return .array(elements) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func object(_ depth: Int) -> JSONValue? {
        position += 1
        var members: [JSONValue.Member] = []
        if skip("}") { return .object(members) }
        while true {
            skipBlanks()
            guard let key = string(), skip(":"), let value = value(depth: depth + 1) else { return nil }
            members.append(JSONValue.Member(key: key, value: value))
            if skip("}") { return .object(members) }
            guard skip(",") else { return nil }
        }
    }

    private mutating func string() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = escaped() else { return nil }
                text += escaped
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    private mutating func escaped() -> [UInt8]? {
        guard let byte = next else { return nil }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "u"):
            guard let first = unit() else { return nil }
            var units = [first]
            if UTF16.isLeadSurrogate(first) {
                guard next == UInt8(ascii: "\\") else { return nil }
                position += 1
                guard next == UInt8(ascii: "u") else { return nil }
                position += 1
                guard let second = unit(), UTF16.isTrailSurrogate(second) else { return nil }
                units.append(second)
            }
            return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
        default: return nil
        }
    }

    private mutating func unit() -> UInt16? {
        guard bytes.count - position >= 4 else { return nil }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        guard digits.allSatisfy(\.isHexDigit), let unit = UInt16(digits, radix: 16) else { return nil }
        position += 4
        return unit
    }
}

extension JSONValue {
    /// The value of a member of an object; the last one, as most readers have it.
    subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The text of a string.
    var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }
}
