public import Foundation

/// One value of a row, in the neutral form that contexts, snapshots, queries and stores exchange.
///
/// An addition to Apple's API. Every attribute type has exactly one case here, so that a value read from a store
/// reaches the model without being converted twice:
///
/// - `Bool` and every integer up to `Int64.max` is ``integer(_:)``; a `UInt64` above that is ``unsigned(_:)``.
/// - `Float` and `Double` are ``double(_:)``.
/// - A `RawRepresentable` type is the value of its raw value.
/// - A `Codable` struct, or an enum without raw values, is ``composite(_:)`` as a store reads it and
///   ``object(_:)`` once it has been decoded or set.
/// - Arrays, sets, dictionaries and `.codable` attributes are ``data(_:)`` holding JSON as a store reads them and
///   ``object(_:)`` once they have been decoded or set; a `.transformable` attribute is the transformer's output.
/// - A to-one relationship is ``identifier(_:)`` or ``null``, a to-many ``identifiers(_:)``.
public enum StoredValue: Sendable {
    /// No value.
    case null
    /// A Boolean (0 or 1) or an integer within `Int64`.
    case integer(Int64)
    /// An unsigned integer above `Int64.max`.
    case unsigned(UInt64)
    /// A floating-point number, NaN and infinities included.
    case double(Double)
    /// Text, NUL characters included.
    case string(String)
    /// A point in time.
    case date(Date)
    /// A length of time.
    case duration(Duration)
    /// A UUID.
    case uuid(UUID)
    /// A decimal number.
    indirect case decimal(Decimal)
    /// A URL.
    case url(URL)
    /// Bytes.
    case data(Data)
    /// The leaves of a composite attribute, one for each of `Schema.CompositeAttribute.properties`, in that order.
    case composite([StoredValue])
    /// A value that only its Swift type can describe, not yet encoded or already decoded.
    case object(ObjectBox)
    /// The destination of a to-one relationship.
    case identifier(PersistentIdentifier)
    /// The destinations of a to-many relationship, in order.
    case identifiers([PersistentIdentifier])
    /// A value that was not fetched: read it from the store when it is needed.
    case unloaded
}

extension StoredValue {
    /// Adds a member to a to-many relationship, in place.
    package mutating func append(_ identifier: PersistentIdentifier) {
        guard case .identifiers(var members) = self else {
            self = .identifiers([identifier])
            return
        }
        // Let go of first, so that appending does not copy the array.
        self = .null
        members.append(identifier)
        self = .identifiers(members)
    }

    /// Takes a member out of a to-many relationship, in place; answers where it was, and after which other one.
    @discardableResult
    package mutating func remove(
        _ identifier: PersistentIdentifier
    ) -> (index: Int, predecessor: PersistentIdentifier?)? {
        guard case .identifiers(var members) = self else { return nil }
        self = .null
        defer { self = .identifiers(members) }
        // Most walks that remove start at one of the ends.
        let isLast = members.last == identifier
        guard let index = isLast ? members.count - 1 : members.firstIndex(of: identifier) else { return nil }
        members.remove(at: index)
        return (index, index > 0 ? members[index - 1] : nil)
    }
}
