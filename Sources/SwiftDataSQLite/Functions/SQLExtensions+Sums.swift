import Foundation
import GRDBSQLite
import SwiftDataCore
import SwiftDataSQL

extension SQLExtensions {
    /// ``SQLFunctions/sum(_:isOptional:)`` for each type of numbers.
    static let sums: [SQLAggregateFunction] = SumVariant.all.map { variant in
        let name = SQLFunctions.sum(variant.number, isOptional: variant.isOptional)
        return switch variant.number.kind {
        case .decimal:
            SQLAggregateFunction(
                name: name,
                variant: variant.index,
                step: { SQLAggregateFunction.step(DecimalSumState.self, $0, $2) },
                final: { SQLAggregateFunction.final(DecimalSumState.self, $0) }
            )
        case .float, .double:
            SQLAggregateFunction(
                name: name,
                variant: variant.index,
                step: { SQLAggregateFunction.step(FloatingSumState.self, $0, $2) },
                final: { SQLAggregateFunction.final(FloatingSumState.self, $0) }
            )
        default:
            SQLAggregateFunction(
                name: name,
                variant: variant.index,
                step: { SQLAggregateFunction.step(IntegerSumState.self, $0, $2) },
                final: { SQLAggregateFunction.final(IntegerSumState.self, $0) }
            )
        }
    }

    /// ``SQLFunctions/decimalMinimum`` and ``SQLFunctions/decimalMaximum``.
    static let decimalExtremes = [
        (SQLFunctions.decimalMinimum, ExtremeState.least), (SQLFunctions.decimalMaximum, ExtremeState.greatest),
    ].map { name, variant in
        SQLAggregateFunction(
            name: name,
            variant: variant,
            step: { SQLAggregateFunction.step(ExtremeState.self, $0, $2) },
            final: { SQLAggregateFunction.final(ExtremeState.self, $0) }
        )
    }
}

/// A type of numbers, and whether NULL is one that is left out, as one number.
private struct SumVariant {
    static let all: [SumVariant] = QueryArithmetic.Number.allCases.flatMap { number in
        [false, true].map { SumVariant(number: number, isOptional: $0) }
    }

    let number: QueryArithmetic.Number
    let isOptional: Bool

    /// The bounds of a whole number that a column of the type can hold, and that NULL is left out in the lowest bit.
    var index: Int {
        let place = QueryArithmetic.Number.allCases.firstIndex(of: number) ?? 0
        return place << 1 | (isOptional ? 1 : 0)
    }
}

extension FunctionResult {
    /// The result for a damaged value: no sum is bytes.
    fileprivate mutating func damage() { blob(Data()) }
}

/// The sum of whole numbers.
private struct IntegerSumState: AggregateState {
    private var sum = IntegerSum()
    private var isDamaged = false

    private static let ranges: [ClosedRange<Int64>] = QueryArithmetic.Number.allCases.map { number in
        switch number {
        case .int8: Int64(Int8.min)...Int64(Int8.max)
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        case .uint8: 0...Int64(UInt8.max)
        case .uint16: 0...Int64(UInt16.max)
        case .uint32: 0...Int64(UInt32.max)
        case .uint64: 0...Int64.max
        default: Int64.min...Int64.max
        }
    }
    private static let unsigned = QueryArithmetic.Number.allCases.firstIndex(of: .uint64) ?? 0
    private static let widest = QueryArithmetic.Number.allCases.firstIndex(of: .int64) ?? 0

    @inline(__always)
    mutating func add(_ value: ValueHandle, _ call: AggregateCall) {
        let variant = call.variant
        switch sqlite3_value_type(value.handle) {
        case SQLITE_INTEGER:
            let number = value.integer
            if variant >> 1 != Self.widest, !Self.ranges[variant >> 1].contains(number) { return isDamaged = true }
            sum.add(number)
        case SQLITE_NULL: if variant & 1 == 0 { isDamaged = true }
        case SQLITE_BLOB where variant >> 1 == Self.unsigned:
            guard case .unsigned(let number)? = try? ColumnCoding.read(value, as: .integer(.uint64)) else {
                return isDamaged = true
            }
            sum.add(number)
        default: isDamaged = true
        }
    }

