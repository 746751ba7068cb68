/// The structure behind an index.
package enum IndexKind: String, Codable, Hashable, Sendable {
    case binary, rtree
}

/// An index of an entity: its structure and the properties in it. A member of a composite is named with dots.
package struct IndexDescription: Codable, Hashable, Sendable {
    package var kind: IndexKind
    package var properties: [String]

    package init(kind: IndexKind = .binary, properties: [String]) {
        self.kind = kind
        self.properties = properties
    }

    /// The name that `#Index` gives it.
    package var name: String {
        let prefix =
            switch kind {
            case .binary: "SwiftDataIndexOnBinary"
            case .rtree: "SwiftDataIndexOnRTree"
            }
        return prefix + properties.map { $0.replacing(".", with: "") }.joined()
    }
}

/// The metadata of `#Index` or `#Unique`, whatever its model class.
package protocol ConstraintMetadata {
    var declaredIndices: [(kind: IndexKind, keyPaths: [AnyKeyPath])] { get }
    var declaredConstraints: [[AnyKeyPath]] { get }
}

extension ConstraintMetadata {
    package var declaredIndices: [(kind: IndexKind, keyPaths: [AnyKeyPath])] { [] }
    package var declaredConstraints: [[AnyKeyPath]] { [] }
}
