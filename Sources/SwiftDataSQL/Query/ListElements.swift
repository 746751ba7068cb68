import Foundation
package import SwiftDataCore

/// Lists of values as JSON that `json_each` decomposes: captured lists, and arrays in attributes.
///
/// JSON has no exact form for most types, and SQLite's reader has none for text with a NUL. Integers are written as
/// they are. Every other value is text that the function ``name`` converts to the value that a column would hold.
package enum ListElements {
    /// The form of the elements.
    package enum Form: Hashable, Sendable {
        /// Integers, and text without NUL: the value that `json_each` reads is the element.
        case plain
        /// Values of a primitive kind. 64-bit integers represent the narrower ones.
        case of(AttributeKind)
        /// Strings, and the text of numbers and Booleans.
        case any

        package static let boolean = Form.of(.boolean)
        package static let integer = Form.of(.integer(.int64))
        package static let unsigned = Form.of(.integer(.uint64))
        package static let text = Form.of(.string)

        /// The name of the form in SQL.
        package var rawValue: String {
            switch self {
            case .plain: "plain"
            case .any: "any"
            case .of(let kind): kind.entry?.names.element ?? ""
            }
        }

        package init?(rawValue: String) {
            guard let form = Self.byName[rawValue] else { return nil }
            self = form
        }

        private static let byName: [String: Form] = Dictionary(
            ([.plain, .any] + Primitive.all.compactMap { form(of: $0.kind) }).map { ($0.rawValue, $0) }
        ) { first, _ in first }
    }

    /// A deterministic function of an element and the name of its form: the value as a column would hold it.
    package static let name = "openswiftdata_element"
    /// A deterministic function of a stored array, the name of its elements' form, and whether a keyed archive encloses
    /// its JSON. It returns the JSON for `json_each`, or NULL if the array cannot be read.
    package static let arrayName = "openswiftdata_elements"
    /// A deterministic function of a list of pairs, the names of the forms of keys and values, and a key: its value,
    /// or NULL.
    package static let lookupName = "openswiftdata_lookup"

    /// The form for elements of a kind, as arrays in attributes have them.
    package static func form(of kind: AttributeKind) -> Form? {
        switch kind.primitive {
        case .integer(let width) where width != .uint64: .integer
        case let kind: kind.entry.map { .of($0.kind) }
        }
    }

    /// The form for captured values other than NULL; nil if they have none in common.
    package static func form(of values: [StoredValue]) -> Form? {
        var form: Form?
        for value in values {
            let own: Form
            switch value {
            case .null: continue
            case .integer: own = form == .unsigned ? .unsigned : .plain
            case .unsigned: own = .unsigned
            case .string(let text):
                own = form == .text || text.utf8.contains(where: { $0 < 2 }) ? .text : .plain
            default:
                guard let kind = value.entry?.kind else { return nil }
                own = .of(kind)
            }
            // Elements that are plain so far can be read in the wider form too.
            if let form, form != own, form != .plain { return nil }
            form = own
        }
        return form
    }

    /// A JSON array.
    package static func json(_ values: [StoredValue], isText: Bool) -> String {
        var json = "["
        json.reserveCapacity(values.count * 16)
        for (index, value) in values.enumerated() {
            if index > 0 { json += "," }
            append(value, isText, to: &json)
        }
        return json + "]"
    }

    /// A JSON array of arrays.
    package static func json(_ rows: [[StoredValue]], forms: [Form]) -> String {
        var json = "["
        for (index, row) in rows.enumerated() {
            json += index > 0 ? ",[" : "["
            for (column, value) in row.enumerated() {
                if column > 0 { json += "," }
                append(value, forms[column] == .text, to: &json)
            }
            json += "]"
        }
        return json + "]"
    }

    private static func append(_ value: StoredValue, _ needsEscape: Bool, to json: inout String) {
        switch value {
        case .integer(let number): json += String(number)
        case .unsigned(let number): json += "\"\(number)\""
        case .double(let number): json += "\"\(number.bitPattern)\""
        case .date(let date): json += "\"\(date.timeIntervalSinceReferenceDate.bitPattern)\""
        case .uuid(let uuid): json += "\"\(uuid.uuidString)\""
        case .url(let url): append(url.absoluteString, false, to: &json)
        case .string(let text): append(text, needsEscape, to: &json)
        default: json += value.entry?.exactText(value).map { "\"\($0)\"" } ?? "null"
        }
    }

    private static func append(_ text: String, _ needsEscape: Bool, to json: inout String) {
        json += "\""
        defer { json += "\"" }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            json += text
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\0" where needsEscape: json += "\\u00010"
            case "\u{1}" where needsEscape: json += "\\u00011"
            case "\u{0}"..<" ": json += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: json.unicodeScalars.append(scalar)
            }
        }
    }

    /// The value of an element that is text.
    package static func value(_ text: String, _ form: Form) -> StoredValue? {
        switch form {
        case .plain, .boolean, .integer: nil
        case .text, .any: .string(unescaped(text))
        case .of(let kind): kind.entry?.parseExact(text)
        }
    }

    private static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(1) else { return text }
        var result = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                result.append(scalar == "0" ? "\0" : "\u{1}")
                isEscape = false
            } else if scalar == "\u{1}" {
                isEscape = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The kind of a column that holds such an element.
    package static func kind(_ form: Form) -> AttributeKind {
        switch form {
        case .plain: .integer(.int64)
        case .any: .string
        case .of(let kind): kind
        }
    }
}
