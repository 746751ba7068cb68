#if PostgreSQL
import Foundation
import SwiftDataCore
import SwiftDataSQL

/// A default value as text in SQL.
enum SQLConstant {
    /// - Throws: ``PostgresValueFailure`` where the server cannot keep the value.
    static func text(_ value: StoredValue, as form: PostgresForm) throws(PostgresValueFailure) -> String {
        // The conversion to bytes looks whether the server can keep the value.
        let bytes = try PostgresCoding.bytes(value, as: form, form.type.listed)
        let type = "::" + form.type.name
        switch value {
        case .null: return "NULL"
        case .integer(let number) where form == .boolean: return number == 0 ? "false" : "true"
        case .integer(let number): return quoted(String(number)) + type
        case .unsigned(let number): return quoted(String(number)) + type
        case .double(let number): return quoted(text(number)) + type
        case .decimal(let decimal): return quoted(decimal.isNaN ? "NaN" : decimal.description) + type
        case .string(let text): return literal(text) + type
        case .url(let url): return literal(url.absoluteString) + type
        case .uuid(let uuid): return quoted(uuid.uuidString) + type
        case .date(let date) where form == .dateNumber:
            return quoted(text(date.timeIntervalSinceReferenceDate)) + type
        case .date(let date):
            guard let number = DateValue.microseconds(date) else { throw .dateOutOfRange }
            return quoted(DateValue.text(number)) + type
        case .data(let data):
            if case .array = form { return literal(String(decoding: bytes ?? [], as: UTF8.self)) + type }
            guard form == .json else {
                return quoted("\\x" + (bytes ?? []).map(hexadecimal).joined()) + type
            }
            return literal(String(decoding: data, as: UTF8.self)) + type
        case .composite, .object, .identifier, .identifiers, .unloaded:
            throw PostgresValueFailure("the default is not of the type \(form.type.name)")
        }
    }

    private static func text(_ number: Double) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return "\(number)"
    }

    private static func quoted(_ text: String) -> String { text.enclosed(in: "'") }
    /// A text with backslashes keeps its meaning with each value of `standard_conforming_strings`.
    static func literal(_ text: String) -> String {
        guard text.contains("\\") else { return quoted(text) }
        return "E" + quoted(text.replacingOccurrences(of: "\\", with: "\\\\"))
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
#endif
