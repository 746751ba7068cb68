import Foundation

/// Random numbers that are the same for the same seed.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}

/// Bytes that are not what they were.
enum Mutation {
    /// Numbers that counters and offsets should not be.
    private static let absurd: [[UInt8]] = [
        [0xFF], [0x7F, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0],
    ]

    static func mutated(_ data: Data, _ numbers: inout SeededNumbers) -> Data {
        var bytes = [UInt8](data)
        for _ in 0..<Int.random(in: 1...8, using: &numbers) {
            guard !bytes.isEmpty else { break }
            let place = position(in: bytes, &numbers)
            switch Int.random(in: 0..<7, using: &numbers) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 2:
                guard let number = absurd.randomElement(using: &numbers) else { break }
                for (offset, byte) in number.enumerated() where place + offset < bytes.count {
                    bytes[place + offset] = byte
                }
            case 3: bytes.removeSubrange(place..<min(place + Int.random(in: 1...16, using: &numbers), bytes.count))
            case 4: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
            case 5:
                let from = position(in: bytes, &numbers)
                bytes[place] = bytes[from]
            default:
                if Int.random(in: 0..<10, using: &numbers) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return Data(bytes)
    }

    /// Any place, and more often the end, where property lists keep their offsets.
    private static func position(in bytes: [UInt8], _ numbers: inout SeededNumbers) -> Int {
        let isNearEnd = Int.random(in: 0..<4, using: &numbers) == 0
        let first = isNearEnd ? max(0, bytes.count - 40) : 0
        return Int.random(in: first..<bytes.count, using: &numbers)
    }
}
