import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads rows of one kind of statement into a batch: what is where is worked out once for all of them.
struct RowDecoder: Sendable {
    let shape: RowShape
    /// Those of all shapes, one shape after the other.
    private let readers: [ColumnReader]
    /// Which of the readers are those of a shape.
    private let ranges: [Range<Int>]
    private let values: ValueReader

    init(shape: RowShape, model: StoreModel, files: ExternalStorage) {
        self.shape = shape
        readers = shape.shapes.flatMap { $0.sources.map { ColumnReader($0) } }
        var ranges: [Range<Int>] = []
        for shape in shape.shapes {
            let start = ranges.last?.upperBound ?? 0
            ranges.append(start..<start + shape.sources.count)
        }
        self.ranges = ranges
        values = ValueReader(model: model, files: files)
    }

    /// A batch of rows that were read.
    func batch(of rows: consuming CollectedRows) -> RowBatch { rows.batch(of: shape.shapes.map(\.entity)) }

    /// Reads and checks every value of the row.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    func read(_ row: ResultRow, into rows: inout CollectedRows) throws {
        let (place, key) = try shape.place(of: row)
        let range = ranges[place]
        // An array that is made with its size looks up the type of its memory each time, which takes longer than this.
        var found: [StoredValue] = []
        found.reserveCapacity(range.count)
        for _ in range { found.append(.unloaded) }
        try found.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            for slot in 0..<range.count {
                // There is nothing in the slot that would have to be let go of.
                if !readers[range.lowerBound + slot].read(row.handle, to: first + slot) {
                    (first + slot).initialize(to: try slowly(row, slot, place, key))
                }
            }
        }
        rows.append(key, place: place, lock: shape.lock(of: row), found)
    }

    @inline(never)
    private func slowly(
        _ row: ResultRow,
        _ slot: Int,
        _ place: Int,
        _ key: Int64
    ) throws -> StoredValue {
        let entity = shape.shapes[place].entity
        do {
            return try values.value(shape.shapes[place].sources[slot], row)
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
    /// - Throws: what is not damage, such as a file that cannot be opened now.
    func salvage(_ row: ResultRow, into rows: inout CollectedRows) throws {
        guard let (place, key) = try? shape.place(of: row) else { return }
        let found = try shape.shapes[place].sources.map { try values.salvaged($0, row) }
        rows.append(key, place: place, lock: shape.lock(of: row), found)
    }
}
