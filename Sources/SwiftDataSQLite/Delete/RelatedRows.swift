import SwiftDataCore
import SwiftDataSQL

/// Finds the rows on the other side of a relationship, without reading their values.
struct RelatedRows {
    let runner: SQLRunner
    let model: StoreModel

    /// The destinations of some rows of an entity.
    func destinations(of keys: [Int64], _ entity: StoreEntity, slot: Int) throws -> RowSet {
        var found = RowSet()
        for selection in KeySelection.of(keys) {
            guard let sql = query(entity, entity.slots[slot], selection) else { return found }
            try runner.query(sql) {
                selection.bind(to: &$0)
            } row: { row in
                found.insert(row.integer(1), row.integer(0))
            }
        }
        return found
    }

    private func query(_ entity: StoreEntity, _ columns: SlotColumns, _ selection: KeySelection) -> String? {
        func select(from other: String, _ destination: String, _ condition: String, key: String) -> String? {
            guard let destination = model[destination] else { return nil }
            return "SELECT d.Z_PK, d.Z_ENT FROM \(other)\(destination.quotedTable) d\(condition) "
                + "WHERE " + selection.condition(key)
        }
        switch columns {
        case .toOne(let column, _, let destination):
            let condition = " ON d.Z_PK = t.\(SQLIdentifier.quoted(column))"
            return select(from: "\(entity.quotedTable) t JOIN ", destination, condition, key: "t.Z_PK")
        case .toManyByKey(let destination, let column, _):
            return select(from: "", destination, "", key: "d.\(SQLIdentifier.quoted(column))")
        case .toManyByJoin(let destination, let table, let own, let other):
            let condition = " ON d.Z_PK = j.\(SQLIdentifier.quoted(other))"
            let key = "j.\(SQLIdentifier.quoted(own))"
            return select(from: "\(SQLIdentifier.quoted(table)) j JOIN ", destination, condition, key: key)
        case .value, .composite, .none:
            return nil
        }
    }
}
