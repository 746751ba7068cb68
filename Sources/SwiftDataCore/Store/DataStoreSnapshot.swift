/// A value that a snapshot may hold.
public typealias DataStoreSnapshotValue = Codable & Sendable

/// A copy of one model's stored state.
public protocol DataStoreSnapshot: Codable, Sendable {
    /// The identifier of the row.
    var persistentIdentifier: PersistentIdentifier { get }

    /// Copies the state of a model, and where relationships need it that of its neighbours.
    init(from: any BackingData, relatedBackingDatas: inout [PersistentIdentifier: any BackingData])

    /// The same values under another identifier, with references replaced by the map.
    func copy(
        persistentIdentifier: PersistentIdentifier,
        remappedIdentifiers: [PersistentIdentifier: PersistentIdentifier]?
    ) -> Self
}

/// The keys that a snapshot encodes its values under.
public enum DataStoreSnapshotCodingKey: CodingKey {
    /// The identifier.
    case persistentIdentifier
    /// A property, by name.
    case modeledProperty(String)

    /// The name of the key.
    public var stringValue: String {
        switch self {
        case .persistentIdentifier: "persistentIdentifier"
        case .modeledProperty(let name): name
        }
    }

    /// The key of that name: the identifier's, or a property's.
    public init?(stringValue: String) {
        self = stringValue == "persistentIdentifier" ? .persistentIdentifier : .modeledProperty(stringValue)
    }

    /// Always nil: keys are names.
    public var intValue: Int? { nil }

    /// Always nil: keys are names.
    public init?(intValue: Int) { nil }
}
