/// What the bitmap of an update tells.
package struct HistoryMarks: Sendable {
    /// The properties that have changed, in order of their slots.
    package private(set) var slots: [Int] = []
    /// The foreign keys that have changed and are no property's.
    package private(set) var columns: [String] = []
    /// How many relationships to many have changed of which the bitmap does not tell which.
    private(set) var toManyCount = 0
    /// How many bits have no name.
    private var unknownCount = 0
    /// What they may be.
    private var unknownSlots: Set<Int> = []
    /// What bits without a name most likely are.
    private var likely: [Int] = []

    /// What has changed and has no name.
    package struct Unnamed: Sendable, Hashable {
        /// How many properties.
        package let count: Int
        /// The properties that may be meant, the likely ones first; none where nothing is known.
        package let slots: [Int]

        package init(count: Int, slots: [Int]) {
            self.count = count
            self.slots = slots
        }
    }

    /// Nil where everything has a name.
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

    /// To be called when all bits were added.
    mutating func finish(_ bits: HistoryBits) {
        slots.sort()
        narrow(among: bits.toManySlots)
    }

    /// Says which relationships to many can have changed. Where they are no more than have changed, these are they.
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

    /// Whether relationships to many have changed of which it is not known which.
    package var mayBeSettled: Bool { toManyCount > 0 }

    /// Whether something has changed that may be anything.
    var hasUnknown: Bool { unknownCount > 0 }
}
