import Foundation
import SwiftDataCore
import SwiftDataSQL

extension DynamicValue {
    /// The value that a row holds for a property.
    init(_ stored: StoredValue, of property: PropertyOutline) {
        switch property {
        case .attribute(let attribute): self.init(stored, attribute)
        case .relationship(let relationship):
            switch stored {
            case .identifier(let identifier): self = .identifier(identifier)
            case .identifiers(let members): self = .identifiers(members)
            // The members have not been asked for.
            case .unloaded where !relationship.isToOne: self = .identifiers([])
            case .unloaded: self = .unreadable
            default: self = .null
            }
        }
    }

    init(_ stored: StoredValue, _ attribute: AttributeOutline, isElement: Bool = false) {
        switch (attribute.kind, stored) {
        case (_, .null): self = .null
        case (.rawValue(let raw), _): self.init(stored, AttributeOutline(attribute.name, raw), isElement: true)
        case (.boolean, .integer(let number)): self = .boolean(number != 0)
        case (.json, .data(let data)), (.codable, .data(let data)): self = Self.json(data) ?? .data(data)
        case (.transformable, .data(let data)): self = .archive(data)
        // A model in a file does not distinguish the JSON of a collection inside a struct from other bytes.
        case (.data, .data(let data)) where isElement: self = Self.structure(data) ?? .data(data)
        case (.enumeration, .composite(let values)): self = Self.enumeration(values, attribute)
        case (_, .composite(let values)):
            self = .composite(
                zip(attribute.elements, values).map { element, value in
                    DynamicMember(element.name, DynamicValue(value, element, isElement: true))
                }
            )
        case (_, .identifier(let identifier)): self = .identifier(identifier)
        case (_, .identifiers(let members)): self = .identifiers(members)
        default: self = DynamicValue(primitive: stored) ?? .unreadable
        }
    }

    /// The value of an enumeration. One of its elements has a value: the payload of a case, or the name of one that has
    /// none.
    private static func enumeration(_ values: [StoredValue], _ attribute: AttributeOutline) -> DynamicValue {
        for (element, value) in zip(attribute.elements, values) {
            if case .null = value { continue }
            let payload = DynamicValue(value, element, isElement: true)
            if case .composite = payload { return .enumeration(name: element.name, payload: payload) }
            return .enumeration(name: element.name, payload: nil)
        }
        return .null
    }

    private static func json(_ data: Data) -> DynamicValue? {
        guard (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil else { return nil }
        return String(data: data, encoding: .utf8).map { .json($0) }
    }

    /// JSON of an array or an object.
    private static func structure(_ data: Data) -> DynamicValue? {
        let first = data.first.map { Unicode.Scalar($0) }
        return first == "[" || first == "{" ? json(data) : nil
    }
}
