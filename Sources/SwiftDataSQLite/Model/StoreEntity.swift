import SwiftDataCore
import SwiftDataSQL

/// One entity of a store: its table, its model class, and how each property is kept.
final class StoreEntity: TableEntity, Sendable {
    let table: EntityTable
    /// The properties of the model class.
    let layout: ModelLayout
    /// The space that the identifiers of its rows share.
    let space: IdentifierSpace
    /// The columns by slot.
    let slots: [SlotColumns]
    /// The other sides of its relationships in this store, by slot.
    private let inverses: [RelationshipSide?]
    /// The values that properties without columns have in a row that was read.
    let defaults: [StoredValue]
    /// The columns of `ACHANGE` that keep values of deleted rows, as the file has them.
    let tombstones: [TombstoneColumn]
    /// The facts of the slots that a save needs.
    let shape: WriteShape

    init(
        table: EntityTable,
        layout: ModelLayout,
        inverses: [RelationshipSide?],
        storeIdentifier: String,
        tombstones: [TombstoneColumn]
    ) {
        self.tombstones = tombstones
        self.table = table
        self.layout = layout
        space = .named(store: storeIdentifier, entity: table.entityName)
        slots = table.properties.map { SlotColumns($0) }
        self.inverses = inverses
        shape = WriteShape(slots, inverses: inverses)
        defaults = layout.fallbackValues()
    }

    var name: String { table.entityName }
    var number: Int64 { table.number }
    /// The table's name as SQL has it.
    var quotedTable: String { SQLIdentifier.quoted(table.tableName) }

    /// The other side of a relationship, as the file has it.
    func inverse(of slot: Int) -> RelationshipSide? { inverses.indices.contains(slot) ? inverses[slot] : nil }

    func identifier(_ row: Int64) -> PersistentIdentifier {
        PersistentIdentifier(space: space, key: .row(row))
    }

    /// The condition that a row is of this entity or one below it, if the table has other entities too.
    func familyCondition(_ alias: String = "") -> String? { table.familyCondition(alias + "Z_ENT") }
}
