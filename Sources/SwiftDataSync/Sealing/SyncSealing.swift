public import Foundation
public import SwiftDataSyncCore

/// Keys by which the values of properties are sealed before they leave the device, and opened when they arrive.
///
/// Neither the transport nor a server has the keys. `SyncKeyring` is the implementation of this library. An implementation of
/// your own has to keep three promises:
///
/// - ``seal(_:by:binding:)`` is deterministic: equal arguments have equal results. A packet that is sent twice must be the same.
/// - ``open(_:by:binding:)`` throws for bytes that were sealed under another binding, or changed in a single bit.
/// - Bytes reveal nothing of the plaintext but its length and the equality of two plaintexts under one binding.
///
/// The engine calls all of it on its own thread, and keys may be added at any time: values that could not be read are read by the
/// next fetch.
///
/// An addition of this library: CloudKit has encrypted fields of its own.
public protocol SyncSealing: Sendable {
    /// The name of the key by which new values are sealed.
    var currentKey: SealingKeyName { get }

    /// Returns true if there is a key of this name.
    func hasKey(_ name: SealingKeyName) -> Bool

    /// Seals bytes.
    ///
    /// - Parameters:
    ///   - plaintext: The bytes.
    ///   - key: The name of the key.
    ///   - binding: The place that the bytes belong to. It is not part of the result.
    /// - Throws: ``SyncSealingError`` with code `keyMissing`.
    func seal(_ plaintext: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data

    /// Opens bytes that a device has sealed.
    ///
    /// - Parameters:
    ///   - sealed: The bytes.
    ///   - key: The name of the key.
    ///   - binding: The place that the bytes belonged to.
    /// - Throws: ``SyncSealingError``: with code `keyMissing`, and with code `notAuthentic` where the bytes were not sealed by the
    ///   key for this binding.
    func open(_ sealed: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data
}

/// An error of sealing: the failure and the remedy.
///
/// Messages never have keys or values in them.
public struct SyncSealingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Code: String, Hashable, Sendable {
        /// A key does not have the form that is needed, or two keys have one name.
        case keyInvalid
        /// The key is not there.
        case keyMissing
        /// The bytes were not sealed by the key for the place where they are.
        case notAuthentic
    }

    /// The kind of the error.
    public let code: Code
    /// The failure and the remedy.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
