import SwiftDataCore
import SwiftDataSQL

/// Binds the columns of a property.
struct RowBinding {
    let keys: KeyMap

    /// Binds the columns of a row's slots, one after the other.
    /// - Throws: ``StoreError`` naming entity, property and row.
    func bind(_ row: EncodedRow, slots: [Int], to binder: inout ParameterBinder) throws {
        for slot in slots {
            do {
                let value = row.isUnloaded(slot) ? .null : row.values[slot]
                try bind(value, row.entity.slots[slot], to: &binder)
            } catch {
                throw failure(error, row, slot)
            }
        }
    }

    /// Binds every column of a row.
    /// - Throws: ``StoreError`` naming entity, property and row.
    func bind(_ row: EncodedRow, to binder: inout ParameterBinder) throws {
        var current = 0
        do {
            for column in row.entity.shape.columns {
                current = column.slot
                switch (column.binding, row.values[column.slot]) {
                case (.value, .null), (.value, .unloaded): binder.null()
                case (.value(let form), let value): try ColumnCoding.bind(value, as: form, to: &binder)
                case (.key(let hasEntityColumn), let value):
                    try bindKey(value, hasEntityColumn: hasEntityColumn, to: &binder)
                case (.composite, .unloaded): try bind(.null, row.entity.slots[column.slot], to: &binder)
                case (.composite, let value): try bind(value, row.entity.slots[column.slot], to: &binder)
                }
            }
        } catch {
            throw failure(error, row, current)
        }
    }

    /// The error for a value of a row.
    func failure(_ error: any Error, _ row: EncodedRow, _ slot: Int) -> any Error {
        switch error {
        case let failure as ColumnFailure:
            row.entity.error(.validation, failure.reason, slot: slot, model: row.identifier)
        case let error as StoreError where error.code == .validation:
            row.entity.error(.validation, error.message, slot: slot, model: row.identifier)
        default: error
        }
    }

    func bind(_ value: StoredValue, _ columns: SlotColumns, to sink: inout some ColumnSink) throws {
        switch columns {
        case .value(let column):
            // External values were wrapped and tagged when the row was encoded.
            try ColumnCoding.bind(value, as: column.isExternal ? .data : column.form, to: &sink)
        case .composite(let elements, _): try bindComposite(value, elements, to: &sink)
        case .toOne(_, let entityColumn, _): try bindKey(value, hasEntityColumn: entityColumn != nil, to: &sink)
        case .toManyByKey, .toManyByJoin, .none: break
        }
    }

    private func bindComposite(
        _ value: StoredValue,
        _ elements: [SlotColumns],
        to sink: inout some ColumnSink
    ) throws {
        switch value {
        case .null:
            for element in elements { try bind(.null, element, to: &sink) }
        case .composite(let values) where values.count == elements.count:
            for (element, value) in zip(elements, values) { try bind(value, element, to: &sink) }
        default:
            throw ColumnFailure("expected a composite with \(elements.count) members")
        }
    }

    private func bindKey(_ value: StoredValue, hasEntityColumn: Bool, to sink: inout some ColumnSink) throws {
        switch value {
        case .null, .unloaded:
            sink.null()
            if hasEntityColumn { sink.null() }
        case .identifier(let identifier):
            let (entity, key) = try keys.destination(identifier)
            sink.integer(key)
            if hasEntityColumn { sink.integer(entity.number) }
        default:
            throw ColumnFailure("expected one model")
        }
    }
}
