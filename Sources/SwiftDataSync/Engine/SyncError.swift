/// An error of sync: the failure and the remedy.
///
/// Messages never have values of models in them.
public struct SyncError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: String, Hashable, Sendable {
        /// The engine cannot be made from these arguments.
        case configuration
        /// The store keeps no history from which edits can be captured, or cannot be written.
        case unsupportedStore
        /// A value that has arrived is none of the property's type.
        case value
        /// The tables of sync are of a later version, or damaged, or do not fit the store that they are beside.
        case tables
        /// A large value has not arrived.
        case blobMissing
        /// A value is sealed by a key that this device does not have.
        case keyMissing
        /// The bytes of a large value were not sealed by its key.
        case notAuthentic
        /// While a round ran, the store was erased, or another engine restarted its sync or began to compute the view again. The next
        /// round joins again or computes the view again.
        case interrupted
        /// The engine has been paused.
        case paused
        /// The engine was asked to fetch or to send by the handler of one of its events.
        case busy
    }

    /// The kind of the error.
    public let code: Code
    /// The failure and the remedy.
    public let message: String
    /// The name of the class, where there is one.
    public let entityName: String?
    /// The name of the property, where there is one.
    public let propertyName: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, entity: String? = nil, property: String? = nil) {
        self.code = code
        self.message = message
        entityName = entity
        propertyName = property
    }

    /// The message, after the names of the class and the property.
    public var description: String {
        let place = [entityName, propertyName].compactMap { $0 }.joined(separator: ".")
        return place.isEmpty ? message : "\(place): \(message)"
    }
}
