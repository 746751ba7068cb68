#if PostgreSQL
import SwiftDataCore
import SwiftDataSQL

/// Reads the rows of a result: the place of each value is computed once for all of them.
struct RowDecoder {
    /// The source of the value of one slot.
    private indirect enum Source {
        case column(Int, PostgresColumn)
        case composite([Source], isOptional: Bool)
        case toOne(Int, entityColumn: Int?, PostgresEntity)
        /// The same in every row: not fetched, or not in the store.
        case constant(StoredValue)
    }

    private let result: PostgresResult
    private let asked: PostgresEntity
    private let model: PostgresModel
    private let family: [PostgresEntity]
    private let sources: [[Source]]
    /// The readers of all members of the family, one member after the other, and the range of each.
    private let readers: [ColumnReader]
    private let ranges: [Range<Int>]
    private let numbers: [Int64]
    private let types: [UInt32]
    private let keyColumn: Int
    private let entityColumn: Int
    private let lockColumn: Int?

    /// - Throws: ``StoreError`` for a result without the columns of every row.
    init(_ result: PostgresResult, of entity: PostgresEntity, in model: PostgresModel) throws {
        self.result = result
        self.model = model
        asked = entity
        types = (0..<result.columnCount).map { result.type($0) }
        // Of columns with one name the first is the entity's own.
        let places = Dictionary(result.columnNames.enumerated().map { ($0.element, $0.offset) }) { first, _ in first
        }
        let names = model.layout.names.rowColumns
        guard let key = places[names.key], let number = places[names.entity] else {
            throw StoreError(.sql, "a result has no key or no entity", entity: entity.name)
        }
        (keyColumn, entityColumn, lockColumn) = (key, number, places[names.lock])
        family = model.family(of: entity)
        numbers = family.map(\.number)
        let sources: [[Source]] = family.map { member in
            member.slots.enumerated().map { slot, columns in
                if case .none = columns { return .constant(member.defaults[slot]) }
                return Self.source(columns, places, model) ?? .constant(.unloaded)
            }
        }
        self.sources = sources
        let types = types
        readers = sources.flatMap {
            $0.map { source in
                switch source {
                case .constant(.unloaded): .unloaded
                case .column(let place, let column): ColumnReader(column, at: place, types[place])
                case .toOne(let place, entityColumn: nil, let destination):
                    ColumnReader(toOneAt: place, destination, types[place])
                case .constant, .toOne, .composite: .other
                }
            }
        }
        var ranges: [Range<Int>] = []
        for member in sources {
            let start = ranges.last?.upperBound ?? 0
            ranges.append(start..<start + member.count)
        }
        self.ranges = ranges
    }

    private static func source(_ columns: PostgresSlot, _ places: [String: Int], _ model: PostgresModel) -> Source? {
        switch columns {
        case .value(let column): return places[column.name].map { .column($0, column) }
        case .composite(let elements, let isOptional):
            let sources = elements.compactMap { source($0, places, model) }
            return sources.count == elements.count ? .composite(sources, isOptional: isOptional) : nil
        case .toOne(let column, let entityColumn, let name):
            guard let place = places[column], let destination = model[name] else { return nil }
            return .toOne(place, entityColumn: entityColumn.flatMap { places[$0] }, destination)
        case .toManyByKey, .toManyByJoin: return .constant(.unloaded)
        case .none: return .constant(.null)
        }
    }

    /// Rows while they are being read.
    struct Rows {
        fileprivate var keys: [Int64] = []
        fileprivate var places: [UInt16] = []
        fileprivate var locks: [Int64] = []
        fileprivate var values: [[StoredValue]?] = []

        var count: Int { keys.count }

        mutating func reserve(_ count: Int) {
            keys.reserveCapacity(count)
            places.reserveCapacity(count)
            locks.reserveCapacity(count)
            values.reserveCapacity(count)
        }
    }

    /// All rows of the result.
    /// - Parameter salvaging: True if a value that cannot be read is `.unloaded` instead of an error.
    func batch(salvaging: Bool = false) throws -> RowBatch {
        var rows = Rows()
        rows.reserve(result.count)
        for row in 0..<result.count { try read(row, into: &rows, salvaging: salvaging) }
        return batch(rows)
    }

    func batch(_ rows: Rows) -> RowBatch {
        RowBatch(
            layouts: family.map(\.layout),
            identifiers: identifiers(rows),
            locks: rows.locks,
            values: rows.values
        )
    }

