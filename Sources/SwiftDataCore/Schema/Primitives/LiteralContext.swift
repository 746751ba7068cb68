/// The context of a literal in generated Swift source.
package struct LiteralContext: Sendable {
    /// A type by its name, with its module where a class of the model has that name too.
    package let type: @Sendable (String) -> String
    /// True if the defaults were evaluated when SwiftData made the store.
    package let isFromStore: Bool
    package let isOptional: Bool

    package init(isFromStore: Bool, isOptional: Bool, type: @escaping @Sendable (String) -> String) {
        (self.isFromStore, self.isOptional, self.type) = (isFromStore, isOptional, type)
    }

    /// A string literal.
    package static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
