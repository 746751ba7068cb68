import Foundation
package import SwiftDataCore

/// How values of each attribute kind are kept in columns.
///
/// SQLite's column affinities would turn some values into others: NaN bound to a column is NULL, and a long decimal in
/// a DECIMAL column becomes a binary double. What another reader of the file sees is listed in docs/file-encodings.md.
package enum ColumnCoding {
    /// What stands for NaN in FLOAT, TIMESTAMP and DECIMAL columns: text, which their affinities leave alone.
    static let notANumber = "NaN"

    /// Binds the value of an attribute, in the form that `Schema.Attribute.encoded` gives.
    /// - Throws: ``ColumnFailure`` when the value is not one of the kind's.
    package static func bind(_ value: StoredValue, kind: AttributeKind, to binder: inout ParameterBinder) throws {
        if case .null = value { return binder.null() }
        switch kind {
        case .boolean, .integer: try bindInteger(value, to: &binder)
        case .float, .double: try bindDouble(value, to: &binder)
        case .date:
            guard case .date(let date) = value else { throw ColumnFailure(expected: "a date", found: value) }
            bind(date.timeIntervalSinceReferenceDate, to: &binder)
        case .decimal:
            guard case .decimal(let decimal) = value else { throw ColumnFailure(expected: "a decimal", found: value) }
            DecimalColumn.bind(decimal, to: &binder)
        case .string:
            guard case .string(let text) = value else { throw ColumnFailure(expected: "a string", found: value) }
            binder.text(text)
        case .uuid:
            guard case .uuid(let uuid) = value else { throw ColumnFailure(expected: "a UUID", found: value) }
            withUnsafeBytes(of: uuid.uuid) { binder.blob($0) }
        case .url:
            guard case .url(let url) = value else { throw ColumnFailure(expected: "a URL", found: value) }
            binder.text(url.absoluteString)
        case .json:
            guard case .data(let json) = value else { throw ColumnFailure(expected: "data", found: value) }
            binder.blob(KeyedArchive.wrapping(json))
        case .data, .codable, .transformable:
            guard case .data(let data) = value else { throw ColumnFailure(expected: "data", found: value) }
            binder.blob(data)
        case .rawValue(let raw): try bind(value, kind: raw, to: &binder)
        case .composite, .enumeration: throw ColumnFailure("a composite has columns of its own")
        }
    }

    private static func bindInteger(_ value: StoredValue, to binder: inout ParameterBinder) throws {
        switch value {
        case .integer(let number): binder.integer(number)
        // SQLite's integers are signed. Big-endian bytes sort as the numbers do, and after every integer.
        case .unsigned(let number) where number > UInt64(Int64.max):
            withUnsafeBytes(of: number.bigEndian) { binder.blob($0) }
        case .unsigned(let number): binder.integer(Int64(number))
        default: throw ColumnFailure(expected: "an integer", found: value)
        }
    }

    private static func bindDouble(_ value: StoredValue, to binder: inout ParameterBinder) throws {
        switch value {
        case .double(let number): bind(number, to: &binder)
        case .integer(let number): binder.real(Double(number))
        default: throw ColumnFailure(expected: "a number", found: value)
        }
    }

    private static func bind(_ number: Double, to binder: inout ParameterBinder) {
        if number.isNaN { binder.text(notANumber) } else { binder.real(number) }
    }
}
