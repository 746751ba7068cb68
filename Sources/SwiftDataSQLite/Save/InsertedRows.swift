import Foundation
import SwiftDataCore
import SwiftDataSQL

/// New rows of one entity that one statement writes.
final class InsertedRows: MemoryRows {
    /// The kinds of columns of the statement.
    fileprivate enum Column {
        case key
        case value(slot: Int, form: ColumnForm)
        case reference(slot: Int)
        case referenceEntity(slot: Int)
        /// One of the columns that a slot has.
        case part(slot: Int, index: Int)
    }

    /// The statements that write rows of an entity, made once for a save, in which rows of several classes may
    /// alternate.
    final class Plan {
        fileprivate let columns: [Column]
        /// True if one statement can write several rows of the entity.
        fileprivate let isPossible: Bool
        private let statements: RowStatements
        private(set) lazy var statement = statements.insertTogether(atEnd: false)
        private(set) lazy var statementAtEnd = statements.insertTogether(atEnd: true)

        init(_ entity: StoreEntity) {
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
            self.columns = columns
            isPossible = entity.table.implicitKeys.isEmpty && columns.count <= MemoryTable.columnCount
            statements = RowStatements(entity: entity)
        }
    }

    private let rows: [EncodedRow]
    private let places: ArraySlice<Int32>
    private let binding: RowBinding
    private let columns: [Column]
    /// The columns of the composite value that was asked for last.
    private var parts = CollectedParts()

    /// The number of rows from which on they are written by one statement.
    static let least = 2

    /// Nil where a statement for each row is needed.
    /// - Parameter places: The places of the rows, in the order in which they are to be written.
    init?(_ rows: [EncodedRow], at places: ArraySlice<Int32>, _ plan: Plan, _ keys: KeyMap) {
        guard plan.isPossible else { return nil }
        columns = plan.columns
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
            if !parts.are(of: row, slot) { try collect(place, row, slot) }
            parts.put(index, into: &result)
        }
    }

    private func collect(_ place: Int, _ row: Int, _ slot: Int) throws {
        let encoded = rows[place]
        parts.begin(row, slot)
        do {
            let value = encoded.isUnloaded(slot) ? .null : encoded.values[slot]
            try binding.bind(value, encoded.entity.slots[slot], to: &parts)
        } catch {
            throw binding.failure(error, encoded, slot)
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

/// Keeps the columns of one value.
private struct CollectedParts: ColumnSink {
    private enum Part {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        case blob(Data)
    }

    private var parts: [Part] = []
    private var row = -1
    private var slot = -1

    func are(of row: Int, _ slot: Int) -> Bool { self.row == row && self.slot == slot }

    mutating func begin(_ row: Int, _ slot: Int) {
        (self.row, self.slot) = (row, slot)
        parts.removeAll(keepingCapacity: true)
    }

    func put(_ index: Int, into result: inout FunctionResult) {
        switch index < parts.count ? parts[index] : .null {
        case .null: result.null()
        case .integer(let value): result.integer(value)
        case .real(let value): result.real(value)
        case .text(let value): result.text(value)
        case .blob(let value): result.blob(value)
        }
    }

    mutating func null() { parts.append(.null) }
    mutating func integer(_ value: Int64) { parts.append(.integer(value)) }
    mutating func real(_ value: Double) { parts.append(.real(value)) }
    mutating func text(_ value: String) { parts.append(.text(value)) }
    mutating func blob(_ value: Data) { parts.append(.blob(value)) }
}
