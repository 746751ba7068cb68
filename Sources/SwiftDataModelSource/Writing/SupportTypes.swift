/// Types that the generated classes use and that no module has.
struct SupportTypes {
    let generation: Generation

    func write(_ text: inout SourceText) {
        for (name, original) in generation.transformers.sorted(by: { $0.key < $1.key }) {
            text.gap()
            text.comment(
                "Hands on the bytes that \(original) made, so that none is lost. Replace it by your own transformer.",
                mark: "///"
            )
            text.block("\(generation.access)final class \(name): ValueTransformer") { text in
                let access = generation.access
                text.line("\(access)override class func transformedValueClass() -> AnyClass { NSData.self }")
                text.line("\(access)override class func allowsReverseTransformation() -> Bool { true }")
                text.line("\(access)override func transformedValue(_ value: Any?) -> Any? { value }")
                text.line("\(access)override func reverseTransformedValue(_ value: Any?) -> Any? { value }")
            }
        }
        if generation.usesJSONValue { writeJSONValue(&text) }
        if generation.usesUnfinishedStage {
            text.gap()
            text.comment("A stage of the migration that has still to be written.", mark: "///")
            text.block("\(generation.access)struct UnfinishedStage: Error") { $0.line("let version: String") }
        }
    }

    private func writeJSONValue(_ text: inout SourceText) {
        text.gap()
        let access = generation.access
        for line in Self.jsonValue.split(separator: "\n", omittingEmptySubsequences: false) {
            text.line(String(line).replacing("ACCESS ", with: access))
        }
    }

    private static let jsonValue = """
        /// Any JSON: stands in for a type that the model does not describe.
        ACCESS enum JSONValue: Codable, Hashable, Sendable {
            case null
            case boolean(Bool)
            case integer(Int)
            case number(Double)
            case string(String)
            case array([JSONValue])
            case object([String: JSONValue])

            ACCESS init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if container.decodeNil() {
                    self = .null
                } else if let value = try? container.decode(Bool.self) {
                    self = .boolean(value)
                } else if let value = try? container.decode(Int.self) {
                    self = .integer(value)
                } else if let value = try? container.decode(Double.self) {
                    self = .number(value)
                } else if let value = try? container.decode(String.self) {
                    self = .string(value)
                } else if let value = try? container.decode([JSONValue].self) {
                    self = .array(value)
                } else {
                    self = .object(try container.decode([String: JSONValue].self))
                }
            }

            ACCESS func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .null: try container.encodeNil()
                case .boolean(let value): try container.encode(value)
                case .integer(let value): try container.encode(value)
                case .number(let value): try container.encode(value)
                case .string(let value): try container.encode(value)
                case .array(let value): try container.encode(value)
                case .object(let value): try container.encode(value)
                }
            }
        }
        """
}
