import Foundation

/// The names by which types are written into an encoded schema.
package enum TypeName {
    /// The qualified name of a type. Foundation's types have that name wherever the platform defines them.
    package static func of(_ type: any Any.Type) -> String {
        String(reflecting: type)
            .replacingOccurrences(of: "FoundationEssentials.", with: "Foundation.")
            .replacingOccurrences(of: "__C.NSDecimal", with: "Foundation.Decimal")
    }

    /// The type of a name: one that a store can keep as it stands, an optional of one, or an array of either.
    package static func resolve(_ name: String) -> (any Any.Type)? { known[name] }

    private static let known: [String: any Any.Type] = {
        var table: [String: any Any.Type] = [:]
        func add<Value: PrimitiveValue>(_: Value.Type) {
            let types: [any Any.Type] = [Value.self, Value?.self, [Value].self, [Value]?.self, [Value?].self]
            for type in types { table[of(type)] = type }
        }
        for type in primitiveTypes { add(type) }
        return table
    }()
}

/// Stands for the value type of a property whose schema was decoded and whose type is not known by its name.
package enum UnresolvedType {}
