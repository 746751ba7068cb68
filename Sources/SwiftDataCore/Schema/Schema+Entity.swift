extension Schema {
    /// The description of one model class in a schema.
    ///
    /// `@unchecked Sendable` without a lock: as with Apple's, a schema is put together by one task and only read
    /// once it is shared. Do not change an entity of a schema that a container uses.
    public final class Entity: Codable, @unchecked Sendable {
        /// The name of the entity: the name of the class, without enclosing types.
        public var name: String
        /// The name of the entity in the previous version of the schema; ``name`` where it was not renamed.
        ///
        /// An addition to Apple's API. A model class declares it by ``PersistentModel/originalEntityName``.
        public var originalName: String {
            get { formerName ?? name }
            set { formerName = newValue == name ? nil : newValue }
        }
        private var formerName: String?
        /// The entities of direct subclasses.
        public var subentities: Set<Entity> = [] {
            didSet {
                for entity in subentities where entity.superentity !== self { entity.superentity = self }
            }
        }
        /// The name of the entity of the superclass.
        public var superentityName: String?
        /// Lists of properties in which no two models agree; of the class itself, without inherited ones.
        public var uniquenessConstraints: [[String]] = []
        /// Lists of properties that are indexed; of the class itself, without inherited ones.
        public var indices: [[String]] = []

        /// The model class. An entity that was decoded or made by hand has none.
        ///
        /// An addition to Apple's API, for stores that keep the names of entities and hand out entities with a class.
        public package(set) var modelType: (any PersistentModel.Type)?
        /// The ``indices`` that are not sorted indices.
        package var spatialIndices: Set<[String]> = []

        private weak var parent: Entity?
        /// The properties in slot order; `attributes` and the dictionaries are views of it.
        private var members = EntityMembers()

        /// Creates an entity without properties.
        public init(_ name: String) {
            self.name = name
        }

        /// Creates an entity by hand, with the entities of its subclasses.
        public convenience init(_ name: String, subentities: Entity..., properties: any SchemaProperty...) {
            self.init(name, properties: properties)
            self.subentities = Set(subentities)
            for entity in subentities { entity.superentity = self }
        }

        /// Creates an entity by hand.
        public convenience init(_ name: String, properties: any SchemaProperty...) {
            self.init(name, properties: properties)
        }

        package convenience init(_ name: String, properties: [any SchemaProperty]) {
            self.init(name)
            storedProperties = properties
        }

        /// The entity of the superclass.
        public var superentity: Entity? {
            get { parent }
            set {
                parent = newValue
                superentityName = newValue?.name
                inheritedProperties = newValue?.properties ?? []
            }
        }

        /// The properties that a store keeps: first the inherited ones, then the properties that the class itself
        /// declares, in the order of their declaration. Metadata of `#Unique` and `#Index` becomes
        /// ``uniquenessConstraints`` and ``indices`` and is left out.
        ///
        /// A property that is inherited stays the superclass's: setting replaces the class's own properties.
        public var storedProperties: [any SchemaProperty] {
            get { members.all }
            set {
                let metadata = newValue.compactMap { $0 as? any ConstraintMetadata }
                members.own = members.withoutInherited(newValue.filter { !($0 is any ConstraintMetadata) })
                collectConstraints(metadata)
            }
        }

        /// The properties of the superclasses.
        public var inheritedProperties: [any SchemaProperty] {
            get { members.inherited }
            set {
                members.inherited = newValue
                for entity in subentities { entity.inheritedProperties = properties }
            }
        }

        /// All properties: first the inherited ones, then its own in the order of their declaration.
        public var properties: [any SchemaProperty] { members.all }

        /// The attributes, inherited ones included.
        public var attributes: Set<Attribute> {
            get { Set(members.attributesByName.values) }
            set { members.replaceOwn(where: { $0.isAttribute }, by: newValue.map { $0 }) }
        }

        /// The relationships, inherited ones included.
        public var relationships: Set<Relationship> {
            get { Set(members.relationshipsByName.values) }
            set { members.replaceOwn(where: { $0.isRelationship }, by: newValue.map { $0 }) }
        }

        /// The attributes by name, inherited ones included.
        public var attributesByName: [String: Attribute] {
            get { members.attributesByName }
            set { attributes = Set(newValue.values) }
        }

        /// The relationships by name, inherited ones included.
        public var relationshipsByName: [String: Relationship] {
            get { members.relationshipsByName }
            set { relationships = Set(newValue.values) }
        }

        /// The properties that a store keeps, inherited ones included, by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            get { members.byName }
            set { members.replaceOwn(where: { _ in true }, by: Array(newValue.values)) }
        }

        /// The properties of the superclasses, by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            get { EntityMembers.byName(members.inherited) }
            set { inheritedProperties = newValue.keys.sorted().compactMap { newValue[$0] } }
        }

        /// The indices with their structure.
        package var indexDescriptions: [IndexDescription] {
            indices.map { IndexDescription(kind: spatialIndices.contains($0) ? .rtree : .binary, properties: $0) }
        }

        /// The property in a slot.
        package func property(named name: String) -> (any SchemaProperty)? { members.byName[name] }

        /// The slot of a property.
        package func slot(named name: String) -> Int? { members.slots[name] }

        private func collectConstraints(_ metadata: [any ConstraintMetadata]) {
            for property in members.own where property.isUnique && !uniquenessConstraints.contains([property.name]) {
                uniquenessConstraints.append([property.name])
            }
            for entry in metadata {
                let keyPaths = entry.declaredConstraints + entry.declaredIndices.map(\.keyPaths)
                guard let keyPath = keyPaths.joined().first,
                    let root = type(of: keyPath).rootType as? any PersistentModel.Type
                else { continue }
                add(entry, layout: ModelLayout.of(root))
            }
        }

        private func add(_ entry: any ConstraintMetadata, layout: ModelLayout) {
            for keyPaths in entry.declaredConstraints {
                guard let names = try? layout.names(of: keyPaths, in: "#Unique"), !names.isEmpty,
                    !uniquenessConstraints.contains(names)
                else { continue }
                uniquenessConstraints.append(names)
            }
            for (kind, keyPaths) in entry.declaredIndices {
                guard let names = try? layout.names(of: keyPaths, in: "#Index"), !names.isEmpty else { continue }
                if !indices.contains(names) { indices.append(names) }
                if kind == .rtree { spatialIndices.insert(names) }
            }
        }

        /// Reads an entity with its subentities.
        /// - Throws: `DecodingError` when a field is missing or of a wrong type.
        public convenience init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            self.init(try container.decode(String.self, forKey: .name))
            superentityName = try container.decodeIfPresent(String.self, forKey: .superentityName)
            formerName = try container.decodeIfPresent(String.self, forKey: .originalName)
            members.inherited = try container.decode([CodedProperty].self, forKey: .inheritedProperties)
                .map(\.property)
            members.own = try container.decode([CodedProperty].self, forKey: .storedProperties).map(\.property)
            uniquenessConstraints = try container.decode([[String]].self, forKey: .uniquenessConstraints)
            let described = try container.decode([IndexDescription].self, forKey: .indices)
            indices = described.map(\.properties)
            spatialIndices = Set(described.filter { $0.kind == .rtree }.map(\.properties))
            subentities = Set(try container.decode([Entity].self, forKey: .subentities))
            for entity in subentities { entity.superentity = self }
        }

        /// Writes the entity with its subentities.
        /// - Throws: The error of the encoder.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(name, forKey: .name)
            try container.encodeIfPresent(superentityName, forKey: .superentityName)
            try container.encodeIfPresent(formerName, forKey: .originalName)
            try container.encode(members.inherited.map(CodedProperty.init), forKey: .inheritedProperties)
            try container.encode(members.own.map(CodedProperty.init), forKey: .storedProperties)
            try container.encode(uniquenessConstraints, forKey: .uniquenessConstraints)
            try container.encode(indexDescriptions, forKey: .indices)
            try container.encode(subentities.sorted { $0.name < $1.name }, forKey: .subentities)
        }

        private enum Keys: String, CodingKey {
            case name, superentityName, inheritedProperties, storedProperties, uniquenessConstraints, indices
            case subentities, originalName
        }
    }
}

extension Schema.Entity: Hashable {
    /// Compares everything that an encoded schema keeps; the order of properties does not matter.
    public static func == (lhs: Schema.Entity, rhs: Schema.Entity) -> Bool {
        lhs === rhs
            || lhs.name == rhs.name && lhs.superentityName == rhs.superentityName
                && lhs.originalName == rhs.originalName
                && lhs.attributesByName == rhs.attributesByName && lhs.relationshipsByName == rhs.relationshipsByName
                && Set(lhs.uniquenessConstraints) == Set(rhs.uniquenessConstraints)
                && Set(lhs.indexDescriptions) == Set(rhs.indexDescriptions) && lhs.subentities == rhs.subentities
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Schema.Entity: CustomDebugStringConvertible {
    /// The name and the properties, one on each line.
    public var debugDescription: String {
        let parent = superentityName.map { ": \($0)" } ?? ""
        let lines = properties.map { "    \($0)" }
        return (["Entity \(name)\(parent)"] + lines).joined(separator: "\n")
    }
}
