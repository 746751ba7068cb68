import Foundation
import SwiftDataCore
import SwiftDataSQL

extension DynamicValue {
    /// The form in which a row holds the value of an attribute.
    /// - Throws: ``ColumnFailure`` where it is not one of the attribute's.
    func stored(for attribute: AttributeOutline, isElement: Bool = false) throws(ColumnFailure) -> StoredValue {
        switch (attribute.kind, self) {
        case (_, .null): return .null
        case (.rawValue(let raw), _):
            return try stored(for: AttributeOutline(attribute.name, raw), isElement: true)
        case (.integer(let width), _): return try integer(width)
        case (.codable, .data(let value)), (.transformable, .data(let value)),
            (.transformable, .archive(let value)):
            return .data(value)
        case (.json, .json(let text)), (.codable, .json(let text)): return try Self.json(text)
        // The JSON of a collection inside a struct.
        case (.data, .json(let text)) where isElement: return try Self.json(text)
        case (.composite, .composite(let members)): return try Self.composite(members, attribute)
        case (.enumeration, .enumeration(let name, let payload)):
            return try Self.enumeration(name, payload, attribute)
        default: return try primitive(attribute.kind)
        }
    }

    private func primitive(_ kind: AttributeKind) throws(ColumnFailure) -> StoredValue {
        let value = primitive
        if let value, value.entry === kind.entry { return value.stored }
        guard let form = kind.entry?.forms.first?.entry, QueryArithmetic.Number(kind) != nil else {
            throw ColumnFailure("a value of another type than the attribute's")
        }
        // A Boolean is no number, although a row holds one for it.
        guard let value, value.entry.kind != .boolean, let stored = form.converted(value.stored) else {
            throw ColumnFailure("a value that is not a number")
        }
        return stored
    }

    private func integer(_ width: AttributeKind.Integer) throws(ColumnFailure) -> StoredValue {
        let stored: StoredValue
        switch self {
        case .integer(let value): stored = .integer(value)
        case .unsigned(let value): stored = Int64(exactly: value).map { .integer($0) } ?? .unsigned(value)
        default: throw ColumnFailure("a value that is not an integer")
        }
        let fits: Bool
        switch (width, stored) {
        case (.int64, .integer): fits = true
        case (.uint64, .unsigned): fits = true
        case (.uint64, .integer(let value)): fits = value >= 0
        case (.int32, .integer(let value)): fits = Int32(exactly: value) != nil
        case (.int16, .integer(let value)): fits = Int16(exactly: value) != nil
        case (.int8, .integer(let value)): fits = Int8(exactly: value) != nil
        case (.uint32, .integer(let value)): fits = UInt32(exactly: value) != nil
        case (.uint16, .integer(let value)): fits = UInt16(exactly: value) != nil
        case (.uint8, .integer(let value)): fits = UInt8(exactly: value) != nil
        default: fits = false
        }
        guard fits else { throw ColumnFailure("the integer does not fit \(width.rawValue)") }
        return stored
    }

    private static func json(_ text: String) throws(ColumnFailure) -> StoredValue {
        let data = Data(text.utf8)
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else {
            throw ColumnFailure("text that is not JSON")
        }
        return .data(data)
    }

    private static func composite(
        _ members: [DynamicMember],
        _ attribute: AttributeOutline
    ) throws(ColumnFailure) -> StoredValue {
        for member in members where !attribute.elements.contains(where: { $0.name == member.name }) {
            throw ColumnFailure("\(attribute.name) has no member \(member.name)")
        }
        var values: [StoredValue] = []
        for element in attribute.elements {
            let value = members.first { $0.name == element.name }?.value ?? .null
            values.append(try value.stored(for: element, isElement: true))
        }
        return .composite(values)
    }

    /// The payload of a case, or its name, with nothing in the place of all other cases.
    private static func enumeration(
        _ name: String,
        _ payload: DynamicValue?,
        _ attribute: AttributeOutline
    ) throws(ColumnFailure) -> StoredValue {
        guard let index = attribute.elements.firstIndex(where: { $0.name == name }) else {
            throw ColumnFailure("\(attribute.name) has no case \(name)")
        }
        var values = [StoredValue](repeating: .null, count: attribute.elements.count)
        let element = attribute.elements[index]
        if element.kind == .composite {
            values[index] = try (payload ?? .composite([])).stored(for: element, isElement: true)
        } else {
            guard payload == nil else { throw ColumnFailure("the case \(name) of \(attribute.name) has no payload") }
            values[index] = .string(name)
        }
        return .composite(values)
    }
}
