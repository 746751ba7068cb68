import SwiftDataCore

/// A foreign key, and the column beside it that holds the destination row's `Z_ENT` where that can vary.
struct ForeignKey: Hashable, Sendable {
    let column: String
    let entityColumn: String?
}

/// The columns of one table while they are being named.
struct TableColumns {
    struct Definition {
        let name: String
        let sqlType: String
        let group: Int
    }

    private var names = NameAllocator(reserved: ["Z_PK", "Z_ENT", "Z_OPT"])
    private var definitions: [Definition] = []
    /// The columns that get an index of their own, in order.
    private(set) var foreignKeys: [String] = []

    /// All columns but `Z_PK`, `Z_ENT` and `Z_OPT`, group by group; inside a group in the order of their naming.
    var ordered: [Definition] {
        let groups = Dictionary(grouping: definitions, by: \.group)
        return groups.keys.sorted().flatMap { groups[$0] ?? [] }
    }

    /// Names the columns of an attribute, the elements of a composite in its place.
    mutating func add(_ attribute: AttributeOutline) throws -> PropertyColumns {
        if attribute.isTransient { return .none }
        return try add(attribute, isElement: false, isOptional: attribute.isOptional)
    }

    private mutating func add(
        _ attribute: AttributeOutline,
        isElement: Bool,
        isOptional: Bool
    ) throws -> PropertyColumns {
        guard let storage = ColumnStorage(attribute.kind, isElement: isElement) else {
            guard !attribute.elements.isEmpty else {
                throw StoreError(.unsupportedType, "has no members to store", property: attribute.name)
            }
            // Of the elements of an enumeration only one has a value.
            let elementsAreOptional = isOptional || attribute.kind == .enumeration
            let elements = try attribute.elements.map {
                try add($0, isElement: true, isOptional: elementsAreOptional || $0.isOptional)
            }
            return .composite(elements, isOptional: isOptional)
        }
        let name = names.allocate("Z" + attribute.name.uppercased())
        definitions.append(Definition(name: name, sqlType: storage.sqlType, group: storage.group))
        let isTagged = attribute.allowsExternalStorage && (storage == .data || storage == .transformable)
        return .value(
            Column(
                name: name,
                sqlType: storage.sqlType,
                kind: attribute.kind,
                isOptional: isOptional,
                isExternal: isTagged
            )
        )
    }

    /// Names the foreign key of a to-one relationship.
    mutating func addToOne(_ relationship: ResolvedRelationship) -> ForeignKey {
        let name = relationship.key.name.uppercased()
        let destination = relationship.destination
        // The destination's entity must be kept where it has entities below it: all of them share one table.
        let entityName = destination.familyNumbers.count > 1 ? "Z\(destination.number)_\(name)" : nil
        return addKey("Z" + name, entityName: entityName)
    }

    /// Names the foreign key that a to-many relationship without inverse puts into its destination's table.
    mutating func addImplicit(_ relationship: ResolvedRelationship) -> ForeignKey {
        addKey("Z\(relationship.source.number)" + relationship.key.name.uppercased(), entityName: nil)
    }

    private mutating func addKey(_ name: String, entityName: String?) -> ForeignKey {
        let column = names.allocate(name)
        let integer = ColumnStorage.integer
        definitions.append(Definition(name: column, sqlType: integer.sqlType, group: integer.group))
        foreignKeys.append(column)
        let entityColumn = entityName.map { name in
            let allocated = names.allocate(name)
            definitions.append(Definition(name: allocated, sqlType: integer.sqlType, group: integer.group))
            return allocated
        }
        return ForeignKey(column: column, entityColumn: entityColumn)
    }
}
