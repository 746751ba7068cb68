import Foundation

// INTERIM: replaced by the Schema work; only the members that other parts need to compile against.
public final class Schema: @unchecked Sendable {
    public struct Version: Codable, Hashable, Sendable { public let major, minor, patch: Int }
    public struct PropertyMetadata {
        package let name: String
        package let keypath: AnyKeyPath
        package let defaultValue: Any?
        package let metadata: (any SchemaProperty)?
        public init(
            name: String, keypath: AnyKeyPath, defaultValue: Any? = nil, metadata: (any SchemaProperty)? = nil
        ) {
            self.name = name
            self.keypath = keypath
            self.defaultValue = defaultValue
            self.metadata = metadata
        }
    }
    public class Attribute: SchemaProperty, @unchecked Sendable {
        public struct Option: Codable, Hashable, Sendable {}
        public var name: String
        public var originalName: String
        public var options: [Option] = []
        public var valueType: any Any.Type
        public var defaultValue: Any?
        public var isOptional = false
        package var kind: AttributeKind
        package init(name: String, valueType: any Any.Type, kind: AttributeKind) {
            self.name = name
            originalName = name
            self.valueType = valueType
            self.kind = kind
        }
    }
    public final class CompositeAttribute: Attribute, @unchecked Sendable {
        public final var properties: [Attribute] = []
    }
    public final class Relationship: SchemaProperty, @unchecked Sendable {
        public enum DeleteRule: String, Codable, Sendable { case noAction, nullify, cascade, deny }
        public var name: String
        public var originalName: String
        public var keypath: AnyKeyPath?
        public var valueType: any Any.Type
        public var destination: String
        public var deleteRule: DeleteRule = .nullify
        public var inverseName: String?
        public var inverseKeyPath: AnyKeyPath?
        public var minimumModelCount: Int?
        public var maximumModelCount: Int?
        public var isToOneRelationship: Bool { true }
        package init(name: String, valueType: any Any.Type, destination: String) {
            self.name = name
            originalName = name
            self.valueType = valueType
            self.destination = destination
        }
    }
    public final class Entity: @unchecked Sendable {
        public var name: String
        public var superentityName: String?
        public var superentity: Entity? { nil }
        public var subentities: [Entity] = []
        public var storedProperties: [any SchemaProperty] = []
        public var inheritedProperties: [any SchemaProperty] = []
        public var properties: [any SchemaProperty] { inheritedProperties + storedProperties }
        public var attributesByName: [String: Attribute] = [:]
        public var relationshipsByName: [String: Relationship] = [:]
        public var uniquenessConstraints: [[String]] = []
        public var indices: [[String]] = []
        package var modelType: (any PersistentModel.Type)?
        public init(_ name: String) { self.name = name }
    }
    public let version: Version = Version(major: 1, minor: 0, patch: 0)
    public let entities: [Entity] = []
    public let entitiesByName: [String: Entity] = [:]
}

public protocol SchemaProperty {
    var name: String { get set }
    var originalName: String { get set }
    var valueType: any Any.Type { get set }
}
