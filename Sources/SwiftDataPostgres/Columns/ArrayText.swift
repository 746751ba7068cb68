#if PostgreSQL
import Foundation
import SwiftDataCore

/// The text of an array, as the server reads it where many rows are written by one statement.
/// Source: "Array Input and Output Syntax" in PostgreSQL's documentation.
enum ArrayText {
    /// - Throws: ``PostgresValueFailure`` where the server cannot keep an element.
    static func bytes(_ values: [StoredValue], _ form: PostgresForm) throws(PostgresValueFailure) -> [UInt8] {
        var text = "{"
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            text += try element(value, form)
        }
        text += "}"
        return Array(text.utf8)
    }

    private static func element(_ value: StoredValue, _ form: PostgresForm) throws(PostgresValueFailure) -> String {
        switch (form, value) {
        case (.boolean, .integer(let number)): return number == 0 ? "f" : "t"
        case (_, .integer(let number)): return String(number)
        case (_, .unsigned(let number)): return String(number)
        case (.float, .double(let number)): return Self.number(Float(number))
        case (_, .double(let number)): return Self.number(number)
        case (_, .decimal(let decimal)): return decimal.isNaN ? "NaN" : decimal.description
        case (.dateNumber, .date(let date)): return number(date.timeIntervalSinceReferenceDate)
        case (_, .date(let date)):
            guard let number = DateValue.microseconds(date) else { throw .dateOutOfRange }
            return "\"\(DateValue.text(number))\""
        case (_, .uuid(let uuid)): return uuid.uuidString
        case (_, .url(let url)): return try quoted(url.absoluteString)
        case (_, .string(let text)): return try quoted(text)
        case (_, .data(let data)): return "\"\\\\x\(data.map(hexadecimal).joined())\""
        default: throw PostgresValueFailure("an element is not of the type \(form.type.name)")
        }
    }

    private static func number(_ number: some BinaryFloatingPoint & LosslessStringConvertible) -> String {
        if number.isNaN { return "NaN" }
        if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
        return "\(number)"
    }

    /// The server ignores a backslash and takes the character behind it as it is.
    private static func quoted(_ text: String) throws(PostgresValueFailure) -> String {
        if text.utf8.contains(0) { throw .nulCharacter }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
#endif
