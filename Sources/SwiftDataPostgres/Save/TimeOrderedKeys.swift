#if PostgreSQL
package import Foundation
import SwiftDataCore

/// Keys that are made without the server: 42 bits of milliseconds since the beginning of 2001, which last until 2140, and 21 bits that
/// begin with a random number in each millisecond.
///
/// Two processes can make the same key. The primary key of the table detects it, and the save begins again with other
/// keys.
package final class TimeOrderedKeys: Sendable {
    /// The keys of this process, for all its stores: each is greater than the one before.
    static let shared = TimeOrderedKeys()

    static let randomBits: Int64 = 21
    private let last = Locked<Int64>(0)
    private let now: @Sendable () -> Date

    /// - Parameter now: The clock.
    package init(now: @escaping @Sendable () -> Date = { Date() }) { self.now = now }

    /// Makes keys in ascending order.
    package func next(_ count: Int) -> [Int64] {
        guard count > 0 else { return [] }
        let milliseconds = Int64(min(max(now().timeIntervalSinceReferenceDate * 1000, 0), 4.39e12))
        // The upper half is for the keys that follow in the same millisecond.
        let first = milliseconds << Self.randomBits + Int64.random(in: 0..<(1 << (Self.randomBits - 1)))
        return last.withLock { last in
            // A clock that is set back, and a millisecond that has all its keys, go on with the last one.
            let start = max(first, last + 1)
            last = start + Int64(count) - 1
            return Array(start...last)
        }
    }

    /// The SQL for the key of a row that a program in SQL inserts.
    static let defaultKey =
        "((extract(epoch FROM clock_timestamp()) - 978307200) * 1000)::bigint * \(1 << randomBits) "
        + "+ floor(random() * \(1 << randomBits))::bigint"
}
#endif
