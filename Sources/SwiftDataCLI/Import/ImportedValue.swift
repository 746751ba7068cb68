import Foundation
import SwiftDataCore
package import SwiftDataSQL
package import SwiftDataSQLite

/// Values of an attribute from the text of an export, or of a person.
package enum ImportedValue {
    /// - Throws: ``ToolFailure`` for text that is no value of the attribute.
    package static func value(_ json: JSONValue, _ attribute: AttributeOutline) throws -> DynamicValue {
        if json == .null { return .null }
        switch attribute.kind {
        case .rawValue(let raw): return try value(json, AttributeOutline(attribute.name, raw))
        case .composite: return try composite(json, attribute)
        case .enumeration: return try enumeration(json, attribute)
        case .json: return .json(try jsonText(json, attribute))
        case .codable, .data:
            if case .object = json { return .json(try jsonText(json, attribute)) }
            return .data(try bytes(json, attribute))
        case .transformable: return .archive(try bytes(json, attribute))
        default: return try plain(json, attribute)
        }
    }

    private static func plain(_ json: JSONValue, _ attribute: AttributeOutline) throws -> DynamicValue {
        let text: String
        switch json {
        case .string(let string), .literal(let string): text = string
        case .boolean(let value): text = value ? "true" : "false"
        default: throw unfit(attribute, "a plain value")
        }
        // In JSON a string is no number, but in CSV all are strings.
        switch attribute.kind {
        case .boolean:
            switch text {
            case "true", "1": return .boolean(true)
            case "false", "0": return .boolean(false)
            default: throw unfit(attribute, "true or false")
            }
        case .integer:
            if let number = Int64(text) { return .integer(number) }
            guard let number = UInt64(text) else { throw unfit(attribute, "a whole number") }
            return .unsigned(number)
        case .float, .double:
            guard let number = Double(text), number.isFinite || json == .string(text) else {
                throw unfit(attribute, "a number within its limits")
            }
            return .double(number)
        case .string:
            guard case .string = json else { throw unfit(attribute, "text") }
            return .string(text)
        case .date:
            guard let seconds = ISODate.seconds(text) ?? Double(text) else { throw unfit(attribute, "a date") }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        default: return try primitive(text, attribute)
        }
    }

    private static func primitive(_ text: String, _ attribute: AttributeOutline) throws -> DynamicValue {
        guard let entry = attribute.kind.entry else { throw unfit(attribute, "such a value") }
        let number = text.lowercased() == "nan" ? entry.notANumber : nil
        guard let value = (number ?? entry.parse(text)).flatMap(DynamicValue.init(primitive:)) else {
            throw unfit(attribute, entry.names.wanted)
        }
        return value
    }

    private static func bytes(_ json: JSONValue, _ attribute: AttributeOutline) throws -> Data {
        guard let text = json.string, let data = Data(base64Encoded: text) else { throw unfit(attribute, "Base64") }
        return data
    }

    /// JSON under "json", or its text as it is under "text".
    private static func jsonText(_ json: JSONValue, _ attribute: AttributeOutline) throws -> String {
        if let text = json["text"]?.string { return text }
        guard let value = json["json"] else {
            throw unfit(attribute, "an object with json or text")
        }
        return value.text(isPretty: false)
    }

    private static func composite(_ json: JSONValue, _ attribute: AttributeOutline) throws -> DynamicValue {
        guard case .object(let members) = json else { throw unfit(attribute, "an object") }
        return .composite(
            try members.map { member in
                guard let element = attribute.elements.first(where: { $0.name == member.key }) else {
                    throw ToolFailure("\(attribute.name) has no member \(member.key).")
                }
                return DynamicMember(element.name, try value(member.value, element))
            }
        )
    }

    private static func enumeration(_ json: JSONValue, _ attribute: AttributeOutline) throws -> DynamicValue {
        let name: String
        var payload: JSONValue?
        switch json {
        case .string(let text): name = text
        case .object(let members) where members.count == 1: (name, payload) = (members[0].key, members[0].value)
        default: throw unfit(attribute, "the name of a case, or an object with the case's payload")
        }
        guard let element = attribute.elements.first(where: { $0.name == name }) else {
            throw ToolFailure("\(attribute.name) has no case \(name).")
        }
        return .enumeration(name: name, payload: try payload.map { try value($0, element) })
    }

    private static func unfit(_ attribute: AttributeOutline, _ wanted: String) -> ToolFailure {
        ToolFailure("\(attribute.name) is \(wanted).")
    }

    /// Reads a cell of CSV: text as it is, all else as JSON.
    static func json(_ cell: String?, _ attribute: AttributeOutline) throws -> JSONValue {
        guard let cell else { return .null }
        switch attribute.kind {
        case .rawValue(let raw): return try json(cell, AttributeOutline(attribute.name, raw))
        case .enumeration where !cell.hasPrefix("{"): return .string(cell)
        case .composite, .enumeration, .json, .codable:
            guard let value = JSONReader.value(cell) else { throw unfit(attribute, "JSON") }
            return value
        default: return .string(cell)
        }
    }
}
