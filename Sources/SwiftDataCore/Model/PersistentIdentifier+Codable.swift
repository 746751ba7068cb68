import Foundation

/// The envelope in which identifiers travel: `{"implementation": {"primaryKey": "p12", "uriRepresentation":
/// "x-coredata://STORE/Item/p12", "isTemporary": false, "storeIdentifier": "STORE", "entityName": "Item"}}`, the
/// shape that public programs encode and decode for Apple's identifiers.
extension PersistentIdentifier {
    private enum EnvelopeKeys: String, CodingKey {
        case implementation
    }

    private enum Keys: String, CodingKey {
        case primaryKey, uriRepresentation, isTemporary, storeIdentifier, entityName
    }

    /// Reads an identifier from its envelope. It equals the identifier it was made from.
    /// - Throws: `DecodingError` when a field is missing or contradicts another.
    public init(from decoder: any Decoder) throws {
        let envelope = try decoder.container(keyedBy: EnvelopeKeys.self)
        let fields = try envelope.nestedContainer(keyedBy: Keys.self, forKey: .implementation)
        let entity = try fields.decode(String.self, forKey: .entityName)
        let primaryKey = try fields.decode(String.self, forKey: .primaryKey)
        guard try fields.decodeIfPresent(Bool.self, forKey: .isTemporary) ?? false else {
            let store = try fields.decode(String.self, forKey: .storeIdentifier)
            self.init(outside: store, entity: entity, key: IdentifierKey(parsing: primaryKey))
            return
        }
        guard primaryKey.hasPrefix("t"), let uuid = UUID(uuidString: String(primaryKey.dropFirst())) else {
            throw DecodingError.dataCorruptedError(
                forKey: .primaryKey,
                in: fields,
                debugDescription: "A temporary identifier's key is a \"t\" followed by a UUID."
            )
        }
        self.init(outside: nil, entity: entity, key: .temporary(.known(by: uuid)))
    }

    /// Writes the envelope.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var envelope = encoder.container(keyedBy: EnvelopeKeys.self)
        var fields = envelope.nestedContainer(keyedBy: Keys.self, forKey: .implementation)
        try fields.encode(primaryKeyText, forKey: .primaryKey)
        try fields.encode(description, forKey: .uriRepresentation)
        try fields.encode(isTemporary, forKey: .isTemporary)
        try fields.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try fields.encode(entityName, forKey: .entityName)
    }

    private var primaryKeyText: String { id.key.text }
}
