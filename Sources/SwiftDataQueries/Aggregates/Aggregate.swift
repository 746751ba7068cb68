public import Foundation
public import SwiftData
import SwiftDataCore

/// A value that is computed from many models, such as their number or the sum of a property.
///
/// An addition to Apple's API. Pass aggregates to `ModelContext.aggregate(_:where:includePendingChanges:_:)`:
///
/// ```swift
/// let (count, total) = try context.aggregate(Trip.self, .count, .sum(\.cost))
/// ```
///
/// The default store computes aggregates with one SQL statement, without loading models. The result is that of the same
/// Swift code on fetched models. A property that no store can read, such as a computed one, works too: the models are
/// loaded then.
///
/// Each aggregate of a property has a form for an optional property, which leaves out nil, and one for an `#Expression`.
public struct Aggregate<Model: PersistentModel, Result> {
    /// The columns that a store is asked for; nil where the result needs models.
    let columns: [AggregateColumn]?
    /// False where a part of the models and the answer of the store for the rest do not make the result.
    let isMergeable: Bool
    let makeAccumulator: () -> Accumulator<Model, Result>

    init(
        _ columns: [AggregateColumn]?,
        isMergeable: Bool = true,
        _ makeAccumulator: @escaping () -> Accumulator<Model, Result>
    ) {
        self.columns = columns
        self.isMergeable = isMergeable
        self.makeAccumulator = makeAccumulator
    }
}

extension Aggregate where Result == Int {
    /// The number of models.
    public static var count: Self {
        Self([AggregateColumn(.rows)]) { CountAccumulator() }
    }

    /// The number of models whose property is not nil.
    public static func count<Value>(_ property: KeyPath<Model, Value?>) -> Self {
        count(AggregateOperand(property))
    }

    /// The number of models for which an expression is not nil.
    public static func count<Value>(_ expression: Expression<Model, Value?>) -> Self {
        count(AggregateOperand(expression))
    }

    private static func count<Value>(_ operand: AggregateOperand<Model, Value>) -> Self {
        Self(operand.column(.values)) { CountAccumulator(of: operand) }
    }

    /// The number of different values of a property. NaN counts as one value.
    public static func countDistinct<Value: Hashable>(_ property: KeyPath<Model, Value>) -> Self {
        countDistinct(AggregateOperand(property))
    }

    /// The number of different values of a property, without nil. NaN counts as one value.
    public static func countDistinct<Value: Hashable>(_ property: KeyPath<Model, Value?>) -> Self {
        countDistinct(AggregateOperand(property))
    }

    /// The number of different values of an expression. NaN counts as one value.
    public static func countDistinct<Value: Hashable>(_ expression: Expression<Model, Value>) -> Self {
        countDistinct(AggregateOperand(expression))
    }

    /// The number of different values of an expression, without nil. NaN counts as one value.
    public static func countDistinct<Value: Hashable>(_ expression: Expression<Model, Value?>) -> Self {
        countDistinct(AggregateOperand(expression))
    }

    private static func countDistinct<Value: Hashable>(_ operand: AggregateOperand<Model, Value>) -> Self {
        let isStored = QueryTypes.comparesByStoredForm(Value.self)
        return Self(isStored ? operand.column(.distinct) : nil, isMergeable: false) {
            DistinctAccumulator(of: operand)
        }
    }
}

extension Aggregate {
    /// The sum of a property; zero where there are no models.
    ///
    /// A sum of `Decimal` values is exact. A sum of floating-point values is rounded, in an order that is not specified;
    /// it is NaN where a value is. The sum of a small integer type is an `Int` or a `UInt`. The result throws
    /// ``ModelQueryError`` where the sum is out of its range.
    public static func sum<Number: AggregateNumber>(_ property: KeyPath<Model, Number>) -> Self
    where Result == Number.AggregateSum {
        sum(AggregateOperand(property))
    }

    /// The sum of an optional property, without nil. See ``sum(_:)-swift.type.method``.
    public static func sum<Number: AggregateNumber>(_ property: KeyPath<Model, Number?>) -> Self
    where Result == Number.AggregateSum {
        sum(AggregateOperand(property))
    }

    /// The sum of an expression. See ``sum(_:)-swift.type.method``.
    public static func sum<Number: AggregateNumber>(_ expression: Expression<Model, Number>) -> Self
    where Result == Number.AggregateSum {
        sum(AggregateOperand(expression))
    }

    /// The sum of an expression, without nil. See ``sum(_:)-swift.type.method``.
    public static func sum<Number: AggregateNumber>(_ expression: Expression<Model, Number?>) -> Self
    where Result == Number.AggregateSum {
        sum(AggregateOperand(expression))
    }

