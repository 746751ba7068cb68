package import Foundation
import SwiftDataSyncCore

/// The clock and the chance of an engine, which a simulation replaces.
package struct SyncEnvironment: Sendable {
    /// The wall clock in milliseconds since 1970.
    package var now: @Sendable () -> UInt64
    /// The time of a save in milliseconds since 1970, from its time in the history.
    package var time: @Sendable (Date) -> UInt64
    /// 64 random bits.
    package var random: @Sendable () -> UInt64
    /// Is called at the points between two effects, with their names. A simulation throws there to stop the engine.
    package var point: @Sendable (String) throws -> Void

    package init(
        now: @escaping @Sendable () -> UInt64 = { UInt64(max(0, Date().timeIntervalSince1970 * 1_000)) },
        time: @escaping @Sendable (Date) -> UInt64 = { UInt64(max(0, $0.timeIntervalSince1970 * 1_000)) },
        random: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
        point: @escaping @Sendable (String) throws -> Void = { _ in }
    ) {
        self.now = now
        self.time = time
        self.random = random
        self.point = point
    }

    /// A UUID of version 7 (RFC 9562): its first 48 bits are a time, so that the least of several is the oldest, and 26 bits a
    /// number that orders the UUIDs of one time.
    func uuid(time: UInt64, number: UInt64) -> UUIDBits {
        UUIDBits(
            high: (time & 0xFFFF_FFFF_FFFF) << 16 | 0x7000 | number >> 14 & 0x0FFF,
            low: 0x8000_0000_0000_0000 | (number & 0x3FFF) << 48 | random() & 0xFFFF_FFFF_FFFF
        )
    }
}
