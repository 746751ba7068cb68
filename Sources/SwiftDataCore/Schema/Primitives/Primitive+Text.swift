import Foundation

extension Primitive {
    static let string = Primitive(
        .string,
        Names(
            "string",
            form: "string",
            element: "text",
            types: ["String"],
            module: "Swift",
            noun: "text",
            article: "a string"
        ),
        order: .text,
        Functions<String>(text: { $0 }, parse: { $0 }, literal: { text, _ in LiteralContext.string(text) }).with {
            $0.brief = { $0.count > 100 ? "\"\($0.prefix(100))…\"" : "\"\($0)\"" }
            $0.isSame = { $0.utf8.elementsEqual($1.utf8) }
            $0.less = { CanonicalForms.precedes($0, $1) }
        }
    )

    static let url = Primitive(
        .url,
        Names("url", form: "url", types: ["URL"], module: "Foundation", noun: "URL", article: "a URL"),
        forms: [.url, .string],
        Functions<URL>(
            text: { $0.absoluteString },
            parse: { URL(string: $0) },
            literal: { url, context in
                let literal = LiteralContext.string(url.absoluteString)
                return "\(context.type("URL"))(string: \(literal))" + (context.isOptional ? "" : "!")
            }
        ).with { $0.brief = { $0.absoluteString } }
    )
}
