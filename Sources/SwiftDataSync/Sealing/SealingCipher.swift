import Foundation

#if canImport(CryptoKit)
    import CryptoKit
#elseif SyncEncryption
    import Crypto
#endif

#if canImport(CryptoKit) || SyncEncryption
    /// The cipher of one key: ChaCha20-Poly1305 with a nonce that is derived from the plaintext and its binding, so
    /// that equal values at one place have equal bytes.
    ///
    /// Sealed bytes are the nonce (12), the ciphertext and the tag (16). Subkeys are derived by HKDF-SHA256, one for
    /// each purpose. Nonces of different plaintexts or bindings are equal only by chance, like nonces that are drawn at
    /// random.
    struct SealingCipher: Sendable {
        private let key: SymmetricKey
        private let nonceKey: SymmetricKey
        let fingerprint: UInt32

        private static let keyBytes = 32
        private static let nonceBytes = 12
        private static let tagBytes = 16

        /// - Throws: ``SyncSealingError`` with code `keyInvalid`.
        init(_ bytes: Data) throws(SyncSealingError) {
            guard bytes.count == Self.keyBytes else {
                throw SyncSealingError(
                    .keyInvalid,
                    "A key has \(bytes.count) bytes instead of \(Self.keyBytes). Derive the key by a function for keys."
                )
            }
            let root = SymmetricKey(data: bytes)
            func subkey(_ purpose: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: root,
                    info: Data("OpenSwiftData.Sync 1 \(purpose)".utf8),
                    outputByteCount: count
                )
            }
            key = subkey("values", Self.keyBytes)
            nonceKey = subkey("nonces", Self.keyBytes)
            fingerprint = subkey("fingerprint", 4).withUnsafeBytes { bytes in
                bytes.reduce(0) { $0 << 8 | UInt32($1) }
            }
        }

        static func randomBytes() -> Data { SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) } }

        func seal(_ plaintext: Data, _ binding: Data) throws(SyncSealingError) -> Data {
            do {
                let nonce = try ChaChaPoly.Nonce(data: nonce(plaintext, binding))
                return try ChaChaPoly.seal(plaintext, using: key, nonce: nonce, authenticating: binding).combined
            } catch {
                throw SyncSealingError(.keyInvalid, "The cipher does not take the key or the value. Use another key.")
            }
        }

        func open(_ sealed: Data, _ binding: Data) throws(SyncSealingError) -> Data {
            guard sealed.count >= Self.nonceBytes + Self.tagBytes else { throw Self.notAuthentic }
            do {
                let box = try ChaChaPoly.SealedBox(combined: sealed)
                return try ChaChaPoly.open(box, using: key, authenticating: binding)
            } catch {
                throw Self.notAuthentic
            }
        }

        /// The first bytes of HMAC-SHA256 over the length of the binding, the binding and the plaintext.
        private func nonce(_ plaintext: Data, _ binding: Data) -> Data {
            var hmac = HMAC<SHA256>(key: nonceKey)
            hmac.update(data: withUnsafeBytes(of: UInt64(binding.count).bigEndian) { Data($0) })
            hmac.update(data: binding)
            hmac.update(data: plaintext)
            return Data(hmac.finalize()).prefix(Self.nonceBytes)
        }

        private static let notAuthentic = SyncSealingError(
            .notAuthentic,
            "Bytes were not sealed by the key for the place where they are. Ask the device to send the value again."
        )
    }
#else
    /// No cipher: there is no key without the trait `SyncEncryption`.
    struct SealingCipher: Sendable {
        func seal(_ plaintext: Data, _ binding: Data) throws(SyncSealingError) -> Data { throw Self.unavailable }

        func open(_ sealed: Data, _ binding: Data) throws(SyncSealingError) -> Data { throw Self.unavailable }

        private static let unavailable = SyncSealingError(.keyMissing, "Encryption needs the trait SyncEncryption.")
    }
#endif
