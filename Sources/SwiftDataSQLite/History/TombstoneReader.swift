import Foundation
import SwiftDataCore
import SwiftDataSQL

/// Makes the values of deleted models out of the columns that keep them.
struct TombstoneReader {
    private let model: StoreModel
    private let values: ValueReader
    /// The position of each column of the file in a row.
    private let positions: [String: Int]

    init(store: DefaultStore, columns: [String], firstColumn: Int) {
        model = store.model
        values = ValueReader(model: store.model, files: store.external)
        positions = Dictionary(uniqueKeysWithValues: zip(columns, firstColumn...))
    }

    /// The values that a row of `ACHANGE` keeps. A value that cannot be read is left out, since the model is deleted.
    func tombstone<Model: PersistentModel>(
        _ row: ResultRow,
        of entity: StoreEntity,
        _ type: Model.Type
    ) throws -> HistoryTombstone<Model> {
        let paths = HistoryKeyPaths<Model>(entity.layout)
        return HistoryTombstone(
            values(row, of: entity).compactMap { slot, stored in
                guard let path = paths[slot], let value = value(stored, entity.layout.properties[slot]) else {
                    return nil
                }
                return (path, value)
            }
        )
    }

    /// The same as they are stored.
    func values(_ row: ResultRow, of entity: StoreEntity) -> [(slot: Int, value: StoredValue)] {
        let columns = entity.tombstones
        guard !columns.isEmpty else { return [] }
        // A property finds its columns by the names that they have in the entity's table.
        var kept: [String: Int] = [:]
        for column in columns {
            guard let position = positions[column.name] else { continue }
            kept[column.source.name] = position
        }
        guard kept.values.contains(where: { !row.isNull($0) }) else { return [] }
        var found: [(slot: Int, value: StoredValue)] = []
        var last: Int?
        for slot in columns.map(\.slot) where slot != last {
            last = slot
            guard let source = RowShape.source(entity.slots[slot], kept, model),
                let stored = try? values.value(source, row), !isNull(stored)
            else { continue }
            found.append((slot, stored))
        }
        return found
    }

    /// The value that the model's property had.
    private func value(_ stored: StoredValue, _ property: PropertyLayout) -> (any Sendable)? {
        guard case .attribute(let attribute) = property.shape, let value = try? attribute.value(from: stored) else {
            return nil
        }
        return dynamicCast(value, to: (any Sendable).self)
    }

    private func isNull(_ value: StoredValue) -> Bool {
        if case .null = value { true } else { false }
    }
}
