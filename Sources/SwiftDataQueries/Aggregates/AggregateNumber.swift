public import Foundation
import SwiftDataCore

/// A type of numbers that have a sum and an average.
///
/// The number types that a model can store conform to it. Other conformances are not supported.
public protocol AggregateNumber: Sendable {
    /// The type of a sum.
    associatedtype AggregateSum
    /// The type of an average.
    associatedtype AggregateMean
    /// Adds the number to a sum.
    func _add(to sum: inout _AggregateSum)
    /// The sum; nil where it is out of range.
    static func _total(of sum: _AggregateSum) -> AggregateSum?
    /// The average of a number of values; nil where it is out of range.
    static func _mean(of sum: _AggregateSum, count: Int) -> AggregateMean?
}

/// The sum of numbers of one type, before it is rounded or refused.
public struct _AggregateSum: Sendable {
    var integer = IntegerSum()
    var floating = FloatingSum()
    var decimal = DecimalSum()

    mutating func add(stored value: StoredValue, of number: QueryArithmetic.Number) -> Bool {
        switch number {
        case .float, .double: floating.add(stored: value)
        case .decimal: decimal.add(stored: value)
        default: integer.add(stored: value)
        }
    }
}

/// The sums and averages of integers.
extension AggregateNumber where Self: FixedWidthInteger, AggregateSum: FixedWidthInteger, AggregateMean == Double {
    /// Adds the number to a sum.
    public func _add(to sum: inout _AggregateSum) { sum.integer.add(self) }
    /// The sum; nil where it is out of range.
    public static func _total(of sum: _AggregateSum) -> AggregateSum? { AggregateSum(exactly: sum.integer.total) }
    /// The average of a number of values.
    public static func _mean(of sum: _AggregateSum, count: Int) -> Double? { sum.integer.mean(of: count) }
}

extension Int: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Int
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension Int8: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Int
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension Int16: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Int
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension Int32: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Int
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension Int64: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Int64
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension UInt: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = UInt
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension UInt8: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = UInt
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension UInt16: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = UInt
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension UInt32: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = UInt
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension UInt64: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = UInt64
    /// The type of an average.
    public typealias AggregateMean = Double
}

/// The sums and averages of floating-point numbers.
extension AggregateNumber where Self: BinaryFloatingPoint, AggregateSum == Double, AggregateMean == Double {
    /// Adds the number to a sum.
    public func _add(to sum: inout _AggregateSum) { sum.floating.add(Double(self)) }
    /// The sum.
    public static func _total(of sum: _AggregateSum) -> Double? { sum.floating.value }
    /// The average of a number of values.
    public static func _mean(of sum: _AggregateSum, count: Int) -> Double? { sum.floating.value / Double(count) }
}

extension Float: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Double
    /// The type of an average.
    public typealias AggregateMean = Double
}
extension Double: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Double
    /// The type of an average.
    public typealias AggregateMean = Double
}

extension Decimal: AggregateNumber {
    /// The type of a sum.
    public typealias AggregateSum = Decimal
    /// The type of an average.
    public typealias AggregateMean = Decimal

    /// Adds the number to a sum.
    public func _add(to sum: inout _AggregateSum) { sum.decimal.add(self) }
    /// The sum; nil where no `Decimal` is equal to it.
    public static func _total(of sum: _AggregateSum) -> Decimal? { sum.decimal.value }
    /// The average of a number of values, rounded to 38 digits; nil where it is out of range.
    public static func _mean(of sum: _AggregateSum, count: Int) -> Decimal? { sum.decimal.mean(of: count) }
}
