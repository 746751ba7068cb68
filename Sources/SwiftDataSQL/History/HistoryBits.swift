package import Foundation

/// The positions of an entity's properties in the bitmap of an update, `ACHANGE.ZCOLUMNS`.
///
/// To-one relationships come first, then foreign keys of other entities' to-many relationships, then attributes, then
/// to-many relationships, each by name. A composite has one position. What Apple writes for composites and for several
/// to-many relationships is not known; readers of ours see a consistent order.
package struct HistoryBits: Sendable, Hashable {
    private let bySlot: [Int?]
    private let byImplicitColumn: [String: Int]
    /// How many positions there are.
    package let count: Int

    package init() {
        bySlot = []
        byImplicitColumn = [:]
        count = 0
    }

    init(properties: [PropertyOutline], implicitKeys: [ImplicitKey]) {
        func slots(_ isIncluded: (PropertyOutline) -> Bool) -> [Int] {
            properties.indices.filter { isIncluded(properties[$0]) }
                .sorted { precedesByName(properties[$0].name, properties[$1].name) }
        }
        var bySlot = [Int?](repeating: nil, count: properties.count)
        var byImplicitColumn: [String: Int] = [:]
        var count = 0
        func place(_ slots: [Int]) {
            for slot in slots {
                bySlot[slot] = count
                count += 1
            }
        }
        place(slots { if case .relationship(let relationship) = $0 { relationship.isToOne } else { false } })
        for key in implicitKeys {
            byImplicitColumn[key.column] = count
            count += 1
        }
        place(slots { if case .attribute(let attribute) = $0 { !attribute.isTransient } else { false } })
        place(slots { if case .relationship(let relationship) = $0 { !relationship.isToOne } else { false } })
        self.bySlot = bySlot
        self.byImplicitColumn = byImplicitColumn
        self.count = count
    }

    package subscript(slot slot: Int) -> Int? { bySlot.indices.contains(slot) ? bySlot[slot] : nil }
    package subscript(implicitColumn column: String) -> Int? { byImplicitColumn[column] }

    /// The bitmap with the given positions set, the most significant bit of the first byte first.
    package func bitmap(_ bits: some Sequence<Int>) -> Data {
        var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
        for bit in bits where bit >= 0 && bit < count {
            bytes[bit / 8] |= 0x80 >> (bit % 8)
        }
        return Data(bytes)
    }

    /// The slots that a bitmap says have changed.
    package func slots(in bitmap: Data) -> [Int] {
        let bytes = [UInt8](bitmap)
        return bySlot.indices.filter { slot in
            guard let bit = bySlot[slot], bit / 8 < bytes.count else { return false }
            return bytes[bit / 8] & (0x80 >> (bit % 8)) != 0
        }
    }
}
