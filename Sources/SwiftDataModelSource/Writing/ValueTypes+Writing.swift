import SwiftDataSQL

extension ValueType {
    /// Writes the declaration.
    func write(_ text: inout SourceText, _ types: SwiftTypes, access: String) {
        let conformances = ["Codable", "Hashable", "Sendable"].map(types.named).joined(separator: ", ")
        switch shape {
        case .structure(let members):
            text.block("\(access)struct \(name): \(conformances)") { text in
                for member in members { text.line("\(access)var \(member.name): \(member.text)") }
                guard !access.isEmpty else { return }
                text.gap()
                let parameters = members.map { "\($0.name): \($0.text)" + ($0.isOptional ? " = nil" : "") }
                text.list("\(access)init(", parameters, ") {")
                text.indented { text in
                    for member in members { text.line("self.\(member.name) = \(member.name)") }
                }
                text.line("}")
            }
        case .rawValue(let type):
            text.comment("Takes any value: the model does not list the cases.", mark: "///")
            text.block("\(access)struct \(name): \(types.named("RawRepresentable")), \(conformances)") { text in
                text.line("\(access)var rawValue: \(type)")
                text.gap()
                text.block("\(access)init(rawValue: \(type))") { $0.line("self.rawValue = rawValue") }
            }
        case .enumeration(let cases):
            text.block("\(access)enum \(name): \(conformances)") { text in
                for (name, payload) in cases {
                    let parts = payload.map { $0.name.isEmpty ? $0.text : "\($0.name): \($0.text)" }
                    if parts.isEmpty {
                        text.line("case \(name)")
                    } else {
                        text.list("case \(name)(", parts, ")")
                    }
                }
            }
        }
    }
}

extension ValueTypes {
    /// The type of a name in an entity or above it.
    func type(_ name: String, in entity: String) -> ValueType? { declared[entity]?.first { $0.name == name } }
}
