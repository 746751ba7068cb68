import Synchronization

/// Bounds the number of events of each key: a bucket that fills at a rate, and from which each event takes one.
///
/// The buckets are under `buckets`. A full one is forgotten.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filled: ContinuousClock.Instant
    }

    /// The seconds that a client is asked to wait for at most.
    private static let longestWait = 3_600.0

    private let rate: Double
    private let burst: Double
    private let mostKeys: Int
    private let buckets = Mutex<[String: Bucket]>([:])

    init(perSecond rate: Double, burst: Double, mostKeys: Int = 10_000) {
        (self.rate, self.burst, self.mostKeys) = (rate, burst, mostKeys)
    }

    /// Counts an event. Returns the seconds to wait where there were too many; nil where there is room.
    func count(_ key: String, at now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { buckets in
            if buckets[key] == nil, buckets.count >= mostKeys { forget(&buckets, now) }
            var bucket = filled(buckets[key] ?? Bucket(tokens: burst, filled: now), now)
            defer { buckets[key] = bucket }
            guard bucket.tokens >= 1 else {
                let seconds = (1 - bucket.tokens) / rate
                return seconds < Self.longestWait ? max(1, Int(seconds.rounded(.up))) : Int(Self.longestWait)
            }
            bucket.tokens -= 1
            return nil
        }
    }

    /// The number of keys that are remembered.
    var count: Int { buckets.withLock { $0.count } }

    private func filled(_ bucket: Bucket, _ now: ContinuousClock.Instant) -> Bucket {
        let seconds = bucket.filled.duration(to: now) / .seconds(1)
        return Bucket(tokens: min(burst, bucket.tokens + max(0, seconds) * rate), filled: now)
    }

    /// Forgets full buckets, and half of the other buckets where that is not enough.
    private func forget(_ buckets: inout [String: Bucket], _ now: ContinuousClock.Instant) {
        buckets = buckets.filter { filled($0.value, now).tokens < burst }
        if buckets.count >= mostKeys { for key in buckets.keys.prefix(mostKeys / 2) { buckets[key] = nil } }
    }
}
