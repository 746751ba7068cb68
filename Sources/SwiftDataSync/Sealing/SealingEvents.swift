public import SwiftDataSyncCore

/// Values that have arrived and that this device cannot read, since it lacks their key.
///
/// The engine keeps them. Their rows are held: they are not in the store, or keep their former values. A fetch after the key has been
/// added reads them.
public struct SealedValues: Hashable, Sendable {
    /// The name of the key.
    public let key: SealingKeyName
    /// The number of values.
    public let count: Int
}

/// Values that have arrived and were refused. Nothing of them was applied.
public struct RefusedValues: Hashable, Sendable {
    /// The reason for which values are refused.
    public enum Reason: String, Hashable, Sendable {
        /// The value was not sealed by its key, or not for this record, property and time: another party has changed or
        /// moved it.
        case notAuthentic
        /// The value is in the open, and ``SyncConfiguration/acceptsOpenValues`` is false.
        case open
    }

    /// The name of the class.
    public let entityName: String
    /// The name of the property.
    public let propertyName: String
    /// The reason.
    public let reason: Reason
    /// The number of values.
    public let count: Int
}

/// The sealed values that a transaction could not read or has refused.
struct SealingReport: Sendable {
    private struct Place: Hashable {
        let entity: String
        let property: String
        let reason: RefusedValues.Reason
    }

    private var unread: [SealingKeyName: Int] = [:]
    private var refusals: [Place: Int] = [:]
    /// The keys that were not there when a value was to be opened. They may have been added since.
    private(set) var missing: Set<SealingKeyName> = []

    mutating func addUnread(_ key: SealingKeyName) {
        unread[key, default: 0] += 1
        missing.insert(key)
    }

    mutating func noteMissing(_ key: SealingKeyName) { missing.insert(key) }

    mutating func addRefused(_ place: SealingPlace, _ reason: RefusedValues.Reason) {
        let place = Place(entity: place.record.entity.text, property: place.property.text, reason: reason)
        refusals[place, default: 0] += 1
    }

    mutating func add(_ later: SealingReport) {
        unread.merge(later.unread) { $0 + $1 }
        missing.formUnion(later.missing)
        refusals.merge(later.refusals) { $0 + $1 }
    }

    /// The values without a key, by key.
    var sealed: [SealedValues] {
        unread.map { SealedValues(key: $0, count: $1) }.sorted { $0.key < $1.key }
    }

    /// The values that were refused, by class and property.
    var refused: [RefusedValues] {
        refusals.sorted {
            ($0.key.entity, $0.key.property, $0.key.reason.rawValue)
                < ($1.key.entity, $1.key.property, $1.key.reason.rawValue)
        }.map {
            RefusedValues(
                entityName: $0.key.entity,
                propertyName: $0.key.property,
                reason: $0.key.reason,
                count: $0.value
            )
        }
    }
}
