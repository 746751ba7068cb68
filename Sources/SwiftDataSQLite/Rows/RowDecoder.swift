import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

/// Reads rows of one kind of statement into a batch: the places of the columns are computed once for all of them.
struct RowDecoder: Sendable {
    let shape: RowShape
    /// The readers of all shapes, one shape after the other.
    private let readers: [ColumnReader]
    /// The range of each shape's readers.
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
    /// - Parameter damage: Decides about values that cannot be read.
    /// - Throws: The error of `damage`, and errors that are not damage, such as a file that cannot be opened now.
    func read(_ row: ResultRow, into rows: inout CollectedRows, _ damage: inout some DamageHandling) throws {
        let key = shape.key(of: row)
        guard let place = shape.place(of: row) else { return try damage.leaveOut(key, of: shape.asked) }
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
                    (first + slot).initialize(to: try slowly(row, slot, place, key, &damage))
                }
            }
        }
        rows.append(key, place: place, lock: shape.lock(of: row), found)
    }

    /// The same where damage ends the reading.
    /// - Throws: ``StoreError`` with code `corruptRow`, naming entity, property and row.
    func read(_ row: ResultRow, into rows: inout CollectedRows) throws {
        var damage = FailingDamage()
        try read(row, into: &rows, &damage)
    }

    @inline(never)
    private func slowly(
        _ row: ResultRow,
        _ slot: Int,
        _ place: Int,
        _ key: Int64,
        _ damage: inout some DamageHandling
    ) throws -> StoredValue {
        let shape = shape.shapes[place]
        do {
            return try values.value(shape.sources[slot], row)
        } catch let failure as ColumnFailure {
            try damage.add(failure, shape.entity, slot: slot, key: key)
        } catch let missing as MissingExternalFile {
            try damage.add(missing, shape.entity, slot: slot, key: key)
        }
        return .unloaded
    }
}
