package import SwiftDataCore

extension ArchivedAttribute {
    /// The raw values of `NSAttributeType`.
    package enum Kind: Int64, Sendable {
        case int16 = 100, int32 = 200, int64 = 300, decimal = 400, double = 500, float = 600, string = 700
        case boolean = 800, date = 900, data = 1000, uuid = 1100, url = 1200, transformable = 1800, composite = 2100
    }
}

extension ArchivedAttribute.Kind {
    /// The storage and the names that Core Data has for the attributes of a type.
    package struct Entry: Sendable {
        /// The kind of attribute for the type in a model without Swift types; nil if the type alone does not determine
        /// it.
        package let kind: AttributeKind?
        /// The storage; nil if the type has no column of its own.
        package let storage: ColumnStorage?
        /// The name of the value class; nil if the Swift type decides it.
        package let valueClass: String?
        /// The name of the type in Xcode's models.
        package let name: String
    }

    package var entry: Entry {
        switch self {
        case .int16: entry(.integer(.int16), .integer, "NSNumber", "Integer 16")
        case .int32: entry(.integer(.int32), .integer, "NSNumber", "Integer 32")
        case .int64: entry(.integer(.int64), .integer, "NSNumber", "Integer 64")
        case .decimal: entry(.decimal, .decimal, "NSDecimalNumber", "Decimal")
        case .double: entry(.double, .floating, "NSNumber", "Double")
        case .float: entry(.float, .floating, "NSNumber", "Float")
        case .string: entry(.string, .string, "NSString", "String")
        case .boolean: entry(.boolean, .integer, "NSNumber", "Boolean")
        case .date: entry(.date, .timestamp, "NSDate", "Date")
        case .data: entry(.data, .data, "NSData", "Binary")
        case .uuid: entry(.uuid, .uuid, "NSUUID", "UUID")
        case .url: entry(.url, .url, "NSURL", "URI")
        case .transformable: entry(nil, .transformable, nil, "Transformable")
        case .composite: entry(nil, nil, "NSDictionary", "Composite")
        }
    }

    private func entry(_ kind: AttributeKind?, _ storage: ColumnStorage?, _ valueClass: String?, _ name: String)
        -> Entry
    {
        Entry(kind: kind, storage: storage, valueClass: valueClass, name: name)
    }

    /// The type of a kind of attribute.
    package init(_ kind: AttributeKind, isElement: Bool) {
        switch kind {
        // Core Data has no 8-bit and no unsigned integers.
        case .integer(.int8), .integer(.uint8): self = .int16
        case .integer(.uint16): self = .int32
        case .integer(.uint32), .integer(.uint64): self = .int64
        case .codable: self = .data
        case .json: self = isElement ? .data : .transformable
        case .transformable: self = .transformable
        case .rawValue, .composite, .enumeration: self = .composite
        default: self = Self.byKind[kind] ?? .transformable
        }
    }

    private static let all: [Self] = [
        .int16, .int32, .int64, .decimal, .double, .float, .string, .boolean, .date, .data, .uuid, .url,
        .transformable, .composite,
    ]

    private static let byKind: [AttributeKind: Self] = Dictionary(
        uniqueKeysWithValues: all.compactMap { type in type.entry.kind.map { ($0, type) } }
    )

    /// The types by their names in Xcode's models.
    package static let byName: [String: Self] = Dictionary(uniqueKeysWithValues: all.map { ($0.entry.name, $0) })
}
