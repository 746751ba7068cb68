import Foundation
import SwiftDataCore
import SwiftDataSQL

/// New rows of one entity that one statement writes.
final class InsertedRows: MemoryRows {
    /// What a column of the statement is.
    private enum Column {
        case key
        case value(slot: Int, form: ColumnForm)
        case reference(slot: Int)
        case referenceEntity(slot: Int)
        /// One of the columns that a slot has.
        case part(slot: Int, index: Int)
    }

    private let rows: [EncodedRow]
    private let places: ArraySlice<Int32>
    private let binding: RowBinding
    private let columns: [Column]

    /// From how many rows on they are written by one statement.
    static let least = 2

    /// Nil where a statement for each row is needed.
    /// - Parameter places: Those of the rows, in the order in which they are to be written.
    init?(_ rows: [EncodedRow], at places: ArraySlice<Int32>, of entity: StoreEntity, _ keys: KeyMap) {
        guard places.count >= Self.least, entity.table.implicitKeys.isEmpty else { return nil }
        var columns: [Column] = [.key]
        for column in entity.shape.columns {
            let slot = column.slot
            switch column.binding {
            case .value(let form): columns.append(.value(slot: slot, form: form))
            case .key(let hasEntityColumn):
                columns.append(.reference(slot: slot))
                if hasEntityColumn { columns.append(.referenceEntity(slot: slot)) }
            case .composite:
                let count = entity.slots[slot].columnNames.count
                columns += (0..<count).map { .part(slot: slot, index: $0) }
            }
        }
        guard columns.count <= MemoryTable.columnCount else { return nil }
        self.columns = columns
        self.rows = rows
        self.places = places
        binding = RowBinding(keys: keys)
        super.init(count: places.count)
    }

    override func put(_ column: Int, of row: Int, into result: inout FunctionResult) throws {
        let place = Int(places[places.startIndex + row])
        switch columns[column] {
        case .key:
            if let key = binding.keys.key(at: place) { result.integer(key) } else { result.null() }
        case .value(let slot, let form):
            switch rows[place].values[slot] {
            case .null, .unloaded: result.null()
            case let value:
                do {
                    try ColumnCoding.bind(value, as: form, to: &result)
                } catch {
                    throw binding.failure(error, rows[place], slot)
                }
            }
        case .reference(let slot):
            try putDestination(place, slot, into: &result) { try binding.keys.key(of: $0) }
        case .referenceEntity(let slot):
            try putDestination(place, slot, into: &result) { try binding.keys.destination($0).entity.number }
        case .part(let slot, let index):
            var sink = OneOfMany(index: index, result: result)
            let row = rows[place]
            do {
                try binding.bind(row.isUnloaded(slot) ? .null : row.values[slot], row.entity.slots[slot], to: &sink)
            } catch {
                throw binding.failure(error, row, slot)
            }
        }
    }

    @inline(__always) private func putDestination(
        _ place: Int,
        _ slot: Int,
        into result: inout FunctionResult,
        _ number: (PersistentIdentifier) throws -> Int64
    ) throws {
        switch rows[place].values[slot] {
        case .null, .unloaded: result.null()
        case .identifier(let identifier):
            do {
                result.integer(try number(identifier))
            } catch {
                throw binding.failure(error, rows[place], slot)
            }
        default: throw binding.failure(ColumnFailure("expected one model"), rows[place], slot)
        }
    }
}

/// Takes one of several columns.
private struct OneOfMany: ColumnSink {
    let index: Int
    private var result: FunctionResult
    private var next = 0

    init(index: Int, result: FunctionResult) {
        self.index = index
        self.result = result
    }

    private mutating func isWanted() -> Bool {
        defer { next += 1 }
        return next == index
    }

    mutating func null() { if isWanted() { result.null() } }
    mutating func integer(_ value: Int64) { if isWanted() { result.integer(value) } }
    mutating func real(_ value: Double) { if isWanted() { result.real(value) } }
    mutating func text(_ value: String) { if isWanted() { result.text(value) } }
    mutating func blob(_ value: Data) { if isWanted() { result.blob(value) } }
}
