/// A record of the sides of relationships that the program has written while the model is in no context.
///
/// Before a model is in a context, the other side follows where two relationships are inverses by the classes. A
/// container whose file keeps the two apart takes in only the sides that the program has written. The to-one sides
/// suffice for that: of a pair, either they have followed, or the other side has.
package struct WrittenSides {
    // Bits by the number of the to-one relationship within its class. A relationship without a bit counts as written on
    // both sides.
    private var followed: UInt8 = 0
    private var both: UInt8 = 0

    package enum Side { case toOne, other, both }

    package init() {}

    /// The side that the program has written.
    package func written(_ number: Int) -> Side {
        guard let bit = Self.bit(number), both & bit == 0 else { return .both }
        return followed & bit == 0 ? .toOne : .other
    }

    /// A to-one relationship leads to another model now.
    package mutating func write(_ number: Int, hasFollowed: Bool) {
        guard let bit = Self.bit(number) else { return }
        both &= ~bit
        followed = hasFollowed ? followed | bit : followed & ~bit
    }

    /// A side was written that the pair is related by already.
    package mutating func confirm(_ number: Int, from side: Side) {
        guard let bit = Self.bit(number), written(number) != side else { return }
        both |= bit
    }

    /// A to-one relationship was written in a context, where nothing follows that is no inverse in the store.
    package mutating func writeAttached(_ number: Int) {
        if let bit = Self.bit(number) { both |= bit }
    }

    private static func bit(_ number: Int) -> UInt8? { (0..<8).contains(number) ? 1 << UInt8(number) : nil }
}
