import SwiftDataCore

/// The keys of rows while they are being read.
struct CollectedKeys {
    private(set) var keys: [Int64] = []
    /// The place of the shape of each row; empty as long as it is the first for all of them.
    private(set) var places: [UInt16] = []

    init(capacity: Int = 0) {
        keys.reserveCapacity(capacity)
    }

    @inline(__always)
    mutating func append(_ key: Int64, place: Int) {
        if place != 0 || !places.isEmpty { append(place) }
        keys.append(key)
    }

    private mutating func append(_ place: Int) {
        if places.isEmpty { places = Array(repeating: 0, count: keys.count) }
        places.append(UInt16(truncatingIfNeeded: place))
    }
}

/// Rows while they are being read.
struct CollectedRows {
    private(set) var keys: CollectedKeys
    private(set) var locks: [Int64] = []
    private(set) var values: [[StoredValue]?] = []

    init(capacity: Int) {
        keys = CollectedKeys(capacity: capacity)
        locks.reserveCapacity(capacity)
        values.reserveCapacity(capacity)
    }

    var count: Int { locks.count }

    @inline(__always)
    mutating func append(_ key: Int64, place: Int, lock: Int64, _ rowValues: [StoredValue]) {
        keys.append(key, place: place)
        locks.append(lock)
        values.append(rowValues)
    }

    /// The rows as a batch.
    /// - Parameter family: The entities to which the places belong.
    consuming func batch(of family: [StoreEntity]) -> RowBatch {
        RowBatch(
            layouts: family.map(\.layout),
            identifiers: IdentifierList(spaces: family.map(\.space), keys: keys.keys, places: keys.places),
            locks: locks,
            values: values
        )
    }
}
