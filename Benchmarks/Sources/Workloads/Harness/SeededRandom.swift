/// Random numbers that are the same in every run, on every machine (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A number from 0 up to, but not including, the bound.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next() % UInt64(max(bound, 1)))
    }

    /// Lower-case letters in words, the first of each in upper case.
    mutating func words(_ count: Int) -> String {
        var text: [UInt8] = []
        for word in 0..<count {
            if word > 0 { text.append(UInt8(ascii: " ")) }
            text.append(UInt8(ascii: "A") + UInt8(below(26)))
            for _ in 0..<3 + below(7) { text.append(UInt8(ascii: "a") + UInt8(below(26))) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
