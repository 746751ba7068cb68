import Foundation

/// A class that generated source declares, read from the text: what a test knows of it without asking its writer.
struct WrittenClass {
    struct Member {
        let name: String
        let type: String

        /// Before an argument, where backticks are not needed.
        var label: String { name.filter { $0 != "`" } }
    }

    /// `SchemaV1`, or empty.
    let version: String
    let name: String
    let parent: String?
    let properties: [Member]
    let parameters: [Member]

    /// A value type inside of a class.
    struct ValueType {
        let isEnum: Bool
        /// Of a struct.
        let members: [Member]
        /// The first case of an enum that has no payload.
        let plainCase: String?
    }

    let valueTypes: [String: ValueType]

    static func all(in source: String) -> [WrittenClass] {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var classes: [WrittenClass] = []
        var version = ""
        for (index, line) in lines.enumerated() {
            if let match = line.firstMatch(of: /^(?:public )?enum (SchemaV\d+): VersionedSchema/) {
                version = String(match.1)
            }
            let head = /^( *)(?:public )?(?:final )?class (\w+)(?:: (\w+))? \{$/
            guard index > 0, lines[index - 1].hasSuffix("@Model"), let match = line.firstMatch(of: head) else {
                continue
            }
            let body = lines[(index + 1)...].prefix { $0 != match.1 + "}" }
            classes.append(
                WrittenClass(
                    version: match.1.isEmpty ? "" : version,
                    name: String(match.2),
                    parent: match.3.map(String.init),
                    body: Array(body).map { String($0.dropFirst(match.1.count + 4)) }
                )
            )
        }
        return classes
    }

    private init(version: String, name: String, parent: String?, body: [String]) {
        self.version = version
        self.name = name
        self.parent = parent
        properties = body.compactMap(Self.property)
        parameters = Self.parameters(in: body)
        valueTypes = Self.valueTypes(in: body)
    }

    private static func property(_ line: String) -> Member? {
        guard !line.hasPrefix(" "), !line.hasSuffix("}"),
            let match = line.firstMatch(of: /(?:^|\) )(?:public )?var (`?\w+`?): ([^=]+?)(?: = .*)?$/)
        else { return nil }
        return Member(name: String(match.1), type: String(match.2))
    }

    private static func parameters(in body: [String]) -> [Member] {
        guard let start = body.firstIndex(where: { !$0.hasPrefix(" ") && $0.contains("init(") }) else { return [] }
        let end = body[start...].firstIndex { $0.hasSuffix("{") || $0.hasSuffix("{}") } ?? start
        let text = body[start...end].map { $0.drop { $0 == " " } }.joined(separator: " ")
        let list = text.split(separator: "init(", maxSplits: 1).last?.split(separator: ") {").first ?? ""
        return list.split(separator: ", ").compactMap { part in
            part.trimmingCharacters(in: .whitespaces).wholeMatch(of: /(`?\w+`?): (.+)/)
                .map { Member(name: String($0.1), type: String($0.2)) }
        }
    }

    private static func valueTypes(in body: [String]) -> [String: ValueType] {
        var types: [String: ValueType] = [:]
        for (index, line) in body.enumerated() {
            guard let match = line.firstMatch(of: /^(?:public )?(struct|enum) (\w+): .* \{$/) else { continue }
            let inside = body[(index + 1)...].prefix { $0 != "}" }.map { String($0.dropFirst(4)) }
            types[String(match.2)] = ValueType(
                isEnum: match.1 == "enum",
                members: inside.compactMap(property),
                plainCase: inside.compactMap { $0.wholeMatch(of: /case (`?\w+`?)/).map { String($0.1) } }.first
            )
        }
        return types
    }
}
