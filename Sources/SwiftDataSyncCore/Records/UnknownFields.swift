/// Fields that a later version of the wire format has added, by number, as the bytes of one CBOR item each.
///
/// Of two items the one with the greater bytes remains. A later version gives a new field bytes whose order is the order of
/// merging, such as a clock followed by a value; anything else needs a new version number.
package struct UnknownFields: Hashable, Sendable {
    package var items: [UInt64: [UInt8]]

    package init(_ items: [UInt64: [UInt8]] = [:]) {
        self.items = items
    }

    package mutating func merge(_ other: UnknownFields) {
        for (number, item) in other.items { _ = merge(item, number) }
    }

    /// Merges one item. Returns true where it is the greater one.
    mutating func merge(_ item: [UInt8], _ number: UInt64) -> Bool {
        if let own = items[number], !own.lexicographicallyPrecedes(item) { return false }
        items[number] = item
        return true
    }
}
