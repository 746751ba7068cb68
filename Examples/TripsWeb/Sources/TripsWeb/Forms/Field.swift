import Foundation

/// A field of a form, with what is in it and what is wrong with it.
package struct Field: Equatable, Sendable {
    package let name: String
    package let label: String
    package var value: String
    /// The value that the form was shown with, by which changes of others are noticed.
    package var was: String
    package var error: String?
    var kind = "text"
    var isLong = false
    var isRequired = false
    var list: String?
    let limit: Int

    /// The value, with the spaces around it and control characters left out, and at most `limit` characters.
    init(_ name: String, _ label: String, _ value: String = "", limit: Int) {
        (self.name, self.label, self.limit) = (name, label, limit)
        self.value = value
        was = value
    }

    /// The text that somebody has written into a field.
    package static func clean(_ text: String, isLong: Bool) -> String {
        let lines = text.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
            scalar == "\n" ? isLong : !(scalar.value < 32 || scalar.value == 127)
        }
        return String(String.UnicodeScalarView(lines)).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// What is wrong with a form, by the names of its fields. The form is shown again with it.
package struct FormErrors: Error, Equatable {
    package var messages: [String: String]
    /// The values that somebody else has given fields meanwhile.
    package var newer: [String: String] = [:]

    package init(_ messages: [String: String], newer: [String: String] = [:]) {
        self.messages = messages
        self.newer = newer
    }
}
