/// The entities of a set of model classes, and the version of the set.
///
/// ```swift
/// let schema = Schema([Trip.self, Book.self], version: Schema.Version(1, 1, 0))
/// let container = try ModelContainer(for: schema)
/// ```
public final class Schema: Codable, Sendable {
    /// The version of the form in which schemas are encoded.
    public static let schemaEncodingVersion = Version(1, 0, 0)

    /// The version of the form in which this schema was, or would be, encoded.
    public let encodingVersion: Version
    /// The version of the models.
    public let version: Version
    /// All entities, also the entities of models that are reached through relationships and of superclasses.
    public let entities: [Entity]
    /// ``entities`` by name.
    public let entitiesByName: [String: Entity]

    /// The errors that make the schema unusable. A container throws the first of them.
    package let problems: [StoreError]

    private init(_ entities: [Entity], version: Version, encodingVersion: Version, problems: [StoreError] = []) {
        self.encodingVersion = encodingVersion
        self.version = version
        self.entities = entities
        self.problems = problems
        entitiesByName = Dictionary(entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Creates an empty schema.
    public convenience init() {
        self.init([], version: Version(1, 0, 0), encodingVersion: Schema.schemaEncodingVersion)
    }

    /// Creates a schema of entities made by hand. Their subentities are included.
    public convenience init(_ entities: Entity..., version: Version = Version(1, 0, 0)) {
        self.init(
            Self.withSubentities(entities),
            version: version,
            encodingVersion: Schema.schemaEncodingVersion
        )
    }

    /// Creates a schema of entities without model classes. Their subentities are included.
    package convenience init(entities: [Entity], version: Version) {
        self.init(
            Self.withSubentities(entities),
            version: version,
            encodingVersion: Schema.schemaEncodingVersion
        )
    }

    /// Creates the schema of model classes, of the classes they refer to, and of their superclasses.
    public convenience init(_ types: [any PersistentModel.Type], version: Version = Version(1, 0, 0)) {
        let builder = SchemaBuilder(types)
        self.init(
            builder.entities,
            version: version,
            encodingVersion: Schema.schemaEncodingVersion,
            problems: builder.problems
        )
    }

    /// Creates the schema of model classes, of the classes they refer to, and of their superclasses.
    public convenience init(_ types: any PersistentModel.Type..., version: Version = Version(1, 0, 0)) {
        self.init(types, version: version)
    }

    /// Creates the schema of one version of an app's models.
    public convenience init(versionedSchema: any VersionedSchema.Type) {
        self.init(versionedSchema.models, version: versionedSchema.versionIdentifier)
    }

    /// Reads a schema. It has no model classes.
    /// - Throws: `DecodingError` when a field is missing or of a wrong type, or when a later version wrote it.
    public convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let encodingVersion = try container.decode(Version.self, forKey: .encodingVersion)
        guard encodingVersion.major <= Schema.schemaEncodingVersion.major else {
            throw DecodingError.dataCorruptedError(
                forKey: .encodingVersion,
                in: container,
                debugDescription: "The schema has encoding version \(encodingVersion), which is newer than "
                    + "\(Schema.schemaEncodingVersion)."
            )
        }
        let roots = try container.decode([Entity].self, forKey: .entities)
        self.init(
            Self.withSubentities(roots),
            version: try container.decode(Version.self, forKey: .version),
            encodingVersion: encodingVersion
        )
    }

    /// Writes the schema.
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(encodingVersion, forKey: .encodingVersion)
        try container.encode(version, forKey: .version)
        let roots = entities.filter { $0.superentityName.flatMap { entitiesByName[$0] } == nil }
        try container.encode(roots, forKey: .entities)
    }

    private enum Keys: String, CodingKey {
        case encodingVersion, version, entities
    }

    private static func withSubentities(_ entities: [Entity]) -> [Entity] {
        var found: [Entity] = []
        var names: Set<String> = []
        func add(_ entity: Entity) {
            guard names.insert(entity.name).inserted else { return }
            found.append(entity)
            entity.subentities.sorted { $0.name < $1.name }.forEach(add)
        }
        entities.forEach(add)
        return found
    }
}

extension Schema {
    /// The entity of a model class, if the schema has it.
    public func entity<T: PersistentModel>(for type: T.Type) -> Entity? {
        entity(of: type)
    }

    package func entity(of type: any PersistentModel.Type) -> Entity? {
        entitiesByName[Schema.entityName(of: type)]
    }

    /// The name of the entity of a model class: the name of the class, without enclosing types.
    public static func entityName<T: PersistentModel>(for type: T.Type) -> String {
        entityName(of: type)
    }

    package static func entityName(of type: any PersistentModel.Type) -> String {
        String(describing: type)
    }
}

extension Schema {
    /// The layouts of the model classes. Unlike its entities, they cannot be changed.
    var layouts: [ModelLayout] { entities.compactMap { $0.modelType?._$modelLayout } }
}

extension Schema: Hashable {
    /// Compares the versions and the entities, in any order.
    public static func == (lhs: Schema, rhs: Schema) -> Bool {
        lhs === rhs || lhs.version == rhs.version && lhs.entitiesByName == rhs.entitiesByName
    }

    /// Hashes the version and the names of the entities.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(Set(entitiesByName.keys))
    }
}

extension Schema: CustomDebugStringConvertible {
    /// The version and the entities with their properties.
    public var debugDescription: String {
        (["Schema \(version)"] + entities.map(\.debugDescription)).joined(separator: "\n")
    }
}
