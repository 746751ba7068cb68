#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// A row as a save writes it.
final class WrittenRow: Sendable {
    let entity: PostgresEntity
    /// Temporary for a new row.
    let identifier: PersistentIdentifier
    let values: [StoredValue]
    /// The slots that have changed; all of a new row.
    let slots: [Int]
    let toManyChanges: [Int: ToManyChange]
    /// True if a to-many relationship without a change is the whole relationship.
    let isWhole: Bool
    /// The optimistic-lock counter of the row as it was read.
    let lock: Int64

    /// Encodes a snapshot, which runs code of the models.
    /// - Parameter deleted: The rows that the save deletes.
    /// - Throws: ``StoreError``
    init(
        _ snapshot: DefaultSnapshot,
        isNew: Bool,
        _ model: PostgresModel,
        deleting deleted: Set<PersistentIdentifier> = []
    ) throws {
        let entity =
            try isNew ? model.entity(of: snapshot.layout) : model.entity(of: snapshot.persistentIdentifier.resolved)
        guard snapshot.values.count == entity.slots.count else {
            throw entity.error(
                .validation,
                "the snapshot does not have the properties of the store's schema",
                model: snapshot.persistentIdentifier
            )
        }
        self.entity = entity
        identifier = snapshot.persistentIdentifier
        isWhole = isNew || snapshot.changedSlots == nil
        slots = isWhole ? Array(entity.slots.indices) : snapshot.changedSlots ?? []
        toManyChanges = snapshot.toManyChanges
        lock = isNew ? DefaultSnapshot.unknownLock : snapshot.lock
        var values = snapshot.values
        for slot in slots {
            if case .identifier(let identifier) = values[slot], deleted.contains(identifier.resolved),
                entity.outlives(slot)
            {
                values[slot] = .null
            }
            guard case .object = values[slot],
                case .attribute(let attribute) = entity.layout.properties[slot].shape
            else { continue }
            do {
                values[slot] = try attribute.encoded(values[slot])
            } catch let error as StoreError {
                throw error
            } catch {
                throw entity.error(
                    .validation,
                    "the value could not be stored",
                    slot: slot,
                    model: identifier,
                    underlying: error
                )
            }
        }
        self.values = values
    }

    /// The slots with columns of their own that are written.
    var columnSlots: [Int] {
        if isWhole, !values.contains(where: { if case .unloaded = $0 { true } else { false } }) {
            return entity.columnSlots
        }
        return slots.filter { slot in
            if case .unloaded = values[slot] { return false }
            return entity.hasColumns[slot]
        }
    }

    func writes(_ slot: Int) -> Bool { slots.contains(slot) }
}

/// The keys of the rows of a save: the keys of new rows by the identifiers with which they came.
struct SavedKeys {
    let model: PostgresModel
    private var permanent: [PersistentIdentifier: PersistentIdentifier] = [:]

    init(_ model: PostgresModel) { self.model = model }

    subscript(identifier: PersistentIdentifier) -> PersistentIdentifier? {
        get { permanent[identifier] }
        set { permanent[identifier] = newValue }
    }

    /// The identifier of a row that is written; nil for a model that has none.
    func row(_ identifier: PersistentIdentifier) -> (entity: PostgresEntity, key: Int64)? {
        let resolved = permanent[identifier] ?? identifier.resolved
        guard let key = resolved.row, let entity = model.owner(of: resolved) else { return nil }
        return (entity, key)
    }

    /// The row that a relationship leads to.
    /// - Throws: ``StoreError`` with code `validation` for a model that is neither stored nor part of this save.
    func destination(_ identifier: PersistentIdentifier) throws -> (entity: PostgresEntity, key: Int64) {
        if let row = row(identifier) { return row }
        throw StoreError(
            .validation,
            "a relationship leads to a model that is not in this store and not being saved to it",
            entity: identifier.entityName,
            model: identifier
        )
    }

    /// The bytes of each column of a slot.
    /// - Parameter isListed: True if each value is one of an array, for many rows; see ``PostgresType/listed``.
    /// - Throws: ``StoreError``
    func bytes(_ row: WrittenRow, _ slot: Int, isListed: Bool = true) throws -> [[UInt8]?] {
        do {
            return try bytes(row.values[slot], row.entity.slots[slot], isListed)
        } catch let failure as PostgresValueFailure {
            throw row.entity.error(.validation, failure.reason, slot: slot, model: row.identifier)
        }
    }

    private func bytes(_ value: StoredValue, _ columns: PostgresSlot, _ isListed: Bool) throws -> [[UInt8]?] {
        switch (columns, value) {
        case (.value(let column), _):
            let type = isListed ? column.form.type.listed : column.form.type
            return [try PostgresCoding.bytes(value, as: column.form, type)]
        case (.composite(let elements, _), .composite(let values)) where elements.count == values.count:
            return try zip(elements, values).flatMap { try bytes($1, $0, isListed) }
        case (.composite, .null): return columns.valueColumns.map { _ in nil }
        case (.composite, _): throw PostgresValueFailure("the value is not a composite")
        case (.toOne(_, let entityColumn, _), .identifier(let identifier)):
            let (entity, key) = try destination(identifier)
            let number = withUnsafeBytes(of: Int16(truncatingIfNeeded: entity.number).bigEndian) { [UInt8]($0) }
            return [withUnsafeBytes(of: key.bigEndian) { Array($0) }] + (entityColumn == nil ? [] : [number])
        case (.toOne(_, let entityColumn, _), _): return entityColumn == nil ? [nil] : [nil, nil]
        case (.toManyByKey, _), (.toManyByJoin, _), (.none, _): return []
        }
    }
}

extension StoredValue {
    /// True for a value that is no value.
    var isNull: Bool { if case .null = self { true } else { false } }
}
#endif
