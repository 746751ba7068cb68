import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads rows of one kind of statement into a batch: what is where is worked out once for all of them.
struct RowDecoder: Sendable {
    let shape: RowShape
    private let readers: [[ColumnReader]]
    private let values: ValueReader

    init(shape: RowShape, model: StoreModel, files: ExternalStorage) {
        self.shape = shape
        readers = shape.shapes.map { $0.sources.map { ColumnReader($0) } }
        values = ValueReader(model: model, files: files)
    }

    /// A batch for the rows.
    func emptyBatch() -> RowBatch {
        RowBatch(layouts: shape.shapes.map(\.entity.layout), spaces: shape.shapes.map(\.entity.space))
    }

    /// Reads and checks every value of the row.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    func read(_ row: ResultRow, into batch: inout RowBatch) throws {
        let (place, key) = try shape.place(of: row)
        let found = try readers[place].withUnsafeBufferPointer { readers in
            try [StoredValue](unsafeUninitializedCapacity: readers.count) { buffer, count in
                // The count says what is to be destroyed if a value cannot be read.
                for slot in readers.indices {
                    let value = try readers[slot].value(row.handle) ?? slowly(readers[slot], row, slot, place, key)
                    buffer.initializeElement(at: slot, to: value)
                    count = slot + 1
                }
            }
        }
        batch.append(key, place: place, lock: shape.lock(of: row), found)
    }

    @inline(never)
    private func slowly(
        _ reader: ColumnReader,
        _ row: ResultRow,
        _ slot: Int,
        _ place: Int,
        _ key: Int64
    ) throws -> StoredValue {
        let entity = shape.shapes[place].entity
        do {
            return try values.value(reader.source, row)
        } catch let failure as ColumnFailure {
            throw entity.error(.corruptRow, failure.reason, slot: slot, model: entity.identifier(key))
        } catch var missing as MissingExternalFile {
            missing.report = entity.error(
                .corruptRow,
                "the file \(missing.name) that holds the value is missing",
                slot: slot,
                model: entity.identifier(key)
            )
            throw missing
        }
    }

    /// Reads what can be read; damaged values are `.unloaded`. A row whose entity is not known is left out.
    func salvage(_ row: ResultRow, into batch: inout RowBatch) {
        guard let (place, key) = try? shape.place(of: row) else { return }
        let found = readers[place].map { reader in
            reader.value(row.handle) ?? (try? values.value(reader.source, row)) ?? .unloaded
        }
        batch.append(key, place: place, lock: shape.lock(of: row), found)
    }
}
