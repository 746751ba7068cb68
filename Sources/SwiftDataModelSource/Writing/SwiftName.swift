import SwiftDataCore

/// Names of a model as Swift's.
enum SwiftName {
    /// A name that can be declared, in backticks where it is a word of the language.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A declared name as the label of an argument, where hardly any word needs backticks.
    static func label(_ declared: String) -> String {
        let plain = declared.filter { $0 != "`" }
        return ["inout", "var", "let"].contains(plain) ? declared : plain
    }

    /// True if a name is an identifier of Swift, apart from words of the language.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else { return false }
        return name != "_" && name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isXIDContinue }
    }

    /// The nearest valid name.
    static func identifier(_ name: String) -> String {
        if isIdentifier(name) { return name }
        var scalars = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            scalars.append(scalar == "_" || scalar.properties.isXIDContinue ? scalar : "_")
        }
        let cleaned = String(scalars)
        if isIdentifier(cleaned) { return cleaned }
        return isIdentifier("_" + cleaned) ? "_" + cleaned : "_value"
    }

    static func capitalized(_ name: String) -> String {
        let trimmed = name.drop { $0 == "_" }
        return trimmed.prefix(1).uppercased() + trimmed.dropFirst()
    }

    /// The names that a property of a model cannot have, since models have members of these names.
    static let takenByModels: Set<String> = [
        "modelContext", "persistentModelID", "persistentBackingData", "hasChanges", "isDeleted", "hashValue",
        "description", "self", "init", "Type", "Protocol",
    ]

    /// The names that a class cannot have inside of an enum.
    static let takenByTypes: Set<String> = ["Type", "Protocol", "Self", "Any"]

    /// Types that generated code uses by these names.
    static let standardTypes: [String: String] = [
        "Set": "Swift", "Codable": "Swift", "Hashable": "Swift", "Sendable": "Swift", "RawRepresentable": "Swift",
        "Schema": "SwiftData", "VersionedSchema": "SwiftData", "SchemaMigrationPlan": "SwiftData",
        "MigrationStage": "SwiftData", "PersistentModel": "SwiftData", "AnyKeyPath": "Swift", "Any": "",
        "Optional": "Swift", "Array": "Swift", "Dictionary": "Swift", "Root": "", "Model": "", "Attribute": "",
        "Relationship": "", "Index": "", "Unique": "", "Transient": "", "State": "", "Element": "", "Key": "",
        "Value": "", "ID": "", "Type": "", "Self": "", "Protocol": "", "Error": "Swift", "JSONValue": "",
        "ValueTransformer": "Foundation", "NSData": "Foundation",
    ].merging(Primitive.byTypeName.mapValues(\.names.module)) { first, _ in first }

    private static let keywords: Set<String> = [
        "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout",
        "internal", "let", "open", "operator", "private", "precedencegroup", "protocol", "public", "rethrows", "static",
        "struct", "subscript", "typealias", "var", "break", "case", "catch", "continue", "default", "defer", "do",
        "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
        "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "Type",
        "Protocol",
    ]
}
