package import SwiftDataCore

// INTERIM: the interface that the store and the query translation compile against.

/// The tables, columns and indices of a store with the layout of Core Data, worked out from a schema.
package struct StoreLayout: Sendable {
    /// By entity number, so `tables[n - 1]` has number n.
    package let tables: [EntityTable]
    package let joinTables: [JoinTable]

    package init(schema: Schema) throws {
        tables = []
        joinTables = []
    }

    /// The table of an entity, by name.
    package subscript(entityName: String) -> EntityTable? { nil }

    /// Every statement that makes a fresh store, in the order of Core Data, history and bookkeeping tables included.
    package var creationStatements: [String] { [] }
}

/// Where the rows of one entity are.
package final class EntityTable: Sendable {
    package let entityName: String
    /// Z_ENT.
    package let number: Int64
    /// Z_SUPER, 0 for a root.
    package let superNumber: Int64
    /// The entity whose Z_PRIMARYKEY row hands out keys and whose name the table has.
    package let rootEntityName: String
    /// Such as `ZITEM`.
    package let tableName: String
    /// The numbers of this entity and all below it: what `Z_ENT` may be in a fetch of it.
    package let familyNumbers: [Int64]
    /// Whether several entities share the table, so that a fetch must look at `Z_ENT`.
    package let isShared: Bool
    /// Where each property is, by slot (the position in `Schema.Entity.properties`).
    package let properties: [PropertyColumns]
    /// The columns of each uniqueness constraint.
    package let uniqueColumns: [[String]]

    package init(
        entityName: String, number: Int64, superNumber: Int64, rootEntityName: String, tableName: String,
        familyNumbers: [Int64], isShared: Bool, properties: [PropertyColumns], uniqueColumns: [[String]]
    ) {
        self.entityName = entityName
        self.number = number
        self.superNumber = superNumber
        self.rootEntityName = rootEntityName
        self.tableName = tableName
        self.familyNumbers = familyNumbers
        self.isShared = isShared
        self.properties = properties
        self.uniqueColumns = uniqueColumns
    }
}

/// The columns of one property.
package indirect enum PropertyColumns: Sendable {
    /// An attribute in one column.
    case value(Column)
    /// A composite: one entry for each of `Schema.CompositeAttribute.properties`, in that order.
    case composite([PropertyColumns], isOptional: Bool)
    /// A foreign key in this table.
    case toOne(column: String, entityColumn: String?, destination: String)
    /// A foreign key in the destination's table: the inverse to-one's, or an implicit one.
    case toManyByKey(destination: String, column: String, entityColumn: String?)
    /// A join table.
    case toManyByJoin(destination: String, table: String, ownColumn: String, otherColumn: String)
    /// Not in the store: an ephemeral attribute.
    case none
}

/// One column of an entity's table.
package struct Column: Sendable, Hashable {
    package let name: String
    /// As declared: INTEGER, FLOAT, TIMESTAMP, DECIMAL, VARCHAR or BLOB.
    package let sqlType: String
    package let kind: AttributeKind
    package let isOptional: Bool
    /// Whether the bytes carry the tag of external storage.
    package let isExternal: Bool

    package init(name: String, sqlType: String, kind: AttributeKind, isOptional: Bool, isExternal: Bool = false) {
        self.name = name
        self.sqlType = sqlType
        self.kind = kind
        self.isOptional = isOptional
        self.isExternal = isExternal
    }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
    package let name: String
    package let firstColumn: String
    package let secondColumn: String
}