    private func identifiers(_ rows: Rows) -> IdentifierList {
        IdentifierList(spaces: family.map(\.space), keys: rows.keys, places: rows.places)
    }

    /// The identifiers of all rows.
    func identifierList() throws -> IdentifierList {
        var rows = Rows()
        for row in 0..<result.count {
            let (key, place) = try key(row)
            rows.keys.append(key)
            rows.places.append(UInt16(truncatingIfNeeded: place))
        }
        return identifiers(rows)
    }

    private func key(_ row: Int) throws -> (key: Int64, place: Int) {
        guard let key = result.integer(row, keyColumn) else {
            throw StoreError(.corruptRow, "a row has no key", entity: asked.name)
        }
        guard let number = result.integer(row, entityColumn),
            let place = numbers.firstIndex(of: number)
        else {
            throw StoreError(
                .corruptRow,
                "row_entity is not the number of this entity or one below it",
                entity: asked.name,
                model: asked.identifier(key)
            )
        }
        return (key, place)
    }

    func read(_ row: Int, into rows: inout Rows, salvaging: Bool) throws {
        let (key, place) = try key(row)
        let range = ranges[place]
        var values: [StoredValue] = []
        values.reserveCapacity(range.count)
        for _ in range { values.append(.unloaded) }
        try values.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else { return }
            for slot in 0..<range.count {
                // There is nothing in the slot that would have to be let go of.
                if !readers[range.lowerBound + slot].read(
                    result.handle,
                    Int32(truncatingIfNeeded: row),
                    to: first + slot
                ) {
                    (first + slot).initialize(to: try slowly(row, slot, place, key, salvaging))
                }
            }
        }
        rows.keys.append(key)
        rows.places.append(UInt16(truncatingIfNeeded: place))
        rows.locks.append(lockColumn.flatMap { result.integer(row, $0) } ?? DefaultSnapshot.unknownLock)
        rows.values.append(values)
    }

    @inline(never)
    private func slowly(_ row: Int, _ slot: Int, _ place: Int, _ key: Int64, _ salvaging: Bool) throws -> StoredValue {
        do throws(PostgresValueFailure) {
            return try value(sources[place][slot], row)
        } catch {
            guard salvaging else {
                let entity = family[place]
                throw entity.error(.corruptRow, error.reason, slot: slot, model: entity.identifier(key))
            }
            return .unloaded
        }
    }

    private func value(_ source: Source, _ row: Int) throws(PostgresValueFailure) -> StoredValue {
        switch source {
        case .constant(let value): return value
        case .column(let place, let column):
            guard !result.isNull(row, place) else {
                guard column.isOptional else { throw .missingValue }
                return .null
            }
            return try result.value(row, place, column.form, types[place])
        case .toOne(let place, let entityPlace, let destination):
            guard !result.isNull(row, place) else { return .null }
            guard let key = result.integer(row, place) else {
                throw PostgresValueFailure("the foreign key is not a number")
            }
            guard let entityPlace, !result.isNull(row, entityPlace) else {
                return .identifier(destination.identifier(key))
            }
            guard let number = result.integer(row, entityPlace), let entity = model[number: number],
                destination.table.familyNumbers.contains(number)
            else { throw PostgresValueFailure("the entity beside the foreign key is not that of the destination") }
            return .identifier(entity.identifier(key))
        case .composite(let elements, let isOptional):
            if isOptional, elements.allSatisfy({ isNull($0, row) }) { return .null }
            var values: [StoredValue] = []
            for element in elements { values.append(try value(element, row)) }
            return .composite(values)
        }
    }

    private func isNull(_ source: Source, _ row: Int) -> Bool {
        switch source {
        case .column(let place, _), .toOne(let place, _, _): result.isNull(row, place)
        case .composite(let elements, _): elements.allSatisfy { isNull($0, row) }
        case .constant: true
        }
    }
}

extension PostgresResult {
    /// A value that is not NULL.
    func value(
        _ row: Int,
        _ column: Int,
        _ form: PostgresForm,
        _ type: UInt32
    ) throws(PostgresValueFailure) -> StoredValue {
        let found: Result<StoredValue, PostgresValueFailure> = withBytes(row, column) { bytes in
            do throws(PostgresValueFailure) {
                return .success(try PostgresCoding.value(bytes, as: form, type))
            } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }
}
#endif
