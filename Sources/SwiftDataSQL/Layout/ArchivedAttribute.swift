package import SwiftDataCore

/// An attribute as Core Data sees it: what SwiftData makes of each kind of Swift type.
package struct ArchivedAttribute: Sendable {
    /// `NSAttributeType`.
    package enum Kind: Int64, Sendable {
        case int16 = 100, int32 = 200, int64 = 300, decimal = 400, double = 500, float = 600, string = 700
        case boolean = 800, date = 900, data = 1000, uuid = 1100, url = 1200, transformable = 1800, composite = 2100
    }

    package let name: String
    package let originalName: String
    package let kind: Kind
    package let valueClass: String
    package let transformer: String?
    package let isOptional: Bool
    package let isTransient: Bool
    /// 4 for external storage, 16 for a value kept on deletion.
    package let flags: Int64
    package let hashModifier: String?
    package let defaultValue: StoredValue?
    /// Whether an enum is behind a composite.
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
            // Of a struct with a raw value the framework does not say that it is an enum.
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
        valueClass = kind.valueClass ?? attribute.valueTypeName ?? "NSObject"
    }
}

extension ArchivedAttribute.Kind {
    init(_ kind: AttributeKind, isElement: Bool) {
        switch kind {
        case .boolean: self = .boolean
        case .integer(.int8), .integer(.int16), .integer(.uint8): self = .int16
        case .integer(.int32), .integer(.uint16): self = .int32
        case .integer: self = .int64
        case .float: self = .float
        case .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .string
        case .date: self = .date
        case .uuid: self = .uuid
        case .url: self = .url
        case .data, .codable: self = .data
        case .json: self = isElement ? .data : .transformable
        case .transformable: self = .transformable
        case .rawValue, .composite, .enumeration: self = .composite
        }
    }

    /// Nil where the class is that of the Swift type.
    fileprivate var valueClass: String? {
        switch self {
        case .int16, .int32, .int64, .boolean, .float, .double: "NSNumber"
        case .decimal: "NSDecimalNumber"
        case .string: "NSString"
        case .date: "NSDate"
        case .data: "NSData"
        case .uuid: "NSUUID"
        case .url: "NSURL"
        case .composite: "NSDictionary"
        case .transformable: nil
        }
    }
}
