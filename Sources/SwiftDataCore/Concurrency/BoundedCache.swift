/// Values that are made once for each key, and forgotten together when there are too many of them.
///
/// For keys that data from outside may be a part of: a server that is asked for ever new ones keeps at most ``limit``.
package struct BoundedCache<Key: Hashable, Value> {
    package let limit: Int
    private var values: [Key: Value] = [:]

    package init(limit: Int) { self.limit = limit }

    package var count: Int { values.count }

    package subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            if values.count >= limit, values[key] == nil { values.removeAll(keepingCapacity: true) }
            values[key] = newValue
        }
    }
}

/// The moments to look through a table for entries that were released: each time that it has doubled since, so that an
/// entry is looked at twice on average, however many there are.
struct SweepSchedule {
    private var next: Int
    private let least: Int

    init(least: Int = 64) { (next, self.least) = (least, least) }

    /// True if a table is to be looked through.
    func isDue(_ count: Int) -> Bool { count >= next }

    /// Notes a sweep that has left a number of entries.
    mutating func swept(_ count: Int) { next = max(least, 2 * count) }
}
