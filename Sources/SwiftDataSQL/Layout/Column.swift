package import SwiftDataCore

/// One column of an entity's table.
package struct Column: Sendable, Hashable {
    package let name: String
    /// The declared type: INTEGER, FLOAT, TIMESTAMP, DECIMAL, VARCHAR or BLOB.
    package let sqlType: String
    package let kind: AttributeKind
    package let isOptional: Bool
    /// True if the bytes have the tag of external storage.
    package let isExternal: Bool

    package init(name: String, sqlType: String, kind: AttributeKind, isOptional: Bool, isExternal: Bool = false) {
        self.name = name
        self.sqlType = sqlType
        self.kind = kind
        self.isOptional = isOptional
        self.isExternal = isExternal
    }
}

/// The columns of one property.
package indirect enum PropertyColumns: Sendable, Hashable {
    /// An attribute in one column.
    case value(Column)
    /// A composite: one entry for each of `Schema.CompositeAttribute.properties`, in that order.
    case composite([PropertyColumns], isOptional: Bool)
    /// A foreign key in this table.
    case toOne(column: String, entityColumn: String?, destination: String)
    /// A foreign key in the destination's table: the key of the inverse to-one relationship, or an implicit one.
    case toManyByKey(destination: String, column: String, entityColumn: String?)
    /// A join table.
    case toManyByJoin(destination: String, table: String, ownColumn: String, otherColumn: String)
    /// No column: the attribute is ephemeral.
    case none

    /// The columns of an attribute, the columns of a composite one after the other; none for a relationship.
    package var valueColumns: [Column] {
        switch self {
        case .value(let column): [column]
        case .composite(let elements, _): elements.flatMap(\.valueColumns)
        case .toOne, .toManyByKey, .toManyByJoin, .none: []
        }
    }

    /// The names of the columns that an index over the property has: the foreign key of a to-one, no entity column.
    package var indexedColumns: [String] {
        if case .toOne(let column, _, _) = self { return [column] }
        return valueColumns.map(\.name)
    }
}
