extension Schema {
    /// The metadata that `#Index` leaves for the schema.
    public final class Index<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable {
        /// An index over some properties.
        public enum Types<P: PersistentModel> {
            /// A sorted index.
            case binary([PartialKeyPath<P>])
            /// A spatial index.
            ///
            /// Differs from Apple's: it is kept as a sorted index, which answers the same queries.
            case rtree([PartialKeyPath<P>])

            package var declaration: (kind: IndexKind, keyPaths: [PartialKeyPath<P>]) {
                switch self {
                case .binary(let keyPaths): (.binary, keyPaths)
                case .rtree(let keyPaths): (.rtree, keyPaths)
                }
            }
        }

        /// The keys of an encoded index.
        public enum CodingKeys: CodingKey, Equatable, Hashable {
            /// The declared indices.
            case indices
        }

        /// The name of the metadata entry.
        public var name = "SwiftData.Schema.Index"
        /// The same as ``name``.
        public var originalName = "SwiftData.Schema.Index"
        /// The type of ``indices``.
        public var valueType: any Any.Type = [Types<T>].self
        /// False, as models may have the same value in spite of an index.
        public var isUnique: Bool { false }
        /// The declared indices.
        public let indices: [Types<T>]

        /// Declares indices of given kinds.
        public init(_ indices: Types<T>...) {
            self.indices = indices
        }

        /// Declares sorted indices, each over the properties of one array.
        public init(_ binaryIndices: [PartialKeyPath<T>]...) {
            indices = binaryIndices.map(Types.binary)
        }

        /// Reads indices, by the names of the properties.
        /// - Throws: `DecodingError` when the model class has no property of a name.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let layout = ModelLayout.of(T.self)
            indices = try container.decode([IndexDescription].self, forKey: .indices).map { index in
                let keyPaths: [PartialKeyPath<T>] = try layout.keyPaths(named: index.properties, in: decoder)
                return index.kind == .rtree ? .rtree(keyPaths) : .binary(keyPaths)
            }
        }

        /// Writes the indices, by the names of the properties.
        /// - Throws: ``StoreError`` when a key path is not a persisted property.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(descriptions(), forKey: .indices)
        }

        private func descriptions() throws -> [IndexDescription] {
            let layout = ModelLayout.of(T.self)
            return try declaredIndices.map {
                IndexDescription(kind: $0.kind, properties: try layout.names(of: $0.keyPaths, in: "#Index"))
            }
        }

        /// Compares the indices.
        public static func == (lhs: Index, rhs: Index) -> Bool {
            lhs.indices.map(\.declaration.kind) == rhs.indices.map(\.declaration.kind)
                && lhs.indices.map(\.declaration.keyPaths) == rhs.indices.map(\.declaration.keyPaths)
        }

        /// Hashes the indices.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(indices.map(\.declaration.kind))
            hasher.combine(indices.map(\.declaration.keyPaths))
        }

        /// The entity and its indices by property name.
        public var debugDescription: String {
            let entity = Schema.entityName(of: T.self)
            guard let descriptions = try? descriptions() else { return "Index on \(entity)" }
            let list = descriptions.map { "\($0.kind.rawValue) [\($0.properties.joined(separator: ", "))]" }
            return "Index on \(entity): " + list.joined(separator: ", ")
        }
    }
}

extension Schema.Index: ConstraintMetadata {
    package var declaredIndices: [(kind: IndexKind, keyPaths: [AnyKeyPath])] {
        indices.map { ($0.declaration.kind, $0.declaration.keyPaths) }
    }
}
