import Foundation
import SwiftDataSync
import SwiftDataSyncCore

/// Sealing for tests, without secrecy: numbers that follow from the key, what is sealed and its place. The server is given no key,
/// whichever cipher devices use.
final class ToySealing: SyncSealing {
    private let numbers: Shared<[UInt64]>

    /// Creates keys, of which the last one seals.
    init(_ numbers: UInt64...) { self.numbers = Shared(numbers) }

    func add(_ number: UInt64) { numbers.change { $0.insert(number, at: 0) } }

    var currentKey: SealingKeyName { SealingKeyName(number: numbers.value.last ?? 0, fingerprint: 7) }

    func hasKey(_ name: SealingKeyName) -> Bool { numbers.value.contains(name.number) }

    func seal(_ plaintext: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        guard hasKey(key) else { throw SyncSealingError(.keyMissing, "A test") }
        let seed = Self.hash(Data("\(key) \(binding.count) ".utf8) + binding + plaintext)
        return withUnsafeBytes(of: seed.bigEndian) { Data($0) } + Self.mask(plaintext, seed)
    }

    func open(_ sealed: Data, by key: SealingKeyName, binding: Data) throws(SyncSealingError) -> Data {
        let seed = sealed.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let plaintext = Self.mask(Data(sealed.dropFirst(8)), seed)
        guard try seal(plaintext, by: key, binding: binding) == sealed else {
            throw SyncSealingError(.notAuthentic, "A test")
        }
        return plaintext
    }

    private static func mask(_ data: Data, _ seed: UInt64) -> Data {
        Data(zip(data, testBytes(data.count, seed: seed)).map { $0 ^ $1 })
    }

    /// FNV-1a.
    private static func hash(_ data: Data) -> UInt64 {
        data.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
