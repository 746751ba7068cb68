import SwiftDataCore
import SwiftDataSQL

extension ComposedColumns {
    /// Looks through the strings that a save writes. To be called in its transaction.
    func note(_ rows: [EncodedRow]) {
        guard isWanted else { return }
        for row in rows {
            for slot in row.slots { note(row.values[slot], row.entity.slots[slot], row.entity.table.tableName) }
        }
    }

    private func note(_ value: StoredValue, _ columns: SlotColumns, _ table: String) {
        switch (columns, value) {
        case (.value(let column), .string(let text)):
            if !CanonicalForms.isComposed(text) { note(TextColumn(table: table, column: column.name)) }
        case (.composite(let elements, _), .composite(let values)):
            for (element, value) in zip(elements, values) { note(value, element, table) }
        default: break
        }
    }
}
