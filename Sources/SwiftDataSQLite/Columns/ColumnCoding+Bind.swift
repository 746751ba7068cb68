import Foundation
package import SwiftDataCore

/// The conversion of values of each attribute kind from and to columns.
///
/// SQLite's column affinities would change some values: NaN bound to a column is NULL, and a long decimal in a DECIMAL
/// column becomes a binary double. docs/file-encodings.md lists the values that another reader of the file sees.
package enum ColumnCoding {
    /// The text that stands for NaN in FLOAT, TIMESTAMP and DECIMAL columns, whose affinities leave it alone.
    static let notANumber = "NaN"

    /// Binds the value of an attribute, in the form that `Schema.Attribute.encoded` gives.
    /// - Throws: ``ColumnFailure`` when the value is not one of the form's.
    package static func bind<Sink: ColumnSink>(
        _ value: StoredValue,
        as form: ColumnForm,
        to sink: inout Sink
    ) throws(ColumnFailure) {
        switch (form, value) {
        case (_, .null): sink.null()
        case (.boolean, .integer(let number)), (.integer, .integer(let number)): sink.integer(number)
        case (.integer, .unsigned(let number)): bind(number, to: &sink)
        case (.double, .double(let number)): bind(number, to: &sink)
        case (.double, .integer(let number)): sink.real(Double(number))
        case (.date, .date(let date)): bind(date.timeIntervalSinceReferenceDate, to: &sink)
        case (.decimal, .decimal(let decimal)): DecimalColumn.bind(decimal, to: &sink)
        case (.string, .string(let text)): sink.text(text)
        case (.uuid, .uuid(let uuid)): sink.uuid(uuid)
        case (.url, .url(let url)): sink.text(url.absoluteString)
        case (.data, .data(let data)): sink.blob(data)
        case (.archivedJSON, .data(let json)): sink.blob(ArchivedData.wrapping(json))
        default: throw ColumnFailure(expected: form.name, found: value)
        }
    }

    /// SQLite's integers are signed. Big-endian bytes sort as the numbers do, and after every integer.
    private static func bind<Sink: ColumnSink>(_ number: UInt64, to sink: inout Sink) {
        if let small = Int64(exactly: number) { return sink.integer(small) }
        withUnsafeBytes(of: number.bigEndian) { sink.blob(Data($0)) }
    }

    private static func bind<Sink: ColumnSink>(_ number: Double, to sink: inout Sink) {
        if number.isNaN { sink.text(notANumber) } else { sink.real(number) }
    }
}
