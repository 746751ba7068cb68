/// The names behind key paths to members of plain Swift values.
package enum CompositeMembers {
    /// The name of the stored property that a key path leads to, or nil where it leads elsewhere.
    package static func name<Root>(of keyPath: AnyKeyPath, in type: Root.Type) -> String? {
        FieldReflection.name(of: keyPath, in: type)
    }

    /// The key paths of the stored properties of a type, with their names.
    package static func fields(of type: any Any.Type) -> [(name: String, keyPath: AnyKeyPath)] {
        func fields<Root>(_ type: Root.Type) -> [(name: String, keyPath: AnyKeyPath)] {
            FieldReflection.keyPaths(of: type).map { ($0.name, $0.keyPath) }
        }
        return fields(type)
    }

    /// True if a key path gives the raw value of an enum.
    package static func isRawValue<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
        guard let type = Root.self as? any RawRepresentable.Type else { return false }
        func isRawValue<Enum: RawRepresentable>(_ type: Enum.Type) -> Bool {
            guard let keyPath = keyPath as? KeyPath<Enum, Enum.RawValue>,
                let cases = EnumMetadata(type)?.plainCases(of: type), !cases.isEmpty
            else { return false }
            return cases.allSatisfy { QueryConstants.describesSame($0[keyPath: keyPath], $0.rawValue) }
        }
        return isRawValue(type)
    }
}

extension QueryConstants {
    /// True if two values have the same stored form.
    package static func describesSame(_ lhs: Any, _ rhs: Any) -> Bool {
        guard let left = primitive(lhs), let right = primitive(rhs) else { return false }
        return StoredValueComparison.equal(left, right)
    }
}
