import SwiftDataCore

/// A foreign key, and the column beside it with the number of the destination row's entity, if that can vary.
struct ForeignKey: Hashable, Sendable {
    let column: String
    let entityColumn: String?
}

/// The columns of one table during their naming.
struct TableColumns {
    struct Definition {
        let name: String
        let sqlType: String
        let group: Int
    }

    private let names: any LayoutNames
    private var taken: NameAllocator
    private var definitions: [Definition] = []
    /// The columns that get an index of their own, in order.
    private(set) var foreignKeys: [String] = []

    init(_ names: any LayoutNames) {
        self.names = names
        taken = NameAllocator(reserved: names.rowColumns.all)
    }

    /// The columns of the properties, group by group, in the order of their naming inside a group.
    var ordered: [Definition] {
        let groups = Dictionary(grouping: definitions, by: \.group)
        return groups.keys.sorted().flatMap { groups[$0] ?? [] }
    }

    /// Names the columns of an attribute; for a composite, the columns of its elements.
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
            // Only one of the elements of an enumeration has a value.
            let elementsAreOptional = isOptional || attribute.kind == .enumeration
            let elements = try attribute.elements.map {
                try add($0, isElement: true, isOptional: elementsAreOptional || $0.isOptional)
            }
            return .composite(elements, isOptional: isOptional)
        }
        let name = taken.allocate(names.column(attribute: attribute.name))
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
        let name = relationship.key.name
        let destination = relationship.destination
        // The destination's entity must be stored if it has subentities, since all of them share one table.
        let isVaried = destination.familyNumbers.count > 1
        let entityName = isVaried ? names.entityColumn(relationship: name, destination: destination.number) : nil
        return addKey(names.key(relationship: name), entityName: entityName)
    }

    /// Names the foreign key that a to-many relationship without inverse puts into its destination's table.
    mutating func addImplicit(_ relationship: ResolvedRelationship) -> ForeignKey {
        let (name, source) = (relationship.key.name, relationship.source.number)
        return addKey(names.implicitKey(relationship: name, source: source), entityName: nil)
    }

    private mutating func addKey(_ name: String, entityName: String?) -> ForeignKey {
        let column = taken.allocate(name)
        let integer = ColumnStorage.integer
        definitions.append(Definition(name: column, sqlType: integer.sqlType, group: integer.group))
        foreignKeys.append(column)
        let entityColumn = entityName.map { name in
            let allocated = taken.allocate(name)
            definitions.append(Definition(name: allocated, sqlType: integer.sqlType, group: integer.group))
            return allocated
        }
        return ForeignKey(column: column, entityColumn: entityColumn)
    }
}
