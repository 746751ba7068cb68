/// The place of the rows of one entity.
package final class EntityTable: Sendable {
    package let entityName: String
    /// The name in `Z_PRIMARYKEY`.
    package let storedName: String
    /// The number of the entity, which its rows have.
    package let number: Int64
    /// The number in `Z_SUPER`, 0 for a root.
    package let superNumber: Int64
    /// The entity whose row in `Z_PRIMARYKEY` assigns keys, and whose name the table has.
    package let rootEntityName: String
    /// The number of that entity.
    package let rootNumber: Int64
    /// A name such as `ZITEM`.
    package let tableName: String
    /// The numbers of this entity and its subentities, which the rows of a fetch can have.
    package let familyNumbers: [Int64]
    /// True if several entities share the table, so that a fetch must check the number of each row.
    package let isShared: Bool
    /// The columns of each property, by slot (the position in `Schema.Entity.properties`).
    package let properties: [PropertyColumns]
    /// The columns of each uniqueness constraint, the constraints of the ancestors first.
    package let uniqueColumns: [[String]]
    /// The columns of each index that the entity declares.
    package let indexedColumns: [[String]]
    /// The foreign keys in this entity's rows that belong to no property of it, the keys of the ancestors first.
    package let implicitKeys: [ImplicitKey]
    /// The position of each property in `ACHANGE.ZCOLUMNS`.
    package let historyBits: HistoryBits
    /// The columns of `ACHANGE` that keep values of deleted rows, numbered as in a new store. A file may have other
    /// numbers.
    package let tombstones: [TombstoneColumn]

    package init(
        entityName: String,
        number: Int64,
        superNumber: Int64,
        rootEntityName: String,
        tableName: String,
        familyNumbers: [Int64],
        isShared: Bool,
        properties: [PropertyColumns],
        uniqueColumns: [[String]],
        indexedColumns: [[String]] = [],
        implicitKeys: [ImplicitKey] = [],
        historyBits: HistoryBits = HistoryBits(),
        tombstones: [TombstoneColumn] = [],
        storedName: String? = nil,
        rootNumber: Int64? = nil
    ) {
        self.entityName = entityName
        self.storedName = storedName ?? entityName
        self.rootNumber = rootNumber ?? number
        self.number = number
        self.superNumber = superNumber
        self.rootEntityName = rootEntityName
        self.tableName = tableName
        self.familyNumbers = familyNumbers
        self.isShared = isShared
        self.properties = properties
        self.uniqueColumns = uniqueColumns
        self.indexedColumns = indexedColumns
        self.implicitKeys = implicitKeys
        self.historyBits = historyBits
        self.tombstones = tombstones
    }

    /// ``familyNumbers`` as a list in SQL.
    package var familyList: String { familyNumbers.map(String.init).joined(separator: ", ") }

    /// The condition that a row is of this entity or one below it, if the table has other entities too.
    /// - Parameter column: The column with the number of a row's entity.
    package func familyCondition(_ column: String) -> String? {
        isShared && superNumber != 0 ? "\(column) IN (\(familyList))" : nil
    }

    /// The position of a property in `ACHANGE.ZCOLUMNS`, from the most significant bit of the first byte; nil for a
    /// property that is not in the store.
    package func historyBit(forSlot slot: Int) -> Int? { historyBits[slot: slot] }
}

/// A foreign key that a to-many relationship without inverse keeps in its destination's rows.
package struct ImplicitKey: Sendable, Hashable {
    package let column: String
    /// The entity that declares the relationship.
    package let sourceEntity: String
    package let relationship: String

    package init(column: String, sourceEntity: String, relationship: String) {
        self.column = column
        self.sourceEntity = sourceEntity
        self.relationship = relationship
    }
}
