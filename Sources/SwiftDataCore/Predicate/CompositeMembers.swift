@_spi(Reflection) import Swift

/// The names behind key paths to members of plain Swift values.
package enum CompositeMembers {
    /// The name of the stored property that a key path leads to, or nil where it leads elsewhere.
    package static func name<Root>(of keyPath: AnyKeyPath, in type: Root.Type) -> String? {
        var found: String?
        _ = _forEachFieldWithKeyPath(of: type, options: _EachFieldOptions(rawValue: 2)) { name, candidate in
            guard candidate == keyPath else { return true }
            found = String(cString: name)
            return false
        }
        return found
    }

    /// The key paths of the stored properties of a type, with their names.
    package static func fields(of type: Any.Type) -> [(name: String, keyPath: AnyKeyPath)] {
        func open<Root>(_ type: Root.Type) -> [(name: String, keyPath: AnyKeyPath)] {
            var fields: [(name: String, keyPath: AnyKeyPath)] = []
            _ = _forEachFieldWithKeyPath(of: type, options: _EachFieldOptions(rawValue: 2)) { name, keyPath in
                fields.append((String(cString: name), keyPath))
                return true
            }
            return fields
        }
        return _openExistential(type, do: open)
    }

    /// Whether a key path gives the raw value of an enum.
    package static func isRawValue<Root, Value>(_ keyPath: KeyPath<Root, Value>) -> Bool {
        guard let type = Root.self as? any RawRepresentable.Type else { return false }
        func open<Enum: RawRepresentable>(_ type: Enum.Type) -> Bool {
            guard let keyPath = keyPath as? KeyPath<Enum, Enum.RawValue>, let values = cases(of: type) else {
                return false
            }
            return values.allSatisfy { QueryConstants.describesSame($0[keyPath: keyPath], $0.rawValue) }
        }
        return open(type)
    }

    /// The values of an enum without payloads, which are numbered in the order of their declaration.
    private static func cases<Enum>(of type: Enum.Type) -> [Enum]? {
        guard let names = TypeMetadata(type).enumCases, names.withPayload.isEmpty, MemoryLayout<Enum>.size <= 1 else {
            return nil
        }
        let count = names.withoutPayload.count
        guard count > 0, count <= 256 else { return nil }
        return (0..<count).map { number in
            withUnsafeBytes(of: UInt8(number)) { $0.load(as: type) }
        }
    }
}

extension QueryConstants {
    /// Whether two values have the same stored form.
    package static func describesSame(_ lhs: Any, _ rhs: Any) -> Bool {
        guard let left = primitive(lhs), let right = primitive(rhs) else { return false }
        return StoredValueComparison.equal(left, right)
    }
}
