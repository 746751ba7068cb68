import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A row as a save writes it: every value in the form that columns have, with large ones already in their files.
///
/// Saves copy many of these: a new row has nothing but its values.
struct EncodedRow {
    /// The part of an existing row that is written.
    private final class Edit {
        let slots: [Int]
        let toManyChanges: [Int: ToManyChange]
        let isWhole: Bool
        let lock: Int64

        init(slots: [Int], toManyChanges: [Int: ToManyChange], isWhole: Bool, lock: Int64) {
            self.slots = slots
            self.toManyChanges = toManyChanges
            self.isWhole = isWhole
            self.lock = lock
        }
    }

    let entity: StoreEntity
    /// Temporary for a new row.
    let identifier: PersistentIdentifier
    /// The values by slot.
    let values: [StoredValue]
    private let edit: Edit?

    /// A row of which everything is written.
    init(entity: StoreEntity, identifier: PersistentIdentifier, values: [StoredValue]) {
        self.entity = entity
        self.identifier = identifier
        self.values = values
        edit = nil
    }

    init(
        entity: StoreEntity,
        identifier: PersistentIdentifier,
        values: [StoredValue],
        slots: [Int],
        toManyChanges: [Int: ToManyChange],
        isWhole: Bool,
        lock: Int64
    ) {
        self.entity = entity
        self.identifier = identifier
        self.values = values
        edit = Edit(slots: slots, toManyChanges: toManyChanges, isWhole: isWhole, lock: lock)
    }

    /// The slots to write.
    var slots: [Int] { edit?.slots ?? entity.shape.all }
    var toManyChanges: [Int: ToManyChange] { edit?.toManyChanges ?? [:] }
    /// True if the row is complete, so that a to-many without a change is the whole relationship.
    var isWhole: Bool { edit?.isWhole ?? true }
    /// The optimistic-lock counter of the row as it was read.
    var lock: Int64 { edit?.lock ?? DefaultSnapshot.unknownLock }

    /// The slots with columns in the entity's table.
    var columnSlots: [Int] {
        let columns = entity.shape.columnSlots
        if edit == nil, !columns.contains(where: isUnloaded) { return columns }
        return slots.filter { !entity.slots[$0].columnNames.isEmpty && !isUnloaded($0) }
    }

    /// True if a slot is written.
    func writes(_ slot: Int) -> Bool { edit?.slots.contains(slot) ?? entity.slots.indices.contains(slot) }

    /// The members that a to-many relationship gains.
    func added(_ slot: Int) -> [PersistentIdentifier] {
        if let edit {
            if let change = edit.toManyChanges[slot] { return change.added }
            guard edit.slots.contains(slot) else { return [] }
        }
        if case .identifiers(let members) = values[slot] { return members }
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
    /// The entity of the last new row: many rows of one entity follow each other.
    private var last: StoreEntity?

    init(model: StoreModel, storage: ExternalStorage) {
        self.model = model
        files = ExternalFileWriter(storage)
    }

    mutating func encode(_ snapshot: DefaultSnapshot, isNew: Bool) throws -> EncodedRow {
        let entity = try isNew ? entity(of: snapshot.layout) : model.entity(of: snapshot.persistentIdentifier.resolved)
        let isWhole = isNew || snapshot.changedSlots == nil
        let slots = isWhole ? entity.shape.all : snapshot.changedSlots ?? []
        guard snapshot.values.count == entity.slots.count, isWhole || slots.allSatisfy(entity.slots.indices.contains)
        else {
            throw entity.error(
                .validation,
                "the snapshot does not have the properties of the store's schema",
                model: snapshot.persistentIdentifier
            )
        }
        var values = snapshot.values
        for slot in slots where !entity.shape.external.isEmpty || values[slot].isObject {
            do {
                values[slot] = try encode(values[slot], slot: slot, of: entity)
            } catch {
                throw failure(error, slot, entity, snapshot.persistentIdentifier)
            }
        }
        if isNew, snapshot.toManyChanges.isEmpty {
            return EncodedRow(entity: entity, identifier: snapshot.persistentIdentifier, values: values)
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

    private mutating func entity(of layout: ModelLayout) throws -> StoreEntity {
        if let last, last.layout === layout { return last }
        let entity = try model.entity(of: layout)
        last = entity
        return entity
    }

    private func failure(
        _ error: any Error,
        _ slot: Int,
        _ entity: StoreEntity,
        _ identifier: PersistentIdentifier
    ) -> any Error {
        switch error {
        case is StoreError: error
        case let error as FileFailure:
            entity.error(
                error.code,
                "the file of the value could not be written",
                slot: slot,
                model: identifier,
                underlying: error
            )
        case let error as CocoaError:
            entity.error(
                error.code == .fileWriteOutOfSpace ? .diskFull : .noPermission,
                "the file of the value could not be written",
                slot: slot,
                model: identifier,
                underlying: error
            )
        default:
            entity.error(
                .validation,
                "the value could not be stored",
                slot: slot,
                model: identifier,
                underlying: error
            )
        }
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

extension StoredValue {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
