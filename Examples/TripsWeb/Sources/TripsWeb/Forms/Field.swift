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

    /// A field for a text of at most `limit` UTF-16 code units, by which browsers count.
    init(_ name: String, _ label: String, _ value: String = "", limit: Int) {
        (self.name, self.label, self.limit) = (name, label, limit)
        self.value = value
        was = value
    }

    /// Takes a value that the store has.
    mutating func fill(_ text: String) { (value, was) = (text, text) }

    /// Takes the values that a browser has sent.
    mutating func take(_ sent: SentForm) {
        value = Self.clean(sent[name], isLong: isLong)
        was = Self.clean(sent["was-" + name], isLong: isLong)
    }

    /// Takes over a message.
    mutating func show(_ errors: FormErrors) {
        error = errors.messages[name]
        // Sent once more, the form replaces what it has been shown with.
        if let newer = errors.newer[name] { was = newer }
    }

    /// The reason why the value is none; nil where it is one.
    var problem: String? {
        if isRequired && value.isEmpty { return "\(label) must not be empty." }
        return value.utf16.count > limit ? "At most \(limit) characters fit here." : nil
    }

    /// True if somebody has changed the value in the form. Notes it where somebody else has changed it as well.
    func isChanged(over theirs: Field, noting crossed: inout FormErrors) -> Bool {
        let stored = Self.clean(theirs.value, isLong: isLong)
        guard value != was, value != stored else { return false }
        if stored != was {
            let text = stored.isEmpty ? "nothing" : "“\(stored.prefix(80))”"
            crossed.messages[name] = "Somebody has changed this to \(text) meanwhile. Save again to replace it."
            crossed.newer[name] = stored
        }
        return true
    }

    /// The text that somebody has written into a field.
    package static func clean(_ text: String, isLong: Bool) -> String {
        let lines = text.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
            scalar == "\n" ? isLong : !(scalar.value < 32 || scalar.value == 127)
        }
        return String(String.UnicodeScalarView(lines)).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// The errors of a form, by the names of its fields. The form is shown again with it.
package struct FormErrors: Error, Equatable {
    package var messages: [String: String]
    /// The values that somebody else has given fields meanwhile.
    package var newer: [String: String] = [:]

    package init(_ messages: [String: String], newer: [String: String] = [:]) {
        self.messages = messages
        self.newer = newer
    }
}
