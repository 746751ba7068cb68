import Foundation

/// A JSON value whose members keep their order.
package indirect enum JSONValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    /// A finite number; other numbers are written as null.
    case number(Double)
    case string(String)
    /// JSON text that is written as it is, such as a number with all its digits.
    case literal(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let key: String
        package let value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    /// A number, or null where it is not known.
    static func integer(ifKnown number: Int64?) -> JSONValue { number.map { .integer($0) } ?? .null }

    static func count(_ count: Int) -> JSONValue { .integer(Int64(count)) }

    static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    static func strings(_ strings: [String]) -> JSONValue { .array(strings.map { .string($0) }) }

    /// The value in one line, or indented for people.
    package func text(isPretty: Bool) -> String {
        var text = ""
        write(to: &text, indent: isPretty ? 0 : nil)
        return text
    }

    private func write(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .unsigned(let value): text += String(value)
        case .number(let value): text += value.isFinite ? "\(value)" : "null"
        case .string(let value): Self.quote(value, to: &text)
        case .literal(let value): text += value
        case .array(let elements):
            Self.write(elements, "[", "]", to: &text, indent: indent) { element, text, indent in
                element.write(to: &text, indent: indent)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &text, indent: indent) { member, text, indent in
                Self.quote(member.key, to: &text)
                text += indent == nil ? ":" : ": "
                member.value.write(to: &text, indent: indent)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element],
        _ opening: String,
        _ closing: String,
        to text: inout String,
        indent: Int?,
        _ body: (Element, inout String, Int?) -> Void
    ) {
        text += opening
        for (position, element) in elements.enumerated() {
            if position > 0 { text += "," }
            if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
            body(element, &text, indent.map { $0 + 1 })
        }
        if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
        text += closing
    }

    private static func quote(_ string: String, to text: inout String) {
        text += "\""
        defer { text += "\"" }
        // Most texts have nothing to escape. U+2028 and U+2029 begin with 0xE2.
        guard string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 == 0x7F || $0 == 0xE2 }) else {
            return text += string
        }
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
                let code = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
