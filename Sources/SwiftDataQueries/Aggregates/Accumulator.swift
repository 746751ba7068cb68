import Foundation
import SwiftData
import SwiftDataCore

/// The state of an aggregate while models, and answers of a store, are added to it.
class AnyAccumulator<Model: PersistentModel> {
    func add(_ model: Model) throws {}
    /// Adds the values that a store has for the aggregate's columns; false where they do not have the requested shape.
    func add(stored values: ArraySlice<StoredValue>) -> Bool { false }
    /// The result without its type; nil where that is its value.
    func anyResult() throws -> Any? { nil }
}

/// The same with its result.
class Accumulator<Model: PersistentModel, Result>: AnyAccumulator<Model> {
    private let finish: () throws -> Result

    init(_ finish: @escaping () throws -> Result) { self.finish = finish }

    final func result() throws -> Result { try finish() }
    override final func anyResult() throws -> Any? { QueryConstants.unwrapped(try finish()) }
}

/// A box for the state that the result of an accumulator is made of.
final class AccumulatorState<Value> {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// The number of models, or of the values of an operand.
final class CountAccumulator<Model: PersistentModel>: Accumulator<Model, Int> {
    private let count = AccumulatorState(0)
    private let counts: (Model) throws -> Bool

    init() {
        counts = { _ in true }
        super.init { [count] in count.value }
    }

    init<Value>(of operand: AggregateOperand<Model, Value>) {
        counts = { try operand.read($0) != nil }
        super.init { [count] in count.value }
    }

    override func add(_ model: Model) throws {
        if try counts(model) { count.value += 1 }
    }

    override func add(stored values: ArraySlice<StoredValue>) -> Bool {
        guard case .integer(let number)? = values.first else { return false }
        count.value += Int(number)
        return true
    }
}

/// The number of different values.
final class DistinctAccumulator<Model: PersistentModel, Value: Hashable>: Accumulator<Model, Int> {
    private struct Seen {
        var values: Set<Value> = []
        var hasNaN = false
        /// The answer of the store, to which no values can be added.
        var stored = 0
    }

    private let operand: AggregateOperand<Model, Value>
    private let seen = AccumulatorState(Seen())

    init(of operand: AggregateOperand<Model, Value>) {
        self.operand = operand
        super.init { [seen] in seen.value.values.count + (seen.value.hasNaN ? 1 : 0) + seen.value.stored }
    }

    override func add(_ model: Model) throws {
        guard let value = try operand.read(model) else { return }
        if value.isNotANumber { seen.value.hasNaN = true } else { seen.value.values.insert(value) }
    }

    override func add(stored values: ArraySlice<StoredValue>) -> Bool {
        guard case .integer(let number)? = values.first else { return false }
        seen.value.stored += Int(number)
        return true
    }
}

/// A sum, or an average.
final class SumAccumulator<Model: PersistentModel, Number: AggregateNumber, Result>: Accumulator<Model, Result> {
    private struct Sum {
        var total = _AggregateSum()
        var count = 0
    }

    private let operand: AggregateOperand<Model, Number>
    private let sum = AccumulatorState(Sum())

    /// - Parameter result: The result for a sum and a number of values; nil where it is out of range.
    init(
        of operand: AggregateOperand<Model, Number>,
        _ result: @escaping (_ sum: _AggregateSum, _ count: Int) -> Result?
    ) {
        self.operand = operand
        super.init { [sum] in
            guard let result = result(sum.value.total, sum.value.count) else {
                throw ModelQueryError.outOfRange(Model.self, operand.name)
            }
            return result
        }
    }

    override func add(_ model: Model) throws {
        guard let value = try operand.read(model) else { return }
        value._add(to: &sum.value.total)
        sum.value.count += 1
    }

    /// A sum, followed by a count where an average is requested.
    override func add(stored values: ArraySlice<StoredValue>) -> Bool {
        guard let number = operand.number, let total = values.first,
            sum.value.total.add(stored: total, of: number)
        else { return false }
        guard values.count > 1 else { return true }
        guard case .integer(let count)? = values.last else { return false }
        sum.value.count += Int(count)
        return true
    }
}

/// The least or the greatest value.
final class ExtremeAccumulator<Model: PersistentModel, Value: Comparable>: Accumulator<Model, Value?> {
    private let operand: AggregateOperand<Model, Value>
    private let isGreatest: Bool
    private let extreme: AccumulatorState<Value?>

    init(of operand: AggregateOperand<Model, Value>, isGreatest: Bool) {
        self.operand = operand
        self.isGreatest = isGreatest
        extreme = AccumulatorState(nil)
        super.init { [extreme] in extreme.value }
    }

    override func add(_ model: Model) throws {
        if let value = try operand.read(model) { add(value) }
    }

    private func add(_ value: Value) {
        if value.isNotANumber { return }
        guard let known = extreme.value else { return extreme.value = value }
        if isGreatest ? Self.precedes(known, value) : Self.precedes(value, known) { extreme.value = value }
    }

    /// Swift's `<`. For strings it is no order in Swift 6.3: see `CanonicalForms.precedes`.
    private static func precedes(_ left: Value, _ right: Value) -> Bool {
        if let left = left as? String, let right = right as? String { return CanonicalForms.precedes(left, right) }
        return left < right
    }

    override func add(stored values: ArraySlice<StoredValue>) -> Bool {
        guard let stored = values.first else { return false }
        if case .null = stored { return true }
        guard let value = SwiftValues.primitive(stored, as: Value.self) as? Value else { return false }
        add(value)
        return true
    }
}

extension Equatable {
    /// True for NaN.
    var isNotANumber: Bool {
        switch self {
        case let number as Decimal: number.isNaN
        case let date as Date: date.timeIntervalSinceReferenceDate.isNaN
        case let number as any FloatingPoint: number.isNaN
        default: false
        }
    }
}
