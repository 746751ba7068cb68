import Foundation
import SwiftDataSQLite

/// Binary property lists: what is read is written and read again as the same.
enum PropertyListInput: FuzzedInput {
    static func seeds() throws -> [Data] {
        let values: [PropertyListValue] = [
            .dictionary([:]),
            .dictionary([
                "flag": .boolean(true), "number": .integer(-3), "large": .integer(1 << 40), "real": .real(2.5),
                "text": .string("Zürich"), "ascii": .string("plain"), "bytes": .data(Data([0, 255, 1])),
                "array": .array([.integer(1), .array([.reference(3)]), .dictionary(["a": .string("b")])]),
                "long": .string(String(repeating: "x", count: 40)),
            ]),
            .array(Array(repeating: .boolean(false), count: 20)),
            .string("root"),
        ]
        return values.map(BinaryPropertyListWriter.data)
    }

    static func check(_ data: Data) throws {
        guard let reader = BinaryPropertyListReader(data) else { return }
        _ = reader.plainEntries
        _ = StoreMetadataDetails(data)
        var room = 2_000
        guard let value = value(reader, reader.root, 0, &room) else { return }
        let written = BinaryPropertyListWriter.data(value)
        let again: PropertyListValue = try rereading("the property list") {
            guard let reader = BinaryPropertyListReader(written) else { return nil }
            var room = 4_000
            return Self.value(reader, reader.root, 0, &room)
        }
        try require(BinaryPropertyListWriter.data(again) == written, "the property list has become another one")
    }

    static func describe(_ data: Data) -> String {
        guard let reader = BinaryPropertyListReader(data) else { return "nil" }
        var room = 2_000
        guard let value = value(reader, reader.root, 0, &room) else { return "nil" }
        return text(value)
    }

    /// Nil for what has no end, or something in it that is not read.
    private static func value(
        _ reader: BinaryPropertyListReader,
        _ object: Int,
        _ depth: Int,
        _ room: inout Int
    ) -> PropertyListValue? {
        room -= 1
        guard room > 0, depth < 32 else { return nil }
        if let value = reader.boolean(object) { return .boolean(value) }
        if let value = reader.integer(object) { return .integer(value) }
        if let value = reader.real(object) { return .real(value) }
        if let value = reader.string(object) { return .string(value) }
        if let value = reader.data(object) { return .data(value) }
        if let value = reader.uid(object) { return .reference(value) }
        if let elements = reader.array(object) {
            var values: [PropertyListValue] = []
            for element in elements {
                guard let value = value(reader, element, depth + 1, &room) else { return nil }
                values.append(value)
            }
            return .array(values)
        }
        guard let members = reader.dictionary(object) else { return nil }
        var values: [String: PropertyListValue] = [:]
        for (name, member) in members {
            guard let value = value(reader, member, depth + 1, &room) else { return nil }
            values[name] = value
        }
        return .dictionary(values)
    }

    /// The value in a form that other programs can make too: text and numbers in hexadecimal.
    private static func text(_ value: PropertyListValue) -> String {
        switch value {
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): "i\(value)"
        case .real(let value): value.isNaN ? "nan" : "r" + String(value.bitPattern, radix: 16)
        case .string(let value): "s" + hexadecimal(Data(value.utf8))
        case .data(let value): "d" + hexadecimal(value)
        case .reference(let value): "u\(value)"
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .dictionary(let members):
            "{"
                + members.map { hexadecimal(Data($0.key.utf8)) + ":" + text($0.value) }.sorted()
                .joined(separator: ",") + "}"
        }
    }
}

/// Bytes as text.
func hexadecimal(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
