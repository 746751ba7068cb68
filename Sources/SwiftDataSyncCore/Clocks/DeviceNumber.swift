/// The number of a device, unique among the devices that share records.
///
/// A number is drawn at random from 64 bits when a device joins, and is kept with its store. A store that is restored from
/// a backup draws a new one: under the old number it would write clocks and counts that other devices have seen already.
public struct DeviceNumber: Hashable, Comparable, Sendable {
    /// The 64 bits.
    public let rawValue: UInt64

    /// Creates a number from its bits.
    public init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Orders numbers by their raw values.
    public static func < (left: DeviceNumber, right: DeviceNumber) -> Bool { left.rawValue < right.rawValue }
}
