import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Makes outlines of the attributes in a model's XML.
struct ContentsAttribute {
    private let composites: [String: [ModelElement]]
    private let entity: String
    private let path: String

    /// Composites inside composites: more than this is a circle.
    private static let deepest = 32

    init(_ composites: [String: [ModelElement]], entity: String, path: String) {
        self.composites = composites
        self.entity = entity
        self.path = path
    }

    /// - Throws: ``StoreError`` for a type that is not known, and for a composite that is not in the model.
    func outline(_ element: ModelElement) throws -> AttributeOutline {
        try outline(element, depth: 0)
    }

    private func outline(_ element: ModelElement, depth: Int) throws -> AttributeOutline {
        guard let name = element["name"], !name.isEmpty else { throw wrong("has no name", "") }
        let kind = try kind(element, name)
        var elements: [AttributeOutline] = []
        if kind == .composite {
            guard depth < Self.deepest, let members = element["composite"].flatMap({ composites[$0] }) else {
                throw wrong("is a composite that the model does not have, or that has itself as an element", name)
            }
            elements = try members.map { try self.outline($0, depth: depth + 1) }
        }
        var outline = AttributeOutline(name, kind, isOptional: element.flag("optional"), elements: elements)
        outline.originalName = element["elementID"] ?? name
        outline.isTransient = element.flag("transient")
        outline.allowsExternalStorage = element.flag("allowsExternalBinaryDataStorage")
        outline.preservesValueOnDeletion = element.flag("preserveAfterDeletion")
        outline.allowsCloudEncryption = element.flag("allowsCloudEncryption")
        outline.isSpotlightIndexed = element.flag("spotlightIndexingEnabled")
        outline.hashModifier = element["versionHashModifier"]
        outline.isDerived = element.flag("derived")
        outline.defaultValue = defaultValue(element, kind)
        switch kind {
        case .transformable: outline.valueTypeName = element["customClassName"]
        case .composite: outline.valueTypeName = element["composite"]
        default: break
        }
        return outline
    }

    private func kind(_ element: ModelElement, _ name: String) throws -> AttributeKind {
        guard let type = element["attributeType"], type != "Undefined" else { return .data }
        switch ArchivedAttribute.Kind.byName[type] {
        case .transformable?:
            return .transformable(element["valueTransformerName"] ?? "NSSecureUnarchiveFromData")
        case .composite?: return .composite
        case let known?: return known.entry.kind ?? .data
        case nil: throw wrong("has the unknown type \(type)", name)
        }
    }

    private func defaultValue(_ element: ModelElement, _ kind: AttributeKind) -> StoredValue? {
        if kind == .date {
            return element["defaultDateTimeInterval"].flatMap { Double($0) }
                .map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        }
        guard let text = element["defaultValueString"] else { return nil }
        switch kind {
        case .boolean: return .integer(Self.truth(text) == true || text == "1" ? 1 : 0)
        // Xcode keeps the fields of a Boolean where its type is changed to an integer.
        case .integer: return (Int64(text) ?? Self.truth(text).map { $0 ? 1 : 0 }).map { .integer($0) }
        case .float, .double: return Double(text).map { .double($0) }
        case .decimal: return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { .decimal($0) }
        case .data: return nil
        default: return kind.entry?.parse(text)
        }
    }

    private static func truth(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "yes", "true": true
        case "no", "false": false
        default: nil
        }
    }

    private func wrong(_ what: String, _ name: String) -> StoreError {
        StoreError(.cannotOpen, "\(path): an attribute \(what).", entity: entity, property: name)
    }
}
