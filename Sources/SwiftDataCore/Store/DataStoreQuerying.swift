/// The parts of a fetch.
///
/// An addition to Apple's API, by which a ``DataStoreQuerying`` describes itself.
public struct DataStoreQueryParts: OptionSet, Sendable {
    /// The parts as bits.
    public let rawValue: Int

    /// Takes the parts from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The filter: only rows that match the predicate are returned.
    public static let filter = DataStoreQueryParts(rawValue: 1)
    /// The rows are returned in the order asked for.
    public static let sort = DataStoreQueryParts(rawValue: 2)
    /// No more rows than `fetchLimit` are returned, and none of the first `fetchOffset`.
    public static let page = DataStoreQueryParts(rawValue: 4)
}

/// A store that declares which parts of a fetch it does. It is asked for these only; the context does the other parts.
///
/// An addition to Apple's API. A store that does not conform is asked for conditions and orders until it throws
/// ``DataStoreError/preferInMemoryFilter`` or ``DataStoreError/preferInMemorySort``, and for pages without
/// `fetchOffset`: the context leaves out the first rows itself, whether the store looks at `fetchLimit` or not. Conform
/// and include `.page` to get offsets too.
///
/// A part that is included may still be left to the context by throwing.
public protocol DataStoreQuerying: DataStore {
    /// The parts of a fetch that ``DataStore/fetch(_:)`` does. The value must not change.
    var queryParts: DataStoreQueryParts { get }
}

extension DataStore {
    package var queryPartsOrUsual: DataStoreQueryParts {
        (self as? any DataStoreQuerying)?.queryParts ?? [.filter, .sort]
    }
}
