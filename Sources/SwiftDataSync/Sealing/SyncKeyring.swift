public import Foundation
import SwiftDataCore
public import SwiftDataSyncCore

/// The keys of a device: one that seals, and earlier ones that open the values that they sealed.
///
/// Values are sealed by ChaCha20-Poly1305 (RFC 8439) under subkeys of each key (HKDF, RFC 5869), with a nonce that is
/// derived from the plaintext (HMAC-SHA256). `docs/sync-encryption.md` lists the data that a server sees and the data
/// that it does not see.
///
/// ```swift
/// let keyring = try SyncKeyring(SealingKey(bytes, number: 1))
/// configuration.sealing = keyring
/// // Later, on all devices before one of them seals by it:
/// let next = try SealingKey(newBytes, number: 2)
/// keyring.add(next)
/// try keyring.setCurrent(next.name)
/// ```
///
/// All methods may be called from any isolation.
///
/// An addition of this library.
public final class SyncKeyring: SyncSealing {
    private struct State {
        var current: SealingKey
        var keys: [SealingKeyName: SealingKey]
    }

    private let state: Locked<State>

    /// Creates a keyring.
    ///
    /// - Parameters:
    ///   - current: The key that seals.
    ///   - others: Keys that only open.
    public init(_ current: SealingKey, opening others: [SealingKey] = []) {
        let keys = Dictionary((others + [current]).map { ($0.name, $0) }) { $1 }
        state = Locked(State(current: current, keys: keys))
    }

    /// The name of the key that seals.
    public var currentKey: SealingKeyName { state.withLock { $0.current.name } }

    /// The names of all keys, the oldest one first.
    public var keys: [SealingKeyName] { state.withLock { $0.keys.keys.sorted() } }

    /// Returns true if there is a key of this name.
    public func hasKey(_ name: SealingKeyName) -> Bool { state.withLock { $0.keys[name] != nil } }

    /// Adds a key that opens. The next fetch of an engine reads the values that were sealed by it.
    public func add(_ key: SealingKey) {
        state.withLock { $0.keys[key.name] = key }
    }

    /// Makes a key seal the values that are sent from now on. Earlier keys still open.
    ///
    /// - Throws: ``SyncSealingError`` with code `keyMissing` where the keyring does not have it.
    public func setCurrent(_ name: SealingKeyName) throws(SyncSealingError) {
        let isThere = state.withLock { state in
            guard let key = state.keys[name] else { return false }
            state.current = key
            return true
        }
        if !isThere { throw Self.missing(name) }
    }

    /// Seals bytes. Equal arguments have equal results.
    ///
    /// - Throws: ``SyncSealingError`` with code `keyMissing`.
    public func seal(_ plaintext: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        try cipher(key).seal(plaintext, binding)
    }

    /// Opens bytes that were sealed under the same binding.
    ///
    /// - Throws: ``SyncSealingError`` with code `keyMissing` or `notAuthentic`.
    public func open(_ sealed: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        try cipher(key).open(sealed, binding)
    }

    private func cipher(_ name: SealingKeyName) throws(SyncSealingError) -> SealingCipher {
        guard let key = state.withLock({ $0.keys[name] }) else { throw Self.missing(name) }
        return key.cipher
    }

    private static func missing(_ name: SealingKeyName) -> SyncSealingError {
        SyncSealingError(.keyMissing, "The keyring does not have the key \(name). Add it first.")
    }
}
