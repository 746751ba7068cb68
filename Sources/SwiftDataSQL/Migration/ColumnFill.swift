package import SwiftDataCore

/// What fills one column of the target.
package struct ColumnFill: Sendable {
    /// Where the value comes from.
    package enum Origin: Sendable {
        /// A column of the same row in the source.
        case column(String, ColumnConversion)
        /// No value.
        case null
    }

    package let column: Column
    package let origin: Origin
    /// What stands in where there is no value; nil where none may be needed.
    package let fallback: StoredValue?
}

/// What is done with a value on its way from one column to another.
package enum ColumnConversion: Sendable, Hashable {
    /// It stays as it is.
    case none
    /// An integer in the column of a floating-point number: larger ones than 2^53 have no equal there.
    case integerToDouble(isChecked: Bool)
    /// An integer in the column of a decimal.
    case integerToDecimal
    /// An integer in a narrower column: those that do not fit are an error.
    case narrowed(AttributeKind.Integer)
    /// Bytes that may be in a file of their own from now on.
    case toExternal
    /// Bytes that may have been in a file of their own.
    case fromExternal
}
