import SwiftDataSyncCore

/// Sealing without secrets: what a value is bound to stands before it.
enum ToySealing {
    struct Misplaced: Error {}

    static func key(_ number: UInt64) -> SealingKeyName {
        SealingKeyName(number: number, fingerprint: UInt32(number) * 7)
    }

    /// Some values are sealed by another key.
    static func seal(_ part: RecordState, _ id: RecordID) -> RecordState {
        part.replacingValues(of: id) { value, place in
            seal(value, place, key(1 + place.clock.time % 2))
        }
    }

    static func seal(_ part: RecordState, _ id: RecordID, _ key: SealingKeyName) -> RecordState {
        part.replacingValues(of: id) { value, place in seal(value, place, key) }
    }

    private static func seal(_ value: SyncValue, _ place: SealingPlace, _ key: SealingKeyName) -> SyncValue {
        .sealed(SealedValue(key: key, bytes: place.binding(key) + value.plaintext))
    }

    /// Opens what is sealed by some keys.
    static func open(_ part: RecordState, _ id: RecordID, keys: Set<UInt64> = [1, 2]) throws -> RecordState {
        try part.replacingValues(of: id) { value, place in
            guard case .sealed(let sealed) = value, keys.contains(sealed.key.number) else { return value }
            let binding = place.binding(sealed.key)
            guard sealed.bytes.starts(with: binding) else { throw Misplaced() }
            return try SyncValue(plaintext: Array(sealed.bytes.dropFirst(binding.count)))
        }
    }
}
