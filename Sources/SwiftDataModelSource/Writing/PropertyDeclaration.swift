/// One property of a model's class, ready to be written.
struct PropertyDeclaration {
    /// The name as it is declared.
    let name: String
    /// The type, with its question mark.
    let type: String
    let isOptional: Bool
    /// The initial value; nil where the initialiser takes it.
    let defaultValue: String?
    /// `@Attribute(…)` or `@Relationship(…)` without its parentheses; nil where it needs none.
    var attribute: (name: String, arguments: [String])?
    /// The notes for a reader of the source.
    var comments: [String] = []

    var isRequired: Bool { !isOptional && defaultValue == nil }

    func write(_ text: inout SourceText, access: String) {
        for comment in comments { text.comment(comment) }
        let declaration = "\(access)var \(name): \(type)" + (defaultValue.map { " = \($0)" } ?? "")
        guard let attribute else { return text.line(declaration) }
        let head = "\(attribute.name)(\(attribute.arguments.joined(separator: ", ")))"
        if text.fits("\(head) \(declaration)") { return text.line("\(head) \(declaration)") }
        text.list("\(attribute.name)(", attribute.arguments, ")")
        text.line(declaration)
    }
}