    private static func sum<Number: AggregateNumber>(_ operand: AggregateOperand<Model, Number>) -> Self
    where Result == Number.AggregateSum {
        Self(operand.number.flatMap { operand.column(.sum($0)) }) {
            SumAccumulator(of: operand) { sum, count in Number._total(of: sum) }
        }
    }

    /// The average of a property; nil where there are no models.
    ///
    /// The average of integers is a `Double`, that of `Decimal` values is rounded to 38 digits. It is NaN where a value is.
    public static func average<Number: AggregateNumber>(_ property: KeyPath<Model, Number>) -> Self
    where Result == Number.AggregateMean? {
        average(AggregateOperand(property))
    }

    /// The average of an optional property, without nil. See ``average(_:)-swift.type.method``.
    public static func average<Number: AggregateNumber>(_ property: KeyPath<Model, Number?>) -> Self
    where Result == Number.AggregateMean? {
        average(AggregateOperand(property))
    }

    /// The average of an expression. See ``average(_:)-swift.type.method``.
    public static func average<Number: AggregateNumber>(_ expression: Expression<Model, Number>) -> Self
    where Result == Number.AggregateMean? {
        average(AggregateOperand(expression))
    }

    /// The average of an expression, without nil. See ``average(_:)-swift.type.method``.
    public static func average<Number: AggregateNumber>(_ expression: Expression<Model, Number?>) -> Self
    where Result == Number.AggregateMean? {
        average(AggregateOperand(expression))
    }

    private static func average<Number: AggregateNumber>(_ operand: AggregateOperand<Model, Number>) -> Self
    where Result == Number.AggregateMean? {
        let columns = operand.number.flatMap { number in
            operand.column(.sum(number)).flatMap { sum in
                // Each row has a value that is not optional, and the sum finds the row that has none.
                operand.isOptional ? operand.column(.values).map { sum + $0 } : sum + [AggregateColumn(.rows)]
            }
        }
        return Self(columns) {
            SumAccumulator(of: operand) { sum, count in
                // Nothing to divide is an average of nil, and no failure.
                count == 0 ? .some(nil) : Number._mean(of: sum, count: count).map { $0 }
            }
        }
    }
}

extension Aggregate {
    /// The least value of a property, by its type's order; nil where there are no models. NaN is left out.
    public static func min<Value: Comparable>(_ property: KeyPath<Model, Value>) -> Self where Result == Value? {
        extreme(AggregateOperand(property), isGreatest: false)
    }

    /// The least value of an optional property; nil where there is none. NaN is left out.
    public static func min<Value: Comparable>(_ property: KeyPath<Model, Value?>) -> Self where Result == Value? {
        extreme(AggregateOperand(property), isGreatest: false)
    }

    /// The least value of an expression; nil where there are no models. NaN is left out.
    public static func min<Value: Comparable>(_ expression: Expression<Model, Value>) -> Self
    where Result == Value? {
        extreme(AggregateOperand(expression), isGreatest: false)
    }

    /// The least value of an expression; nil where there is none. NaN is left out.
    public static func min<Value: Comparable>(_ expression: Expression<Model, Value?>) -> Self
    where Result == Value? {
        extreme(AggregateOperand(expression), isGreatest: false)
    }

    /// The greatest value of a property, by its type's order; nil where there are no models. NaN is left out.
    public static func max<Value: Comparable>(_ property: KeyPath<Model, Value>) -> Self where Result == Value? {
        extreme(AggregateOperand(property), isGreatest: true)
    }

    /// The greatest value of an optional property; nil where there is none. NaN is left out.
    public static func max<Value: Comparable>(_ property: KeyPath<Model, Value?>) -> Self where Result == Value? {
        extreme(AggregateOperand(property), isGreatest: true)
    }

    /// The greatest value of an expression; nil where there are no models. NaN is left out.
    public static func max<Value: Comparable>(_ expression: Expression<Model, Value>) -> Self
    where Result == Value? {
        extreme(AggregateOperand(expression), isGreatest: true)
    }

    /// The greatest value of an expression; nil where there is none. NaN is left out.
    public static func max<Value: Comparable>(_ expression: Expression<Model, Value?>) -> Self
    where Result == Value? {
        extreme(AggregateOperand(expression), isGreatest: true)
    }

    private static func extreme<Value: Comparable>(
        _ operand: AggregateOperand<Model, Value>,
        isGreatest: Bool
    ) -> Self where Result == Value? {
        let isStored = QuerySort.hasStoredOrder(Value.self)
        return Self(isStored ? operand.column(isGreatest ? .maximum : .minimum) : nil) {
            ExtremeAccumulator(of: operand, isGreatest: isGreatest)
        }
    }
}
