/// A property of a model, or a member of a composite value.
public struct QueryProperty: Sendable {
    /// The kind of the property in the store.
    public enum Role: String, Sendable, Codable {
        /// An attribute, or a member of one.
        case attribute
        /// A relationship to one model.
        case toOne
        /// A relationship to many models.
        case toMany
    }

    /// The model or the composite value that has the property.
    public let base: QueryNode
    /// The entity of the model, or nil for a member of a composite value.
    public let entityName: String?
    /// The name of the property.
    public let name: String
    /// The kind of the property in the store.
    public let role: Role
    /// The slot in the layout of the entity, where it is known.
    package let slot: Int?

    /// Names a property.
    public init(base: QueryNode, entityName: String?, name: String, role: Role) {
        self.init(base: base, entityName: entityName, name: name, role: role, slot: nil)
    }

    package init(base: QueryNode, entityName: String?, name: String, role: Role, slot: Int?) {
        self.base = base
        self.entityName = entityName
        self.name = name
        self.role = role
        self.slot = slot
    }
}

extension QueryProperty: Codable {
    private enum CodingKeys: String, CodingKey {
        case base, entityName, name, role
    }
    /// Reads a property.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            base: try fields.decode(QueryNode.self, forKey: .base),
            entityName: try fields.decodeIfPresent(String.self, forKey: .entityName),
            name: try fields.decode(String.self, forKey: .name),
            role: try fields.decode(Role.self, forKey: .role)
        )
    }
}
