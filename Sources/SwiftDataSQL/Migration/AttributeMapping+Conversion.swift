import SwiftDataCore

extension AttributeMapping {
    /// How a value gets from one column to another.
    /// - Throws: ``StoreError`` with code `migration` for kinds between which a value could be lost.
    func conversion(from source: Column, to target: Column) throws -> ColumnConversion {
        let (old, new) = (Self.raw(source.kind), Self.raw(target.kind))
        if old == new {
            if source.isExternal == target.isExternal { return .none }
            return target.isExternal ? .toExternal : .fromExternal
        }
        switch (old, new) {
        case (.boolean, .integer), (.float, .double), (.url, .string), (.codable, .data):
            return .none
        case (.boolean, .float), (.boolean, .double):
            return .integerToDouble(isChecked: false)
        case (.integer(let from), .integer(let to)):
            return from.fits(in: to) ? .none : .narrowed(to)
        case (.integer(let from), .double):
            return .integerToDouble(isChecked: from == .int64 || from == .uint64)
        case (.integer(let from), .float) where from.fits(in: .int16) || from.fits(in: .uint16):
            return .integerToDouble(isChecked: false)
        case (.integer(let from), .decimal) where from != .uint64:
            return .integerToDecimal
        default:
            throw lost("was \(old) and is \(new)", "a value could be lost. Say in a custom stage how to convert it")
        }
    }

    /// An enum is kept as its raw value, so what holds for that holds for it; but not every raw value is one of an enum.
    private static func raw(_ kind: AttributeKind) -> AttributeKind {
        if case .rawValue(let raw) = kind { raw } else { kind }
    }
}

extension AttributeKind.Integer {
    /// The smallest and the largest value, as far as `Int64` goes.
    package var bounds: ClosedRange<Int64> {
        switch self {
        case .int8: Int64(Int8.min)...Int64(Int8.max)
        case .int16: Int64(Int16.min)...Int64(Int16.max)
        case .int32: Int64(Int32.min)...Int64(Int32.max)
        case .int64: .min ... .max
        case .uint8: 0...Int64(UInt8.max)
        case .uint16: 0...Int64(UInt16.max)
        case .uint32: 0...Int64(UInt32.max)
        case .uint64: 0 ... .max
        }
    }

    /// Whether every value of this width is one of another.
    func fits(in other: AttributeKind.Integer) -> Bool {
        if self == .uint64 { return other == .uint64 }
        return other.bounds.lowerBound <= bounds.lowerBound && bounds.upperBound <= other.bounds.upperBound
    }
}
