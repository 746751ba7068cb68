import SwiftDataCore
import SwiftDataSQL

/// The names of Swift's and Foundation's types beside the classes of a model.
struct SwiftTypes: Sendable {
    /// Names that the model's classes have.
    private let shadowed: Set<String>

    init(_ names: ModelNames) {
        shadowed = names.classNames
    }

    /// A type by its name, with its module where a class of the model has that name too.
    func named(_ name: String) -> String {
        guard shadowed.contains(name), let module = SwiftName.standardTypes[name], !module.isEmpty else { return name }
        return "\(module).\(name)"
    }

    /// The type of a value in one column; nil for a value of several columns or with a type of its own.
    func plain(_ kind: AttributeKind) -> String? {
        switch kind {
        case .codable, .transformable: named("Data")
        default: kind.entry?.names.types.first.map(named)
        }
    }

    /// The type that a model cache names, such as `Dictionary<String, Array<Int>>`; an unknown part of it is any JSON.
    func generic(_ name: String?) -> (text: String, usesJSONValue: Bool) {
        var parser = TypeNameParser(name ?? "")
        guard let parsed = parser.type() else { return ("JSONValue", true) }
        return text(parsed)
    }

    private func text(_ parsed: TypeNameParser.Parsed) -> (text: String, usesJSONValue: Bool) {
        let inner = parsed.arguments.map { text($0) }
        let usesJSONValue = inner.contains(where: \.usesJSONValue)
        switch (parsed.name, inner.count) {
        case ("Array", 1): return ("[\(inner[0].text)]", usesJSONValue)
        case ("Set", 1): return ("\(named("Set"))<\(inner[0].text)>", usesJSONValue)
        case ("Optional", 1): return ("\(inner[0].text)?", usesJSONValue)
        case ("Dictionary", 2): return ("[\(inner[0].text): \(inner[1].text)]", usesJSONValue)
        case (let name, 0) where Primitive.byTypeName[name] != nil: return (named(name), false)
        default: return ("JSONValue", true)
        }
    }
}

/// Reads the name of a type with its parameters.
struct TypeNameParser {
    struct Parsed {
        let name: String
        let arguments: [Parsed]
    }

    private var rest: Substring
    private static let deepest = 16

    init(_ text: String) {
        rest = text[...]
    }

    /// Nil for text that is no name of a type.
    mutating func type() -> Parsed? {
        guard let type = type(depth: 0), rest.isEmpty else { return nil }
        return type
    }

    private mutating func type(depth: Int) -> Parsed? {
        guard depth < Self.deepest else { return nil }
        let full = rest.prefix { !"<>, ".contains($0) }
        guard !full.isEmpty else { return nil }
        rest = rest.dropFirst(full.count)
        // `Swift.Array` is `Array`.
        let name = full.split(separator: ".").last.map(String.init) ?? String(full)
        guard rest.first == "<" else { return Parsed(name: name, arguments: []) }
        rest = rest.dropFirst()
        var arguments: [Parsed] = []
        while let argument = type(depth: depth + 1) {
            arguments.append(argument)
            guard rest.first == "," else { break }
            rest = rest.dropFirst().drop { $0 == " " }
        }
        guard rest.first == ">" else { return nil }
        rest = rest.dropFirst()
        return Parsed(name: name, arguments: arguments)
    }
}
