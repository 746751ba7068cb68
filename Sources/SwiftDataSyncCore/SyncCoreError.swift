/// An error of the sync core. The message names the step and the remedy, and no stored value.
public struct SyncCoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Code: String, Hashable, Sendable {
        /// A clock or a causal length has reached its greatest value.
        case exhausted
        /// A value under the policy `.counter` is no integer, or a sum exceeds 64 bits.
        case counter
        /// No order key exists between two keys, or the bytes of a key have no meaning.
        case orderKey
        /// A name has more bytes than the wire format allows.
        case name
        /// An edit does not fit the state of the record.
        case edit
        /// Bytes are of a version of the wire format that this code does not read.
        case wireVersion
        /// Bytes end too early, are not CBOR, are not canonical, or do not have the structure of version 1.
        case wireFormat
        /// Bytes exceed a limit of the reader.
        case wireLimit
    }

    /// The kind of the error.
    public let code: Code
    /// The step that failed and the remedy.
    public let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The code and the message.
    public var description: String { "SyncCoreError.\(code.rawValue): \(message)" }
}
