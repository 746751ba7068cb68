import Foundation
import SwiftDataCore

/// A row as a save writes it: every value in the form that columns have, with large ones already in their files.
struct EncodedRow {
    let entity: StoreEntity
    /// Temporary for a new row.
    let identifier: PersistentIdentifier
    /// By slot.
    let values: [StoredValue]
    /// The slots to write.
    let slots: [Int]
    let toManyChanges: [Int: ToManyChange]
    /// Whether the row is complete, so that a to-many without a change is the whole relationship.
    let isWhole: Bool
    /// The optimistic-lock counter of the row as it was read.
    var lock = DefaultSnapshot.unknownLock

    /// The slots with columns in the entity's table.
    var columnSlots: [Int] { slots.filter { !entity.slots[$0].columnNames.isEmpty && !isUnloaded($0) } }

    /// The members that a to-many relationship gains.
    func added(_ slot: Int) -> [PersistentIdentifier] {
        if let change = toManyChanges[slot] { return change.added }
        if slots.contains(slot), case .identifiers(let members) = values[slot] { return members }
        return []
    }

    func isUnloaded(_ slot: Int) -> Bool {
        if case .unloaded = values[slot] { true } else { false }
    }
}

/// Encodes the snapshots of a save before its transaction begins: encoding runs code of the user's models, which may
/// come back to the store.
struct RowEncoder {
    let model: StoreModel
    private(set) var files: ExternalFileWriter

    init(model: StoreModel, storage: ExternalStorage) {
        self.model = model
        files = ExternalFileWriter(storage)
    }

    mutating func encode(_ snapshot: DefaultSnapshot, isNew: Bool) throws -> EncodedRow {
        let entity =
            isNew
            ? try model.entity(of: snapshot.layout) : try model.entity(of: snapshot.persistentIdentifier.resolved)
        let isWhole = isNew || snapshot.changedSlots == nil
        let slots = isWhole ? Array(entity.slots.indices) : snapshot.changedSlots ?? []
        guard snapshot.values.count == entity.slots.count, slots.allSatisfy(entity.slots.indices.contains) else {
            throw entity.error(
                .validation,
                "the snapshot does not have the properties of the store's schema",
                model: snapshot.persistentIdentifier
            )
        }
        var values = snapshot.values
        for slot in slots {
            do {
                values[slot] = try encode(values[slot], slot: slot, of: entity)
            } catch let error as StoreError {
                throw error
            } catch let error as CocoaError {
                throw entity.error(
                    error.code == .fileWriteOutOfSpace ? .diskFull : .noPermission,
                    "the file of the value could not be written",
                    slot: slot,
                    model: snapshot.persistentIdentifier,
                    underlying: error
                )
            } catch {
                throw entity.error(
                    .validation,
                    "the value could not be stored",
                    slot: slot,
                    model: snapshot.persistentIdentifier,
                    underlying: error
                )
            }
        }
        return EncodedRow(
            entity: entity,
            identifier: snapshot.persistentIdentifier,
            values: values,
            slots: slots,
            toManyChanges: snapshot.toManyChanges,
            isWhole: isWhole,
            lock: isNew ? DefaultSnapshot.unknownLock : snapshot.lock
        )
    }

    private mutating func encode(_ value: StoredValue, slot: Int, of entity: StoreEntity) throws -> StoredValue {
        var value = value
        if case .object = value, case .attribute(let attribute) = entity.layout.properties[slot].shape {
            value = try attribute.encoded(value)
        }
        return try externalised(value, entity.slots[slot])
    }

    /// Puts values of externally stored attributes where they belong, and tags them.
    private mutating func externalised(_ value: StoredValue, _ columns: SlotColumns) throws -> StoredValue {
        switch (columns, value) {
        case (.value(let column), .data(let data)) where column.isExternal:
            return .data(try files.store(column.form == .archivedJSON ? ArchivedData.wrapping(data) : data))
        case (.composite(let elements, _), .composite(let values)) where elements.count == values.count:
            guard elements.contains(where: { $0.valueColumns.contains { $0.isExternal } }) else { return value }
            var result: [StoredValue] = []
            for (element, value) in zip(elements, values) { result.append(try externalised(value, element)) }
            return .composite(result)
        default:
            return value
        }
    }
}