    func finish(_ result: inout FunctionResult, _ call: AggregateCall) {
        if isDamaged { return result.damage() }
        switch sum.stored {
        case .integer(let number): result.integer(number)
        case .string(let digits): result.text(digits)
        default: result.damage()
        }
    }
}

/// The sum of floating-point numbers.
private struct FloatingSumState: AggregateState {
    private var sum = FloatingSum()
    private var isDamaged = false

    @inline(__always)
    mutating func add(_ value: ValueHandle, _ call: AggregateCall) {
        switch sqlite3_value_type(value.handle) {
        case SQLITE_FLOAT, SQLITE_INTEGER: sum.add(value.real)
        case SQLITE_NULL: if call.variant & 1 == 0 { isDamaged = true }
        case SQLITE_TEXT where value.string == ColumnCoding.notANumber: sum.add(.nan)
        default: isDamaged = true
        }
    }

    func finish(_ result: inout FunctionResult, _ call: AggregateCall) {
        if isDamaged { return result.damage() }
        // SQLite turns NaN into NULL.
        if sum.value.isNaN { result.text(ColumnCoding.notANumber) } else { result.real(sum.value) }
    }
}

/// The sum of decimal numbers.
private struct DecimalSumState: AggregateState {
    private var sum = DecimalSum()
    /// The sums of whole numbers, and of numbers with few digits after the point: by the number of these digits.
    private var short: (Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (0, 0, 0, 0, 0, 0, 0)
    private var isDamaged = false

    @inline(__always)
    mutating func add(_ value: ValueHandle, _ call: AggregateCall) {
        switch sqlite3_value_type(value.handle) {
        case SQLITE_INTEGER: addShort(value.integer, places: 0)
        case SQLITE_FLOAT:
            guard let (number, places) = DecimalColumn.shortDigits(value.real) else { return addLong(value) }
            addShort(number, places: places)
        case SQLITE_NULL: if call.variant & 1 == 0 { isDamaged = true }
        default: addLong(value)
        }
    }

    private mutating func addLong(_ value: ValueHandle) {
        guard let decimal = try? DecimalColumn.read(value) else { return isDamaged = true }
        sum.add(decimal)
    }

    private mutating func addShort(_ number: Int64, places: Int) {
        let isAdded =
            switch places {
            case 0: Self.add(number, to: &short.0)
            case 1: Self.add(number, to: &short.1)
            case 2: Self.add(number, to: &short.2)
            case 3: Self.add(number, to: &short.3)
            case 4: Self.add(number, to: &short.4)
            case 5: Self.add(number, to: &short.5)
            default: Self.add(number, to: &short.6)
            }
        if !isAdded { sum.add(Int128(number), exponent: -places) }
    }

    private static func add(_ number: Int64, to total: inout Int64) -> Bool {
        let (next, overflow) = total.addingReportingOverflow(number)
        if !overflow { total = next }
        return !overflow
    }

    func finish(_ result: inout FunctionResult, _ call: AggregateCall) {
        var all = sum
        for (places, number) in [short.0, short.1, short.2, short.3, short.4, short.5, short.6].enumerated() {
            all.add(Int128(number), exponent: -places)
        }
        guard !isDamaged, case .string(let text) = all.stored else { return result.damage() }
        result.text(text)
    }
}

/// The least or the greatest of decimal numbers, without NaN.
private struct ExtremeState: AggregateState {
    static let least = 0
    static let greatest = 1

    private var extreme: Decimal?
    private var isDamaged = false

    @inline(__always)
    mutating func add(_ value: ValueHandle, _ call: AggregateCall) {
        if value.storageClass == .null { return }
        guard let decimal = try? DecimalColumn.read(value) else { return isDamaged = true }
        if decimal.isNaN { return }
        guard let known = extreme else { return extreme = decimal }
        if call.variant == Self.least ? decimal < known : known < decimal { extreme = decimal }
    }

    func finish(_ result: inout FunctionResult, _ call: AggregateCall) {
        if isDamaged { return result.damage() }
        guard let extreme else { return result.null() }
        DecimalColumn.bind(extreme, to: &result)
    }
}
