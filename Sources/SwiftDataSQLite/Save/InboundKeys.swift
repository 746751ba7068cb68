import SwiftDataCore
import SwiftDataSQL

extension SaveTransaction {
    /// Takes keys out of the rows that hold them, which updates the rows. A row counts a save once.
    /// - Parameter counted: The rows that the save has written already, where the caller has them.
    mutating func clear(
        _ keys: ClearedKeys,
        where condition: String,
        counted: String? = nil,
        _ bind: (inout ParameterBinder) -> Void
    ) throws {
        var cleared: [(entity: StoreEntity, key: Int64, lock: Int64?)] = []
        let counted = counted ?? log.counted(in: keys.table, model)
        try runner.query(keys.statement(where: condition)) {
            $0.text(counted)
            bind(&$0)
        } row: { row in
            guard let entity = model[number: row.integer(1)] else { return }
            cleared.append((entity, row.integer(0), row.isNull(2) ? nil : row.integer(2)))
        }
        for (entity, key, lock) in cleared {
            // An update of the row compares its counter, or returns it.
            if let lock, !log.isCounted(entity, key) { log.note(lock: lock, of: entity, key) }
            log.update(entity, key, bit: keys.bit(entity))
        }
    }
}

/// A column with keys of other rows, of which some are taken out.
struct ClearedKeys {
    let table: String
    let column: String
    let entityColumn: String?
    /// The property that has the column; nil for a column that is no property's.
    let slot: Int?

    init(_ entity: StoreEntity, _ column: String, entityColumn: String? = nil, slot: Int? = nil) {
        table = entity.quotedTable
        self.column = column
        self.entityColumn = entityColumn
        self.slot = slot
    }

    var quotedColumn: String { SQLIdentifier.quoted(column) }

    /// Parameters: a list of rows whose counter stays, then the parameters of the condition. Gives the rows that had a
    /// key, with their counters.
    func statement(where condition: String) -> String {
        let quoted = SQLIdentifier.quoted(column)
        let also = entityColumn.map { ", \(SQLIdentifier.quoted($0)) = NULL" } ?? ""
        return "UPDATE \(table) SET \(quoted) = NULL\(also), "
            + "Z_OPT = Z_OPT + (Z_PK NOT IN (SELECT value FROM json_each(?))) "
            + "WHERE \(condition) RETURNING Z_PK, Z_ENT, Z_OPT"
    }

    /// The position of the column in the history's bitmap.
    func bit(_ entity: StoreEntity) -> Int? {
        if let slot { return entity.table.historyBit(forSlot: slot) }
        return entity.table.historyBits[implicitColumn: column]
    }
}

/// The columns of other rows that hold keys of an entity's rows without being a property's on either side.
struct InboundKeys {
    let entity: StoreEntity
    let model: StoreModel

    /// The columns of other entities' rows.
    var keys: [ClearedKeys] { implicit + toOnes }

    /// The join tables with rows for the entity's, and the columns with its keys.
    var joins: [(table: String, column: String)] {
        entity.slots.compactMap { columns in
            guard case .toManyByJoin(_, let table, let own, _) = columns else { return nil }
            return (SQLIdentifier.quoted(table), SQLIdentifier.quoted(own))
        }
    }

    private var implicit: [ClearedKeys] {
        entity.slots.enumerated().compactMap { slot, columns in
            guard case .toManyByKey(let destination, let column, _) = columns,
                entity.inverse(of: slot) == nil, let destination = model[destination]
            else { return nil }
            return ClearedKeys(destination, column)
        }
    }

    /// To-one relationships to this entity that have no other side. One that must lead somewhere is left alone.
    private var toOnes: [ClearedKeys] {
        model.all.flatMap { source in
            source.slots.enumerated().compactMap { slot, columns -> ClearedKeys? in
                guard case .toOne(let column, let entityColumn, let name) = columns, let destination = model[name],
                    destination.table.familyNumbers.contains(entity.number), source.inverse(of: slot) == nil,
                    source.layout.properties[slot].isOptional, source.layout.declares(slot)
                else { return nil }
                return ClearedKeys(source, column, entityColumn: entityColumn, slot: slot)
            }
        }
    }
}
