/// The storage of an attribute's value: the ``StoredValue`` that it becomes and the column type that it needs.
package indirect enum AttributeKind: Hashable, Sendable {
    /// The integer widths that a model can have; `Int` is 64 bits wide, `UInt` unsigned and 64.
    package enum Integer: String, Hashable, Sendable, CaseIterable {
        case int8, int16, int32, int64, uint8, uint16, uint32, uint64
    }

    case boolean
    case integer(Integer)
    case float
    case double
    case decimal
    case string
    case date
    case duration
    case uuid
    case url
    case data
    /// A `RawRepresentable & Codable` type, kept as its raw value.
    case rawValue(AttributeKind)
    /// A `Codable` struct, flattened: the attribute is a `Schema.CompositeAttribute` whose `properties` are the
    /// leaves or nested composites.
    case composite
    /// An enum without raw values, flattened: as ``composite``, cases with a payload being composites of their own
    /// and then one optional string for each case without payload, holding the case's name.
    case enumeration
    /// An array, set, dictionary or anything else `Codable` without fixed members, kept as JSON.
    /// At the top level of a model the JSON is wrapped in a keyed archive on disk; inside a composite it is plain.
    case json
    /// An attribute marked `.codable`, kept as JSON without an archive around it.
    case codable
    /// An attribute marked `.transformable(by:)`, kept as the output of the value transformer of that name.
    case transformable(String)

    /// True if a codec makes the Swift value. The codec may find that the stored value is no value of the type.
    package var isCoded: Bool {
        switch self {
        case .rawValue, .composite, .enumeration, .json, .codable, .transformable: true
        default: false
        }
    }
}
