/// The time of an edit: milliseconds of wall time, a logical counter and the device, in this order.
///
/// These are the hybrid logical clocks of Kulkarni, Demirbas, Madappa, Avva and Leone, “Logical Physical Clocks” (2014), in
/// their compact form: 48 bits of milliseconds since 1970 and 16 bits of counter in one number. A counter that overflows
/// carries into the milliseconds. The device makes the order total.
public struct HybridClock: Hashable, Comparable, Sendable {
    /// The milliseconds since 1970, times 65,536, plus the counter.
    public let time: UInt64
    /// The device that made the edit.
    public let device: DeviceNumber

    /// The greatest milliseconds that a clock holds, in the year 10889.
    package static let greatestMilliseconds: UInt64 = 0xFFFF_FFFF_FFFF

    /// Creates a clock from its parts.
    public init(time: UInt64, device: DeviceNumber) {
        self.time = time
        self.device = device
    }

    /// Creates a clock from milliseconds since 1970 and a counter. Milliseconds beyond 48 bits count as the greatest.
    public init(milliseconds: UInt64, counter: UInt16 = 0, device: DeviceNumber) {
        self.init(time: min(milliseconds, Self.greatestMilliseconds) << 16 | UInt64(counter), device: device)
    }

    /// The milliseconds since 1970.
    public var milliseconds: UInt64 { time >> 16 }

    /// The logical counter within the millisecond.
    public var counter: UInt16 { UInt16(truncatingIfNeeded: time) }

    /// Returns true where a clock is earlier. Equal times are ordered by the numbers of the devices.
    public static func < (left: HybridClock, right: HybridClock) -> Bool {
        left.time != right.time ? left.time < right.time : left.device < right.device
    }
}
