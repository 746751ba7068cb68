import Foundation
import SwiftDataCore
import SwiftDataSQL

extension ModelArchiveReader {
    /// Composites inside composites: more than any real model has.
    private static let deepest = 32

    func attribute(_ object: Int, _ name: String, of entity: String, depth: Int) throws -> AttributeOutline {
        guard depth < Self.deepest else {
            throw StoreError(
                .corruptRow,
                "has composites that are nested too deep in the archived model",
                entity: entity,
                property: name
            )
        }
        let elements = try archive.elements("NSCompositeElements", of: object).map { element in
            let elementName = archive.string("NSPropertyName", of: element) ?? name
            return try attribute(element, elementName, of: entity, depth: depth + 1)
        }
        let info = Enumeration(archive, object)
        let kind = kind(object, elements: elements, info, isElement: depth > 0)
        var isWhole = false
        if case .rawValue = kind { isWhole = true }
        var outline = AttributeOutline(
            name,
            kind,
            isOptional: archive.boolean("NSIsOptional", of: object) ?? false,
            elements: isWhole ? [] : elements
        )
        let flags = archive.integer("NSFlagsKey", of: object) ?? 0
        outline.originalName = archive.string("NSRenamingIdentifier", of: object) ?? name
        outline.isTransient = archive.boolean("NSIsTransient", of: object) ?? false
        outline.allowsExternalStorage = flags & 4 != 0
        outline.preservesValueOnDeletion = flags & 16 != 0
        outline.hashModifier = archive.string("NSVersionHashModifier", of: object)
        outline.valueTypeName = archive.string("NSAttributeValueClassName", of: object)
        outline.isDerived = archive.className(object) == "NSDerivedAttributeDescription"
        outline.defaultValue = archive.member("NSDefaultValue", of: object).flatMap { value in
            defaultValue(value, kind, elements, name: name)
        }
        return outline
    }

    /// SwiftData's notes of an enum beside the composite that it is kept as.
    private struct Enumeration {
        let isEnumeration: Bool
        let hasCases: Bool

        init(_ archive: KeyedArchiveReader, _ object: Int) {
            let info = archive.entriesOfApp("NSUserInfo", of: object)
            isEnumeration = info.contains { $0.key == "EnumType" }
            hasCases = info.contains { $0.key == "enum" }
        }
    }

    /// `NSAttributeType`, as ``ArchivedAttribute/Kind`` lists it.
    private func kind(
        _ object: Int,
        elements: [AttributeOutline],
        _ info: Enumeration,
        isElement: Bool
    ) -> AttributeKind {
        let type = archive.integer("NSAttributeType", of: object).flatMap(ArchivedAttribute.Kind.init) ?? .data
        switch type {
        case .transformable:
            let transformer = archive.string("NSValueTransformerName", of: object) ?? Self.plainTransformer
            let valueClass = archive.string("NSAttributeValueClassName", of: object) ?? ""
            // A value that SwiftData keeps as JSON has the name of a Swift type, with its parameters.
            let isSwift = transformer == Self.plainTransformer && valueClass.contains("<")
            return isSwift ? .json : .transformable(transformer)
        case .composite where info.isEnumeration && !info.hasCases && elements.count == 1:
            return .rawValue(elements[0].kind)
        case .composite: return info.isEnumeration ? .enumeration : .composite
        default: return type.entry.kind ?? .data
        }
    }

    private static let plainTransformer = "NSSecureUnarchiveFromData"

    private func defaultValue(
        _ object: Int,
        _ kind: AttributeKind,
        _ elements: [AttributeOutline],
        name: String
    ) -> StoredValue? {
        switch kind {
        case .boolean, .integer: return archive.integer(object).map { .integer($0) }
        case .float, .double: return archive.real(object).map { .double($0) }
        case .decimal: return decimal(object).map { .decimal($0) }
        case .string: return archive.string(object).map { .string($0) }
        case .date:
            return archive.member("NS.time", of: object).flatMap(archive.real)
                .map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .uuid: return archive.member("NS.uuidbytes", of: object).flatMap(archive.data).flatMap(Self.uuid)
        case .url:
            return archive.string("NS.relative", of: object).flatMap { URL(string: $0) }.map { .url($0) }
        case .data, .codable: return archive.data(object).map { .data($0) }
        case .rawValue(let raw):
            guard archive.hasEntries(object),
                let value = archive.entries(object).first(where: { $0.key == name })?.value
            else { return nil }
            return defaultValue(value, raw, [], name: name)
        case .composite, .enumeration:
            // A default value of another kind is none, as it is for the other kinds of attributes.
            guard archive.hasEntries(object) else { return nil }
            let entries = Dictionary(archive.entries(object).map { ($0.key, $0.value) }) { first, _ in first }
            return .composite(
                elements.map { element in
                    entries[element.name].flatMap {
                        defaultValue($0, element.kind, element.elements, name: element.name)
                    }
                        ?? .null
                }
            )
        default: return nil
        }
    }

    private static func uuid(_ data: Data) -> StoredValue? {
        guard data.count == 16 else { return nil }
        return data.withUnsafeBytes { .uuid(UUID(uuid: $0.loadUnaligned(as: uuid_t.self))) }
    }

    /// A decimal as `NSDecimalNumber` archives it: little-endian parts of 16 bits, an exponent and a sign.
    private func decimal(_ object: Int) -> Decimal? {
        if let number = archive.integer(object) { return Decimal(number) }
        guard let mantissa = archive.member("NS.mantissa", of: object).flatMap(archive.data), mantissa.count <= 16
        else {
            return archive.real(object).map { Decimal($0) }
        }
        let exponent = Int(clamping: archive.integer("NS.exponent", of: object) ?? 0)
        guard (-128...127).contains(exponent) else { return nil }
        let isNegative = archive.boolean("NS.negative", of: object) ?? false
        let isLittleEndian = archive.integer("NS.mantissa.bo", of: object) != 2
        let bytes = [UInt8](mantissa)
        var value = Decimal(0)
        for part in stride(from: 0, to: bytes.count - 1, by: 2).reversed() {
            let (low, high) = isLittleEndian ? (bytes[part], bytes[part + 1]) : (bytes[part + 1], bytes[part])
            value = value * 65536 + Decimal(Int(high) << 8 | Int(low))
        }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: value)
    }
}
