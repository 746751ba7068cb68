import Foundation
import SwiftDataCore

extension DynamicValue {
    /// The value as JSON text, for people and programs.
    ///
    /// Dates are ISO 8601 text with all their digits, bytes Base64, identifiers URIs; a composite is an object, an
    /// enum's case its name, or an object with its payload under its name. The output of a transformer is
    /// ``archivedContent``, or Base64.
    public var jsonText: String {
        switch self {
        case .null, .unreadable: "null"
        case .json(let text): text
        case .archive(let value): archivedContent ?? JSONText.string(value.base64EncodedString())
        case .composite(let members): JSONText.object(members.map { ($0.name, $0.value.jsonText) })
        case .enumeration(let name, nil): JSONText.string(name)
        case .enumeration(let name, let payload?): JSONText.object([(name, payload.jsonText)])
        case .identifier(let value): JSONText.string(value.description)
        case .identifiers(let values): JSONText.array(values.map { JSONText.string($0.description) })
        default: primitive.flatMap { $0.entry.json($0.stored) } ?? "null"
        }
    }

    /// The content of a keyed archive, as JSON text; nil where the value is no keyed archive, or holds values that JSON
    /// cannot express.
    public var archivedContent: String? {
        guard case .archive(let data) = self else { return nil }
        return ArchiveText(data)?.text
    }
}

extension DynamicValue: CustomStringConvertible {
    /// The value for people to read: text as it is, all else as ``jsonText``.
    public var description: String {
        switch self {
        case .string(let text): text
        case .unreadable: "unreadable"
        default: jsonText
        }
    }
}
