import SwiftDataSyncCore

/// Random numbers that a seed repeats.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) {
        // Mixed first, since neighbouring seeds would otherwise have nearly the same numbers.
        state = Self.mix(seed &+ 0x6A09_E667_F3BC_C909)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mix(state)
    }

    private static func mix(_ number: UInt64) -> UInt64 {
        var mixed = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below a limit. The remainder is even enough for tests, and fast in debug builds.
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

extension RecordID {
    /// A record with a number in place of a random UUID.
    init(_ entity: SyncName, _ number: Int) {
        self.init(entity: entity, uuid: UUIDBits(high: 0x0190_0000_0000_7000, low: UInt64(number)))
    }
}

extension HybridClock {
    init(_ milliseconds: UInt64, _ device: UInt64 = 1) {
        self.init(milliseconds: milliseconds, device: DeviceNumber(device))
    }
}
