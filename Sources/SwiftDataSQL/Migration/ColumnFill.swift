package import SwiftDataCore

/// What fills one column of the target.
package struct ColumnFill: Sendable {
    /// Where the value comes from.
    package enum Origin: Sendable, Hashable {
        /// A column of the same row in the source.
        case column(String, ColumnConversion)
        /// No value.
        case null
    }

    package let column: Column
    /// Whether the column is that of a member of a composite.
    package let isElement: Bool
    /// The path with dots of the attribute or the member, for messages.
    package let path: String
    package let origin: Origin
    /// What stands in where there is no value; nil where none may be needed.
    package let fallback: StoredValue?
    /// The columns of the source that are all NULL in a row without a value; every row is one where there are none.
    package let absence: [String]
    /// Why a row that has no value cannot be moved; nil where it can. Code may have seen to it that there is no such row.
    package private(set) var refusal: String?

    package init(
        column: Column,
        isElement: Bool,
        path: String,
        origin: Origin,
        fallback: StoredValue?,
        absence: [String]
    ) {
        self.column = column
        self.isElement = isElement
        self.path = path
        self.origin = origin
        self.fallback = fallback
        self.absence = absence
    }

    /// The same, for rows that have a value only.
    func refusing(_ reason: String) -> ColumnFill {
        var fill = self
        fill.refusal = reason
        return fill
    }
}

/// What is done with a value on its way from one column to another.
package enum ColumnConversion: Sendable, Hashable {
    /// It stays as it is.
    case none
    /// An integer in the column of a floating-point number: larger ones than 2^53 may have no equal there.
    case integerToDouble(isChecked: Bool)
    /// An integer in the column of a decimal.
    case integerToDecimal
    /// An integer in a narrower column: those that do not fit are an error.
    case narrowed(AttributeKind.Integer)
    /// Bytes that may be in a file of their own from now on.
    case toExternal
    /// Bytes that may have been in a file of their own.
    case fromExternal

    /// Whether the column's bytes stay what they are.
    package var keepsValue: Bool {
        switch self {
        case .none, .narrowed: true
        case .integerToDouble, .integerToDecimal, .toExternal, .fromExternal: false
        }
    }
}
