import SwiftDataCore
import SwiftDataSQL

/// The facts of an entity's slots that a save needs, computed once.
struct WriteShape: Sendable {
    /// The binding of the columns of a slot.
    enum Binding: Sendable {
        case value(ColumnForm)
        case key(hasEntityColumn: Bool)
        /// Several columns.
        case composite
    }

    /// A slot with columns in the entity's table.
    struct Column: Sendable {
        let slot: Int
        let binding: Binding
    }

    /// Every slot.
    let all: [Int]
    /// The slots with columns in the entity's table, in order.
    let columns: [Column]
    /// Their slots alone.
    let columnSlots: [Int]
    let toOne: [Int]
    let toMany: [Int]
    /// The to-many relationships with a table of their own.
    let joins: [Int]
    /// The to-many relationships that a save of their owner writes: the relationships of `joins`, and the relationships
    /// whose keys are in rows without a property for them.
    let writtenToMany: [Int]
    /// The ones whose keys are in the members' rows.
    let implicit: [Int]
    /// The slots with values that may be in files beside the store.
    let external: [Int]

    init(_ slots: [SlotColumns], inverses: [RelationshipSide?]) {
        all = Array(slots.indices)
        columns = slots.indices.compactMap { slot in
            switch slots[slot] {
            case .value(let column):
                // External values are wrapped and tagged when the row is encoded.
                Column(slot: slot, binding: .value(column.isExternal ? .data : column.form))
            case .composite: slots[slot].columnNames.isEmpty ? nil : Column(slot: slot, binding: .composite)
            case .toOne(_, let entityColumn, _):
                Column(slot: slot, binding: .key(hasEntityColumn: entityColumn != nil))
            case .toManyByKey, .toManyByJoin, .none: nil
            }
        }
        columnSlots = columns.map(\.slot)
        toOne = slots.indices.filter { if case .toOne = slots[$0] { true } else { false } }
        toMany = slots.indices.filter { slots[$0].isToMany }
        joins = slots.indices.filter { if case .toManyByJoin = slots[$0] { true } else { false } }
        implicit = slots.indices.filter { slot in
            if case .toManyByKey = slots[slot] { inverses[slot] == nil } else { false }
        }
        writtenToMany = (joins + implicit).sorted()
        external = slots.indices.filter { slots[$0].valueColumns.contains { $0.isExternal } }
    }
}
