extension Schema {
    /// The metadata that `#Unique` leaves for the schema.
    public final class Unique<T: PersistentModel>: SchemaProperty, CustomDebugStringConvertible, Hashable, Codable {
        /// The keys of encoded constraints.
        public enum CodingKeys: CodingKey, Equatable, Hashable {
            /// The declared constraints.
            case constraints
        }

        /// The name of the metadata entry.
        public var name = "SwiftData.Schema.Unique"
        /// The same as ``name``.
        public var originalName = "SwiftData.Schema.Unique"
        /// The type of ``constraints``.
        public var valueType: any Any.Type = [[PartialKeyPath<T>]].self
        /// True, as no two models may have the same value.
        public var isUnique: Bool { true }
        /// The declared constraints: no two models agree in all properties of one of them.
        public let constraints: [[PartialKeyPath<T>]]

        /// Declares constraints, each over the properties of one array.
        public init(_ constraints: [PartialKeyPath<T>]...) {
            self.constraints = constraints
        }

        /// Reads constraints, by the names of the properties.
        /// - Throws: `DecodingError` when the model class has no property of a name.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let layout = ModelLayout.of(T.self)
            constraints = try container.decode([[String]].self, forKey: .constraints).map {
                try layout.keyPaths(named: $0, in: decoder)
            }
        }

        /// Writes the constraints, by the names of the properties.
        /// - Throws: ``StoreError`` when a key path is not a persisted property.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(names(), forKey: .constraints)
        }

        private func names() throws -> [[String]] {
            let layout = ModelLayout.of(T.self)
            return try constraints.map { try layout.names(of: $0, in: "#Unique") }
        }

        /// Compares the constraints.
        public static func == (lhs: Unique, rhs: Unique) -> Bool { lhs.constraints == rhs.constraints }

        /// Hashes the constraints.
        public func hash(into hasher: inout Hasher) { hasher.combine(constraints) }

        /// The entity and its constraints by property name.
        public var debugDescription: String {
            let entity = Schema.entityName(of: T.self)
            guard let names = try? names() else { return "Unique on \(entity)" }
            return "Unique on \(entity): " + names.map { "[\($0.joined(separator: ", "))]" }.joined(separator: ", ")
        }
    }
}

extension Schema.Unique: ConstraintMetadata {
    package var declaredConstraints: [[AnyKeyPath]] { constraints }
}
