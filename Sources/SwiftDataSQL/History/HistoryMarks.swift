/// The changes in the bitmap of an update.
package struct HistoryMarks: Sendable {
    /// The properties that have changed, in order of their slots.
    package private(set) var slots: [Int] = []
    /// The changed foreign keys that belong to no property.
    package private(set) var columns: [String] = []
    /// The number of changed to-many relationships that the bitmap counts but does not identify.
    private(set) var toManyCount = 0
    /// The number of bits without a name.
    private var unknownCount = 0
    /// The slots that the bits without a name may stand for.
    private var unknownSlots: Set<Int> = []
    /// The slots that the bits without a name most likely stand for.
    private var likely: [Int] = []

    /// Changes that have no name.
    package struct Unnamed: Sendable, Hashable {
        /// The number of changed properties.
        package let count: Int
        /// The properties that may have changed, the likely ones first; empty if nothing is known.
        package let slots: [Int]

        package init(count: Int, slots: [Int]) {
            self.count = count
            self.slots = slots
        }
    }

    /// Nil if every change has a name.
    package private(set) var unnamed: Unnamed?

    mutating func add(_ meanings: Set<HistoryBitMeaning>, _ bit: Int, _ bits: HistoryBits) {
        if let meaning = meanings.first, meanings.count == 1 {
            switch meaning {
            case .slot(let slot):
                if !slots.contains(slot) { slots.append(slot) }
                return
            case .column(let column): return columns.append(column)
            case .toMany:
                toManyCount += 1
                if let slot = bits.likelyToMany(bit) { likely.append(slot) }
                return
            case .unknown: break
            }
        }
        unknownCount += 1
        for meaning in meanings {
            switch meaning {
            case .slot(let slot): unknownSlots.insert(slot)
            case .toMany: unknownSlots.formUnion(bits.toManySlots)
            case .column, .unknown: break
            }
        }
    }

    /// Counts bits that no reading has.
    mutating func addUnknown(_ count: Int) { unknownCount += count }

    /// Completes the marks after all bits were added.
    mutating func finish(_ bits: HistoryBits) {
        slots.sort()
        narrow(among: bits.toManySlots)
    }

    /// Limits the to-many relationships that can have changed. If there are no more candidates than changed
    /// relationships, all of them have changed.
    mutating func narrow(among candidates: [Int]) {
        guard candidates.count >= toManyCount else { return }
        if toManyCount > 0, candidates.count == toManyCount {
            slots = (slots + candidates).sorted()
            toManyCount = 0
        }
        let (count, left) = (toManyCount + unknownCount, toManyCount > 0 ? candidates : [])
        guard count > 0 else { return unnamed = nil }
        let first = likely.filter(left.contains)
        let rest = Set(left).union(unknownSlots).subtracting(first).subtracting(slots)
        unnamed = Unnamed(count: count, slots: first + rest.sorted())
    }

    /// True if to-many relationships have changed that are not identified.
    package var hasUnidentifiedToMany: Bool { toManyCount > 0 }

    /// True if a bit without a definite meaning is set.
    var hasUnknown: Bool { unknownCount > 0 }
}
