public import Foundation
public import SwiftDataCore

/// A value of a row that was read without a model class.
///
/// An addition to Apple's API. See ``DynamicStore``.
public enum DynamicValue: Sendable, Hashable {
    /// No value.
    case null
    /// A Boolean.
    case boolean(Bool)
    /// An integer within `Int64`.
    case integer(Int64)
    /// An unsigned integer above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number.
    case double(Double)
    /// A decimal number.
    case decimal(Decimal)
    /// Text; also the raw value of an enum.
    case string(String)
    /// A point in time.
    case date(Date)
    /// A UUID.
    case uuid(UUID)
    /// A URL.
    case url(URL)
    /// Bytes.
    case data(Data)
    /// JSON text, as arrays, sets and dictionaries are kept.
    case json(String)
    /// The bytes that a value transformer made, most often a keyed archive: see ``archivedContent``.
    case archive(Data)
    /// The members of a `Codable` struct, or the payload of an enum's case, in the order of their declaration.
    case composite([DynamicMember])
    /// The case of an enum without raw values, with its payload.
    indirect case enumeration(name: String, payload: DynamicValue?)
    /// The destination of a relationship to one model.
    case identifier(PersistentIdentifier)
    /// The members of a relationship to many models, in their order.
    case identifiers([PersistentIdentifier])
    /// The content of the row is no value of the property's type. The row was read with damaged values left out.
    case unreadable

    /// True if there is no value.
    public var isNull: Bool { self == .null }

    /// A member of a composite, or of an enum case's payload, by its name.
    public subscript(member: String) -> DynamicValue? {
        switch self {
        case .composite(let members): members.first { $0.name == member }?.value
        case .enumeration(_, let payload?): payload[member]
        default: nil
        }
    }
}

/// A member of a composite value.
///
/// An addition to Apple's API.
public struct DynamicMember: Sendable, Hashable {
    /// The name of the member.
    public var name: String
    /// The value of the member.
    public var value: DynamicValue

    /// Creates a member.
    public init(_ name: String, _ value: DynamicValue) {
        self.name = name
        self.value = value
    }
}
