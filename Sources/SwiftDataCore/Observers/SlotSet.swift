/// Some slots of a model, in one word. Slots from the 63rd on count as one, so that a set may contain more slots than
/// were added, and never fewer.
package struct SlotSet: Equatable {
    private var bits: UInt64 = 0

    package init() {}

    package static let all = SlotSet(bits: .max)

    private init(bits: UInt64) { self.bits = bits }

    package var isEmpty: Bool { bits == 0 }

    package mutating func insert(_ slot: Int) { bits |= 1 << UInt64(min(slot, 63)) }
    package mutating func formUnion(_ other: SlotSet) { bits |= other.bits }
    package func contains(_ slot: Int) -> Bool { bits & (1 << UInt64(min(slot, 63))) != 0 }
    package func intersects(_ other: SlotSet) -> Bool { bits & other.bits != 0 }
}
