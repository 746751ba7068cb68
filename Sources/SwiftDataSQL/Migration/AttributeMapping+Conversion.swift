import SwiftDataCore

extension AttributeMapping {
    /// The conversion of a value from one column to another.
    ///
    /// The model of a file is coarser than a schema: it does not distinguish an `Int8` from an `Int16`. Types that Core
    /// Data stores alike are equal here.
    /// - Throws: ``StoreError`` with code `migration` for kinds between which a value could be lost.
    func conversion(
        from source: (outline: AttributeOutline, column: Column),
        to target: (outline: AttributeOutline, column: Column)
    ) throws -> ColumnConversion {
        let (old, new) = (Self.raw(source.column.kind), Self.raw(target.column.kind))
        try checkRawValue(source.outline, target.outline)
        let isSame =
            ArchivedAttribute.Kind(old, isElement: isElement) == ArchivedAttribute.Kind(new, isElement: isElement)
        switch (old, new) {
        case (.integer(let from), .integer(let to)):
            return from.fits(in: to) ? .none : .narrowed(to)
        case (.json, .json), (.json, .transformable), (.transformable, .json), (.transformable, .transformable):
            try checkTypes(source.outline, target.outline)
            return external(source.column, target.column)
        case _ where isSame:
            return external(source.column, target.column)
        case (.boolean, .integer), (.float, .double), (.url, .string):
            return .none
        case (.boolean, .float), (.boolean, .double):
            return .integerToDouble(isChecked: false)
        case (.integer(let from), .double):
            return .integerToDouble(isChecked: from == .int64 || from == .uint64)
        case (.integer(let from), .float) where from.fits(in: .int16) || from.fits(in: .uint16):
            return .integerToDouble(isChecked: false)
        case (.integer(let from), .decimal) where from != .uint64:
            return .integerToDecimal
        default:
            throw changed(
                source.outline,
                target.outline,
                "a value could be lost. Convert it in a custom stage"
            )
        }
    }

    private func external(_ source: Column, _ target: Column) -> ColumnConversion {
        if source.isExternal == target.isExternal { return .none }
        return target.isExternal ? .toExternal : .fromExternal
    }

    /// An enum is stored as its raw value, but not every raw value belongs to a case.
    private func checkRawValue(_ source: AttributeOutline, _ target: AttributeOutline) throws {
        guard case .rawValue(let raw) = target.kind, raw != .json, raw != .codable else { return }
        if case .rawValue = source.kind { return }
        throw changed(source, target, "not every \(raw.text) is a value of it. Convert it in a custom stage")
    }

    /// Checks the types of both sides. For a value that is stored as JSON or by a transformer, the type's name alone
    /// decides if it can be read.
    private func checkTypes(_ source: AttributeOutline, _ target: AttributeOutline) throws {
        if case .transformable = source.kind, source.kind == target.kind { return }
        let (old, new) = (Self.collection(source.valueTypeName), Self.collection(target.valueTypeName))
        let areBothJSON = source.kind == .json && target.kind == .json
        if old == new || (areBothJSON && (old == nil || new == nil)) { return }
        throw changed(source, target, "its stored form may differ. Convert it in a custom stage")
    }

    /// An array and a set have the same JSON.
    private static func collection(_ name: String?) -> String? {
        name.map { $0.hasPrefix("Set<") ? "Array<" + $0.dropFirst(4) : $0 }
    }

    private static func raw(_ kind: AttributeKind) -> AttributeKind {
        if case .rawValue(let raw) = kind { raw } else { kind }
    }
}

extension AttributeKind.Integer {
    /// The smallest and the largest value, within the range of `Int64`.
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

    /// True if `other` has every value of this width.
    func fits(in other: AttributeKind.Integer) -> Bool {
        if self == .uint64 { return other == .uint64 }
        return other.bounds.lowerBound <= bounds.lowerBound && bounds.upperBound <= other.bounds.upperBound
    }
}
