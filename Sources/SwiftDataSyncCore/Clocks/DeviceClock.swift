/// The clock of one device: the last time that it gave out, from which the next one follows.
///
/// Its state is a plain value that the client stores in the transaction of each edit, so that times grow over restarts and
/// over wall clocks that are set back. A device does not follow a clock that is more than `maximumDrift` ahead of its own
/// wall clock: the edit is merged all the same, but the times of this device stay near its wall clock. An edit that replaces a value
/// is later than that value on any account (`after`).
///
/// A device whose wall clock is a day ahead therefore wins over concurrent edits of the properties that it writes, for a
/// day. It does not move the clocks of other devices, and each of them replaces its values after it has seen them.
public struct DeviceClock: Hashable, Sendable {
    /// The device.
    public let device: DeviceNumber
    /// The last time, as in ``HybridClock/time``.
    public private(set) var last: UInt64
    /// The milliseconds by which a clock may be ahead of the wall clock and still be followed.
    public let maximumDrift: UInt64

    /// Creates the clock of a device, with the time that it had when it was stored.
    public init(device: DeviceNumber, last: UInt64 = 0, maximumDrift: UInt64 = 60_000) {
        self.device = device
        self.last = last
        self.maximumDrift = maximumDrift
    }

    /// Returns the clock of a new edit, later than each earlier one of this device and than the clock that it replaces.
    ///
    /// `now` is the wall clock in milliseconds since 1970. Throws ``SyncCoreError/Code/exhausted`` where 64 bits hold no
    /// later time; only a damaged or hostile clock leads there.
    public mutating func tick(now: UInt64, after seen: HybridClock? = nil) throws(SyncCoreError) -> HybridClock {
        let wall = HybridClock(milliseconds: now, device: device).time
        let next = max(try Self.successor(last), wall)
        guard let seen, seen.time >= next else {
            last = next
            return HybridClock(time: next, device: device)
        }
        let later = try Self.successor(seen.time)
        last = isNear(later, now: now) ? later : next
        return HybridClock(time: later, device: device)
    }

    /// Follows a clock that has arrived. Returns false, and changes nothing, where it is ahead by more than the drift.
    @discardableResult
    public mutating func observe(_ clock: HybridClock, now: UInt64) -> Bool {
        guard isNear(clock.time, now: now) else { return false }
        last = max(last, clock.time)
        return true
    }

    /// Returns to the wall clock after the wall clock was found to have been ahead by more than the drift.
    ///
    /// Times of this device then repeat an earlier range. Each property still has growing clocks, since an edit is later
    /// than the value that it replaces. A client calls this when it has compared its wall clock with a server's.
    public mutating func returnToWallClock(now: UInt64) {
        if !isNear(last, now: now) { last = HybridClock(milliseconds: now, device: device).time }
    }

    /// Returns true where a time is not ahead of the wall clock by more than the drift.
    private func isNear(_ time: UInt64, now: UInt64) -> Bool {
        let (limit, overflow) = now.addingReportingOverflow(maximumDrift)
        return overflow || time >> 16 <= limit
    }

    private static func successor(_ time: UInt64) throws(SyncCoreError) -> UInt64 {
        guard time < .max else {
            throw SyncCoreError(
                .exhausted,
                "A clock has reached its greatest time. Delete the record that has it, and insert it anew."
            )
        }
        return time + 1
    }
}
