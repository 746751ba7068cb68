import Foundation
import SwiftDataCore
import SwiftDataSQL

extension ModelArchiver {
    /// Core Data's private flags of a property.
    private static func flags(isOptional: Bool, isTransient: Bool = false, hasUserInfo: Bool = false) -> Int64 {
        177 | (isOptional ? 2 : 0) | (isTransient ? 8 : 0) | (hasUserInfo ? 0 : 64)
    }

    mutating func add(
        _ attribute: ArchivedAttribute,
        owner: PropertyListValue,
        isIndexed: Bool
    ) -> PropertyListValue {
        var members: [String: PropertyListValue] = [
            "NSPropertyName": archive.add(attribute.name),
            "NSRenamingIdentifier": archive.add(attribute.originalName),
            "NSEntity": owner,
            "NSAttributeType": .integer(attribute.kind.rawValue),
            "NSAttributeValueClassName": archive.add(attribute.valueClass),
            "NSValueTransformerName": archive.add(attribute.transformer),
            "NSDefaultValue": defaultValue(attribute.defaultValue, of: attribute),
            "NSFlagsKey": .integer(attribute.flags),
            "_P": .integer(
                Self.flags(
                    isOptional: attribute.isOptional,
                    isTransient: attribute.isTransient,
                    hasUserInfo: attribute.isEnumeration
                )
            ),
        ]
        if attribute.isOptional { members["NSIsOptional"] = .boolean(true) }
        if attribute.isTransient { members["NSIsTransient"] = .boolean(true) }
        if isIndexed { members["NSIsIndexed"] = .boolean(true) }
        if let modifier = attribute.hashModifier { members["NSVersionHashModifier"] = archive.add(modifier) }
        if attribute.isEnumeration { members["NSUserInfo"] = userInfo(attribute) }
        guard attribute.kind == .composite else { return archive.add(.attribute, members) }
        let elements = attribute.elements.map { add($0, owner: owner, isIndexed: false) }
        members["NSCompositeElements"] = archive.add(elements)
        return archive.add(.compositeAttribute, members)
    }

    private mutating func userInfo(_ attribute: ArchivedAttribute) -> PropertyListValue {
        var entries: [(key: String, value: PropertyListValue)] = []
        if let names = attribute.caseNames {
            entries.append(("enum", archive.add(names.map { archive.add($0) }, as: .array)))
        }
        entries.append(("EnumType", archive.add(.boolean(true))))
        return archive.add(entries: entries, as: .dictionary)
    }

    mutating func add(_ relationship: RelationshipOutline, at place: Int, owner: PropertyListValue) {
        let inverse = relationship.inverseName.flatMap { relationshipPositions[relationship.destination]?[$0] }
        var members: [String: PropertyListValue] = [
            "NSPropertyName": archive.add(relationship.name),
            "NSRenamingIdentifier": archive.add(relationship.originalName),
            "NSEntity": owner,
            "NSDestinationEntity": entity(named: relationship.destination),
            "_NSDestinationEntityName": archive.add(relationship.destination),
            "NSInverseRelationship": inverse.map { .reference($0) } ?? KeyedArchive.null,
            "_NSInverseRelationshipName": archive.add(relationship.inverseName),
            "NSMinCount": .integer(Int64(relationship.minimumCount)),
            "NSMaxCount": .integer(Int64(relationship.maximumCount)),
            "NSDeleteRule": .integer(relationship.deleteRule.archivedValue),
            "_P": .integer(Self.flags(isOptional: relationship.isOptional)),
        ]
        if relationship.isOptional { members["NSIsOptional"] = .boolean(true) }
        if let modifier = relationship.hashModifier { members["NSVersionHashModifier"] = archive.add(modifier) }
        archive.fill(place, .relationship, members)
    }

    /// Defaults that only the Swift type can describe are left out: other programs cannot use them.
    private mutating func defaultValue(_ value: StoredValue?, of attribute: ArchivedAttribute) -> PropertyListValue {
        switch value {
        case .integer(let number)?:
            if attribute.kind == .composite { return rawDefault(.integer(number), of: attribute) }
            return archive.add(attribute.kind == .boolean ? .boolean(number != 0) : .integer(number))
        case .double(let number)?:
            return archive.add(.real(number))
        case .string(let text)?:
            if attribute.kind == .composite { return rawDefault(.string(text), of: attribute) }
            return archive.add(text)
        case .data(let data)? where attribute.kind == .data:
            return archive.add(.data(data))
        case .data(let data)? where attribute.kind == .composite:
            return rawDefault(.data(data), of: attribute)
        case .date(let date)?:
            return archive.add(.date, ["NS.time": .real(date.timeIntervalSinceReferenceDate)])
        case .uuid(let uuid)?:
            let bytes = withUnsafeBytes(of: uuid.uuid) { Data($0) }
            return archive.add(.uuid, ["NS.uuidbytes": .data(bytes)])
        case .url(let url)?:
            let text = archive.add(url.absoluteString)
            return archive.add(.url, ["NS.base": KeyedArchive.null, "NS.relative": text])
        case .composite(let values)? where attribute.kind == .composite:
            return compositeDefault(values, of: attribute)
        default:
            return KeyedArchive.null
        }
    }

    /// The raw value of an enum, under the property's own name.
    private mutating func rawDefault(_ value: PropertyListValue, of attribute: ArchivedAttribute) -> PropertyListValue {
        guard attribute.elements.count == 1 else { return KeyedArchive.null }
        return archive.add(entries: [(attribute.name, archive.add(value))])
    }

    private mutating func compositeDefault(
        _ values: [StoredValue],
        of attribute: ArchivedAttribute
    ) -> PropertyListValue {
        var entries: [(key: String, value: PropertyListValue)] = []
        for (element, value) in zip(attribute.elements, values) {
            let archived = defaultValue(value, of: element)
            if archived != KeyedArchive.null { entries.append((element.name, archived)) }
        }
        return entries.isEmpty ? KeyedArchive.null : archive.add(entries: entries)
    }
}

extension Schema.Relationship.DeleteRule {
    /// `NSDeleteRule`.
    fileprivate var archivedValue: Int64 {
        switch self {
        case .noAction: 0
        case .nullify: 1
        case .cascade: 2
        case .deny: 3
        }
    }
}

extension KeyedArchive.Class {
    fileprivate static let attribute = Self("NSAttributeDescription", "NSPropertyDescription")
    fileprivate static let compositeAttribute = Self(
        "NSCompositeAttributeDescription",
        "NSAttributeDescription",
        "NSPropertyDescription"
    )
    fileprivate static let relationship = Self("NSRelationshipDescription", "NSPropertyDescription")
}
