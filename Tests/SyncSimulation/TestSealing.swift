package import Foundation
import SwiftDataCore
package import SwiftDataSync
package import SwiftDataSyncCore

/// Sealing for tests, which needs no package: a nonce by SHA-256 over the key and all else, and a stream of hashes. It is as
/// strict as the shipped one, and slow.
package final class TestSealing: SyncSealing {
    private struct State {
        var current: SealingKeyName
        var secrets: [SealingKeyName: Data] = [:]
        /// A key that is added when it has been missed.
        var late: UInt64?
    }

    private let state: Locked<State>

    private static let tagBytes = 16

    /// Creates a keyring with the keys of some numbers, of which the last one seals.
    package init(_ numbers: UInt64...) {
        state = Locked(State(current: Self.name(numbers.last ?? 1)))
        for number in numbers { add(number) }
    }

    /// The name of the key of a number.
    package static func name(_ number: UInt64) -> SealingKeyName {
        SealingKeyName(number: number, fingerprint: 0xF000_0000 | UInt32(truncatingIfNeeded: number))
    }

    package func add(_ number: UInt64) {
        state.withLock { $0.secrets[Self.name(number)] = Data("the key \(number)".utf8) }
    }

    package func remove(_ number: UInt64) { state.withLock { $0.secrets[Self.name(number)] = nil } }

    package func setCurrent(_ number: UInt64) { state.withLock { $0.current = Self.name(number) } }

    package var currentKey: SealingKeyName { state.withLock { $0.current } }

    /// Adds a key right after it has been missed for the first time, as a program may that adds keys while the engine works.
    package func addLate(_ number: UInt64) { state.withLock { $0.late = number } }

    package func hasKey(_ name: SealingKeyName) -> Bool {
        let (isThere, late) = state.withLock { state in
            let isThere = state.secrets[name] != nil
            guard !isThere, let late = state.late, Self.name(late) == name else { return (isThere, nil as UInt64?) }
            state.late = nil
            return (false, late)
        }
        if let late { add(late) }
        return isThere
    }

    package func seal(_ plaintext: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        let secret = try secret(key)
        let tag = tag(secret, plaintext, binding)
        return tag + stream(secret, tag, plaintext)
    }

    package func open(_ sealed: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        let (secret, found) = (try secret(key), Data(sealed.prefix(Self.tagBytes)))
        let plaintext = stream(secret, found, Data(sealed.dropFirst(Self.tagBytes)))
        guard tag(secret, plaintext, binding) == found else { throw SyncSealingError(.notAuthentic, "A test") }
        return plaintext
    }

    private func secret(_ key: SealingKeyName) throws(SyncSealingError) -> Data {
        guard let secret = state.withLock({ $0.secrets[key] }) else { throw SyncSealingError(.keyMissing, "A test") }
        return secret
    }

    private func tag(_ secret: Data, _ plaintext: Data, _ binding: Data) -> Data {
        let message = secret + Data("\(binding.count) ".utf8) + binding + plaintext
        return Data(SecureHash.sha256(ofContent: message).prefix(Self.tagBytes))
    }

    private func stream(_ secret: Data, _ tag: Data, _ data: Data) -> Data {
        var (result, number) = (Data(capacity: data.count), 0)
        var mask = Data()
        for byte in data {
            if mask.isEmpty {
                mask = SecureHash.sha256(ofContent: secret + tag + Data("\(number)".utf8))
                number += 1
            }
            result.append(byte ^ mask.removeFirst())
        }
        return result
    }
}
