package import SwiftDataCore

/// The origin of the values of one column of the target.
package struct ColumnFill: Sendable {
    /// The source of a value.
    package enum Origin: Sendable, Hashable {
        /// A column of the same row in the source.
        case column(String, ColumnConversion)
        /// No value.
        case null
    }

    package let column: Column
    /// True if the column belongs to a member of a composite.
    package let isElement: Bool
    /// The path with dots of the attribute or the member, for messages.
    package let path: String
    package let origin: Origin
    /// The value for rows without one; nil if no row can need it.
    package let fallback: StoredValue?
    /// The columns of the source that are all NULL in a row without a value; if there are none, every row is such a
    /// row.
    package let absence: [String]
    /// The reason why a row without a value cannot be moved; nil if it can. Code may have removed all such rows.
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

    /// Returns a copy that refuses rows without a value, for the given reason.
    func refusing(_ reason: String) -> ColumnFill {
        var fill = self
        fill.refusal = reason
        return fill
    }
}

/// The conversion of a value on its way from one column to another.
package enum ColumnConversion: Sendable, Hashable {
    /// The value stays as it is.
    case none
    /// An integer in the column of a floating-point number, where an integer above 2^53 may have no equal.
    case integerToDouble(isChecked: Bool)
    /// An integer in the column of a decimal.
    case integerToDecimal
    /// An integer in a narrower column: one that does not fit is an error.
    case narrowed(AttributeKind.Integer)
    /// Bytes that may be in a file of their own after the migration.
    case toExternal
    /// Bytes that may be in a file of their own before the migration.
    case fromExternal

    /// True if the column's bytes do not change.
    package var keepsValue: Bool {
        switch self {
        case .none, .narrowed: true
        case .integerToDouble, .integerToDecimal, .toExternal, .fromExternal: false
        }
    }
}
