public import Foundation
public import SwiftDataSyncCore

/// A key of 256 bits by which values are sealed, with the number that the app gives it.
///
/// On systems without Apple's CryptoKit it needs the trait `SyncEncryption` of this package. How devices get a key is the app's:
/// from a code that a person scans, a file, or a password by a slow function such as Argon2. A password itself is no key.
///
/// An addition of this library.
public struct SealingKey: Sendable {
    /// The name of the key: its number, and a fingerprint that is derived from it.
    public let name: SealingKeyName
    let cipher: SealingCipher

    init(name: SealingKeyName, cipher: SealingCipher) { (self.name, self.cipher) = (name, cipher) }
}

extension SealingKey: CustomStringConvertible, CustomReflectable {
    /// The name of the key, never its bytes.
    public var description: String { "key \(name)" }

    /// A mirror with the name of the key alone.
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension SealingKey {
    #if canImport(CryptoKit) || SyncEncryption
        /// Creates a key from its bytes.
        ///
        /// - Parameters:
        ///   - bytes: 32 bytes that are random, or derived by a function for keys.
        ///   - number: The number, which grows with each new key. Devices use the same number for the same key.
        /// - Throws: ``SyncSealingError`` with code `keyInvalid` for another number of bytes.
        public init(_ bytes: Data, number: UInt64) throws(SyncSealingError) {
            let cipher = try SealingCipher(bytes)
            self.init(name: SealingKeyName(number: number, fingerprint: cipher.fingerprint), cipher: cipher)
        }

        /// Returns 32 random bytes for a new key.
        public static func randomBytes() -> Data { SealingCipher.randomBytes() }
    #else
        /// Cannot be called: encryption needs the trait `SyncEncryption` of this package on this system.
        @available(
            *,
            unavailable,
            message:
                "Encryption needs swift-crypto on this system: add traits: [\"SyncEncryption\"] to the dependency on OpenSwiftData in Package.swift."
        )
        public init(_ bytes: Data, number: UInt64) throws(SyncSealingError) {
            throw SyncSealingError(.keyInvalid, "Encryption needs the trait SyncEncryption.")
        }

        /// Cannot be called: encryption needs the trait `SyncEncryption` of this package on this system.
        @available(
            *,
            unavailable,
            message:
                "Encryption needs swift-crypto on this system: add traits: [\"SyncEncryption\"] to the dependency on OpenSwiftData in Package.swift."
        )
        public static func randomBytes() -> Data { Data() }
    #endif
}
