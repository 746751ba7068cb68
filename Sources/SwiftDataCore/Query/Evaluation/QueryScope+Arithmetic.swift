import Foundation

extension QueryScope {
    package mutating func evaluate(_ node: QueryArithmetic) throws -> Evaluated {
        switch node {
        case .negate(let number, let operand):
            return .value(
                try number.apply(.subtract, number.minuendOfNegation, try evaluate(operand).comparable()),
                nil
            )
        case .binary(let op, let number, let lhs, let rhs):
            let left = try evaluate(lhs).comparable()
            return .value(try number.apply(op, left, try evaluate(rhs).comparable()), nil)
        }
    }
}

extension QueryArithmetic.Number {
    /// The number from which another is subtracted to negate it.
    package var minuendOfNegation: StoredValue {
        switch self {
        case .float, .double: .double(-0.0)
        case .decimal: .decimal(0)
        default: .integer(0)
        }
    }

    /// True if an operation has a result for any two numbers.
    package func isTotal(_ op: QueryArithmetic.Operator) -> Bool {
        switch self {
        case .float, .double: op != .remainder
        // A product may be below the range of exponents.
        case .decimal: op == .add || op == .subtract
        default: false
        }
    }

    /// Applies an operator with the rules of this number type.
    package func apply(
        _ op: QueryArithmetic.Operator,
        _ lhs: StoredValue,
        _ rhs: StoredValue
    ) throws -> StoredValue {
        switch self {
        case .int8: try Self.integer(Int8.self, op, lhs, rhs)
        case .int16: try Self.integer(Int16.self, op, lhs, rhs)
        case .int32: try Self.integer(Int32.self, op, lhs, rhs)
        case .int64: try Self.integer(Int64.self, op, lhs, rhs)
        case .uint8: try Self.integer(UInt8.self, op, lhs, rhs)
        case .uint16: try Self.integer(UInt16.self, op, lhs, rhs)
        case .uint32: try Self.integer(UInt32.self, op, lhs, rhs)
        case .uint64: try Self.integer(UInt64.self, op, lhs, rhs)
        case .float: .double(Double(try Self.floating(op, Float(try lhs.number()), Float(try rhs.number()))))
        case .double: .double(try Self.floating(op, try lhs.number(), try rhs.number()))
        case .decimal: .decimal(try Self.decimal(op, lhs, rhs))
        }
    }

    private static func integer<Integer: FixedWidthInteger>(
        _ type: Integer.Type,
        _ op: QueryArithmetic.Operator,
        _ lhs: StoredValue,
        _ rhs: StoredValue
    ) throws -> StoredValue {
        let left: Integer = try lhs.integer()
        let right: Integer = try rhs.integer()
        let (value, overflow) =
            switch op {
            case .add: left.addingReportingOverflow(right)
            case .subtract: left.subtractingReportingOverflow(right)
            case .multiply: left.multipliedReportingOverflow(by: right)
            case .divide: left.dividedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            }
        if right == 0, op == .divide || op == .remainder { throw QueryFailure.divisionByZero }
        if overflow { throw QueryFailure.overflow }
        return Int64(exactly: value).map(StoredValue.integer) ?? .unsigned(UInt64(value))
    }

    private static func floating<Number: BinaryFloatingPoint>(
        _ op: QueryArithmetic.Operator,
        _ lhs: Number,
        _ rhs: Number
    ) throws -> Number {
        switch op {
        case .add: lhs + rhs
        case .subtract: lhs - rhs
        case .multiply: lhs * rhs
        case .divide: lhs / rhs
        case .remainder: throw QueryFailure.typeMismatch
        }
    }

    private static func decimal(
        _ op: QueryArithmetic.Operator,
        _ lhs: StoredValue,
        _ rhs: StoredValue
    ) throws -> Decimal {
        guard case .decimal(let left) = lhs, case .decimal(let right) = rhs else { throw QueryFailure.typeMismatch }
        switch op {
        case .add: return left + right
        case .subtract: return left - right
        case .multiply:
            // Foundation ends the program where the exponent of a product is below its range.
            if !left.isZero, !right.isZero, left.exponent + right.exponent < Int(Int8.min) {
                throw QueryFailure.overflow
            }
            return left * right
        case .divide:
            if right == 0 { throw QueryFailure.divisionByZero }
            return left / right
        case .remainder: throw QueryFailure.typeMismatch
        }
    }
}

extension StoredValue {
    fileprivate func integer<Integer: FixedWidthInteger>() throws -> Integer {
        let value: Integer? =
            switch self {
            case .integer(let value): Integer(exactly: value)
            case .unsigned(let value): Integer(exactly: value)
            case .null: throw QueryFailure.unexpectedNil
            default: nil
            }
        guard let value else { throw QueryFailure.typeMismatch }
        return value
    }

    fileprivate func number() throws -> Double {
        switch self {
        case .double(let value): return value
        case .integer(let value): return Double(value)
        case .null: throw QueryFailure.unexpectedNil
        default: throw QueryFailure.typeMismatch
        }
    }
}
