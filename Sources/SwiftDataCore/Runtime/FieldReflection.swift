@_spi(Reflection) import Swift

/// The kinds of types and the stored properties of structs, from the language's own reflection.
///
/// Nothing is read from memory here: the functions belong to the standard library, whose interface declares them for
/// `@_spi(Reflection)`. A toolchain without them does not compile this file.
enum FieldReflection {
    enum Kind {
        case structure, enumeration, other
    }

    private struct Holder<Value> {
        let value: Value
    }

    /// The kind of a type. Optionals are neither structs nor enums.
    static func kind<Value>(of type: Value.Type) -> Kind {
        var found = Kind.other
        _ = _forEachField(of: Holder<Value>.self) { _, _, _, kind in
            switch kind {
            case .struct: found = .structure
            case .enum: found = .enumeration
            default: break
            }
            return false
        }
        return found
    }

    /// The names of the stored properties of a struct, in the order of declaration. Nil for other types, and for one whose
    /// binary was built without names.
    static func fieldNames<Value>(of type: Value.Type) -> [String]? {
        guard kind(of: type) == .structure else { return nil }
        var names: [String] = []
        _ = _forEachField(of: type) { name, _, _, _ in
            names.append(String(cString: name))
            return true
        }
        return names.contains("") ? nil : names
    }

    /// The name of the stored property that a key path leads to, or nil where it leads elsewhere.
    static func name<Root>(of keyPath: AnyKeyPath, in type: Root.Type) -> String? {
        var found: String?
        _ = _forEachFieldWithKeyPath(of: type, options: options) { name, candidate in
            guard candidate == keyPath else { return true }
            found = String(cString: name)
            return false
        }
        return found
    }

    /// Leaves properties out that no key path can lead to.
    private static let options = _EachFieldOptions(rawValue: 2)

    /// The key paths of the stored properties of a type, with their names.
    static func keyPaths<Root>(of type: Root.Type) -> [(name: String, keyPath: PartialKeyPath<Root>)] {
        var fields: [(name: String, keyPath: PartialKeyPath<Root>)] = []
        _ = _forEachFieldWithKeyPath(of: type, options: options) { name, keyPath in
            fields.append((String(cString: name), keyPath))
            return true
        }
        return fields
    }
}
