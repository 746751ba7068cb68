/// Random numbers that a seed repeats.
package struct SeededRandom: RandomNumberGenerator {
    private var bits: ScriptRandom
    /// The capabilities that the store of the values lacks. Values that it would lose are not made.
    let lacking: Set<StoreCapability>

    package init(seed: UInt64, lacking: Set<StoreCapability> = []) {
        bits = ScriptRandom(seed: seed)
        self.lacking = lacking
    }

    package mutating func next() -> UInt64 { bits.next() }

    /// A whole number below a bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// True in so many of a hundred cases.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// An element of a collection, or nil where it has none.
    package mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
