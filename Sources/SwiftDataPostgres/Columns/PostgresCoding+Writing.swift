#if PostgreSQL
import Foundation
import SwiftDataCore

extension PostgresCoding {
    /// Writes a value behind its size, in place where that is easy.
    /// - Throws: ``PostgresValueFailure`` where the server cannot keep the value, or where it is none of the form.
    static func append(
        _ value: StoredValue,
        as form: PostgresForm,
        _ type: PostgresType,
        to writer: inout ByteWriter
    ) throws(PostgresValueFailure) {
        switch (form, value) {
        case (_, .null): writer.append(Int32(-1))
        case (.integer, .integer(let number)) where type == .int8: writer.appendSized(number: number)
        case (.double, .double(let number)) where type == .float8: writer.appendSized(number: number.bitPattern)
        case (.date, .date(let date)) where type == .timestamptz:
            guard let number = DateValue.microseconds(date) else { throw .dateOutOfRange }
            writer.appendSized(number: number)
        case (.dateNumber, .date(let date)) where type == .float8:
            writer.appendSized(number: date.timeIntervalSinceReferenceDate.bitPattern)
        case (.string, .string(let text)) where text.utf8.count <= largestValue:
            guard writer.appendSized(text: text) else { throw .nulCharacter }
        default: writer.appendSized(try bytes(value, as: form, type))
        }
    }
}
#endif
