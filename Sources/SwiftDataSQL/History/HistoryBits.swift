package import Foundation

/// The positions of an entity's properties in the bitmap of an update, `ACHANGE.ZCOLUMNS`.
///
/// To-one relationships come first, then foreign keys of other entities' to-many relationships, then attributes, each
/// by name, then to-many relationships. Stores of this library have the to-many relationships by name. Stores of
/// Apple's frameworks have them in the order of a dictionary whose size is not known for sure: see
/// docs/apple-stores.md. In such a store a bit is written at its most likely position, and read with the help of the
/// transaction's other changes.
package struct HistoryBits: Sendable, Hashable {
    private let bySlot: [Int?]
    private let byImplicitColumn: [String: Int]
    /// All possible meanings of the bits.
    private let readings: [HistoryReading]
    /// The to-many relationships, in the order that their bits most likely have.
    package let toManySlots: [Int]
    /// The number of positions.
    package let count: Int

    package init() {
        bySlot = []
        byImplicitColumn = [:]
        readings = []
        toManySlots = []
        count = 0
    }

    init(_ levels: [HistoryLevel], properties: [PropertyOutline], isApples: Bool) {
        let toMany = properties.indices.filter { properties[$0].isToMany }
            .sorted { precedesByName(properties[$0].name, properties[$1].name) }
        let hiddenCount = levels.reduce(0) { $0 + $1.implicitKeys.count }
        toManySlots = isApples ? Self.likelyOrder(toMany, properties, hiddenCount) : toMany
        let written = HistoryReading(
            levels,
            properties,
            composites: .one,
            inheritance: .mixed,
            hidden: .byEntity,
            toMany: toManySlots
        )
        var bySlot = [Int?](repeating: nil, count: properties.count)
        var byImplicitColumn: [String: Int] = [:]
        for (bit, meaning) in written.meanings.enumerated() {
            switch meaning {
            case .slot(let slot): bySlot[slot] = bit
            case .column(let column): byImplicitColumn[column] = bit
            case .toMany, .unknown: break
            }
        }
        self.bySlot = bySlot
        self.byImplicitColumn = byImplicitColumn
        count = written.meanings.count
        guard isApples else {
            readings = [written]
            return
        }
        var readings: [HistoryReading] = []
        for composites in HistoryReading.Composites.allCases {
            for inheritance in HistoryReading.Inheritance.allCases {
                for hidden in HistoryReading.HiddenColumns.allCases {
                    let reading = HistoryReading(
                        levels,
                        properties,
                        composites: composites,
                        inheritance: inheritance,
                        hidden: hidden,
                        toMany: toMany.count == 1 ? toMany : nil
                    )
                    if !readings.contains(reading) { readings.append(reading) }
                }
            }
        }
        self.readings = readings
    }

    /// The dictionary has an entry for each property and each system column, and one more for each foreign key. That
    /// fits all known files, which are too few to prove it.
    private static func likelyOrder(_ slots: [Int], _ properties: [PropertyOutline], _ implicitCount: Int) -> [Int] {
        let stored = properties.filter { $0.isToOne || $0.isToMany || $0.isStoredAttribute }.count
        let entries = stored + 3 + properties.filter(\.isToOne).count + implicitCount
        let names = slots.map { properties[$0].name }
        guard let order = NameHash.order(names, entries: entries) else { return slots }
        return order.compactMap { name in slots.first { properties[$0].name == name } }
    }

    package subscript(slot slot: Int) -> Int? { bySlot.indices.contains(slot) ? bySlot[slot] : nil }
    package subscript(implicitColumn column: String) -> Int? { byImplicitColumn[column] }

    /// True if a bitmap may not identify the changed properties.
    package var isAmbiguous: Bool { readings.count > 1 || needsEvidence }

    /// True if the order of the to-many relationships is not known.
    package var needsEvidence: Bool { readings.contains { $0.meanings.contains(.toMany) } }

    /// The bitmap with the given positions set, the most significant bit of the first byte first.
    /// - Parameter hasUnnamed: True if something else has changed that is not known. Stores of this library mark it
    ///   with one more position.
    package func bitmap(_ bits: some Sequence<Int>, hasUnnamed: Bool = false) -> Data {
        var bytes = [UInt8](repeating: 0, count: (count + (hasUnnamed ? 1 : 0) + 7) / 8)
        for bit in bits where bit >= 0 && bit < count {
            bytes[bit / 8] |= 0x80 >> (bit % 8)
        }
        if hasUnnamed { bytes[count / 8] |= 0x80 >> (count % 8) }
        return Data(bytes)
    }

    /// The slots of the properties whose change a bitmap proves by itself.
    package func slots(in bitmap: Data) -> [Int] { marks(in: bitmap).slots }

    /// The changes that a bitmap proves by itself.
    package func marks(in bitmap: Data) -> HistoryMarks {
        let bytes = [UInt8](bitmap)
        let fitting = readings.filter { ($0.meanings.count + 7) / 8 == bytes.count }
        let candidates = fitting.isEmpty ? readings : fitting
        let known = candidates.map(\.meanings.count).max() ?? 0
        var marks = HistoryMarks()
        for (index, byte) in bytes.enumerated() where byte != 0 {
            // A file may have any number of bits behind the ones with a meaning.
            guard index * 8 < known else {
                marks.addUnknown(byte.nonzeroBitCount)
                continue
            }
            for position in 0..<8 where byte & (0x80 >> position) != 0 {
                let bit = index * 8 + position
                marks.add(Set(candidates.map { bit < $0.meanings.count ? $0.meanings[bit] : .unknown }), bit, self)
            }
        }
        marks.finish(self)
        return marks
    }

    /// The to-many relationship that a position most likely has.
    func likelyToMany(_ bit: Int) -> Int? { toManySlots.first { bySlot[$0] == bit } }
}
