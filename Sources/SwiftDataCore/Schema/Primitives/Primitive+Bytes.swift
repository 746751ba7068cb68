import Foundation

extension Primitive {
    static let uuid = Primitive(
        .uuid,
        Names("uuid", form: "uuid", types: ["UUID"], module: "Foundation", noun: "UUID", article: "a UUID"),
        order: .natural,
        Functions<UUID>(
            text: { $0.uuidString },
            parse: { UUID(uuidString: $0) },
            // The same identifier in every object is of no use: the model keeps the first result of the expression.
            literal: { _, context in "\(context.type("UUID"))()" }
        ).with { $0.less = { $0 < $1 } }
    )

    static let data = Primitive(
        .data,
        Names("data", form: "data", types: ["Data"], module: "Foundation", noun: "data", article: "data"),
        Functions<Data>(
            text: { $0.base64EncodedString() },
            parse: { Data(base64Encoded: $0) },
            literal: { data, context in literal(data, context) }
        ).with { $0.brief = { "\($0.count) bytes" } }
    )

    private static func literal(_ data: Data, _ context: LiteralContext) -> String {
        let type = context.type("Data")
        if data.isEmpty { return "\(type)()" }
        if let text = String(data: data, encoding: .utf8), text.allSatisfy({ $0.isASCII && !$0.isNewline }) {
            return "\(type)(\(LiteralContext.string(text)).utf8)"
        }
        let literal = LiteralContext.string(data.base64EncodedString())
        return "\(type)(base64Encoded: \(literal))" + (context.isOptional ? "" : " ?? \(type)()")
    }
}
