/// The common interface of attributes, relationships and the metadata of `#Index` and `#Unique`.
public protocol SchemaProperty: Decodable, Encodable, Hashable {
    /// The name of the property.
    var name: String { get set }
    /// The name in the previous version of the schema; the same as ``name`` when it was not renamed.
    var originalName: String { get set }
    /// The Swift type of the value.
    var valueType: any Any.Type { get set }
    /// True if this is a plain stored value.
    var isAttribute: Bool { get }
    /// True if this refers to other models.
    var isRelationship: Bool { get }
    /// True if this is never written to a store.
    var isTransient: Bool { get }
    /// True if the value may be nil.
    var isOptional: Bool { get }
    /// True if no two models may have the same value.
    var isUnique: Bool { get }
}

extension SchemaProperty {
    /// False unless the type declares otherwise.
    public var isAttribute: Bool { false }
    /// False unless the type declares otherwise.
    public var isRelationship: Bool { false }
    /// False unless the type declares otherwise.
    public var isTransient: Bool { false }
    /// True if ``valueType`` is an optional.
    public var isOptional: Bool { valueType is any OptionalType.Type }
}
