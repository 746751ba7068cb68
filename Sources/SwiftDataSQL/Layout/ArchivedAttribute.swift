package import SwiftDataCore

/// An attribute of Core Data, as SwiftData makes it from each kind of Swift type.
package struct ArchivedAttribute: Sendable {
    package let name: String
    package let originalName: String
    package let kind: Kind
    package let valueClass: String
    package let transformer: String?
    package let isOptional: Bool
    package let isTransient: Bool
    /// 4 for external storage, 16 for a value that is preserved on deletion.
    package let flags: Int64
    package let hashModifier: String?
    package let defaultValue: StoredValue?
    /// True if the type of a composite is an enum.
    package let isEnumeration: Bool
    /// The cases without payload of an enum without raw values.
    package let caseNames: [String]?
    package let elements: [ArchivedAttribute]

    package init(_ attribute: AttributeOutline) {
        self.init(attribute, isElement: false, isOptional: attribute.isOptional)
    }

    private init(_ attribute: AttributeOutline, isElement: Bool, isOptional: Bool) {
        name = attribute.name
        originalName = attribute.originalName
        self.isOptional = isOptional
        isTransient = attribute.isTransient
        flags = (attribute.allowsExternalStorage ? 4 : 0) | (attribute.preservesValueOnDeletion ? 16 : 0)
        hashModifier = attribute.hashModifier
        defaultValue = attribute.defaultValue
        switch attribute.kind {
        case .composite, .enumeration:
            isEnumeration = attribute.kind == .enumeration
            let elementsAreOptional = isOptional || isEnumeration
            elements = attribute.elements.map {
                Self($0, isElement: true, isOptional: elementsAreOptional || $0.isOptional)
            }
            caseNames = isEnumeration ? elements.filter { $0.kind != .composite }.map(\.name) : nil
            kind = .composite
        case .rawValue(let raw):
            // For a struct with a raw value, the framework does not record an enum.
            isEnumeration = raw != .json && raw != .codable
            let element = AttributeOutline(attribute.name, raw)
            elements = [Self(element, isElement: true, isOptional: isOptional || isEnumeration)]
            caseNames = nil
            kind = .composite
        default:
            isEnumeration = false
            elements = []
            caseNames = nil
            kind = Kind(attribute.kind, isElement: isElement)
        }
        switch attribute.kind {
        case .json where !isElement: transformer = "NSSecureUnarchiveFromData"
        case .transformable(let name): transformer = name
        default: transformer = nil
        }
        valueClass = kind.entry.valueClass ?? attribute.valueTypeName ?? "NSObject"
    }
}
