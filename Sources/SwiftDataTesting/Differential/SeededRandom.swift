/// Random numbers that a seed repeats.
package struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64
    /// The capabilities that the store of the values lacks. Values that it would lose are not made.
    let lacking: Set<StoreCapability>

    package init(seed: UInt64, lacking: Set<StoreCapability> = []) {
        state = seed
        self.lacking = lacking
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// A whole number below a bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// True in so many of a hundred cases.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// An element of a collection, or nil where it has none.
    package mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
