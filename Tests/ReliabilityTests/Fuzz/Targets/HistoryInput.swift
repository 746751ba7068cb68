import Foundation
import SwiftDataSQL

/// The bitmaps of `ACHANGE.ZCOLUMNS`, in our form and in Core Data's.
///
/// The first byte chooses the table; the second says where one bitmap ends and the next begins.
enum HistoryInput: FuzzedInput {
    private static let ours = Result { try StoreLayout(FuzzModels.outline) }
    private static let apples = Result {
        var model = FuzzModels.outline
        model.form = StoredForm(joinTables: [:], hasAppleHistory: true)
        return try StoreLayout(model)
    }

    static func seeds() throws -> [Data] {
        let layouts = [try ours.get(), try apples.get()]
        var seeds: [Data] = []
        for (form, layout) in layouts.enumerated() {
            for (number, table) in layout.tables.enumerated() {
                let bits = table.historyBits
                seeds.append(Data([UInt8(form | number << 1), 2]) + bits.bitmap(0..<bits.count))
                seeds.append(
                    Data([UInt8(form | number << 1), 1]) + bits.bitmap([0, bits.count - 1], hasUnnamed: true)
                )
            }
        }
        return seeds
    }

    static func check(_ data: Data) throws {
        guard data.count >= 2 else { return }
        let bytes = [UInt8](data)
        let usesLibraryLayout = bytes[0] & 1 == 0
        let layout = try (usesLibraryLayout ? ours : apples).get()
        let table = layout.tables[Int(bytes[0] >> 1) % layout.tables.count]
        let middle = min(2 + Int(bytes[1]), bytes.count)
        let (first, second) = (Data(bytes[2..<middle]), Data(bytes[middle...]))
        let marks = table.historyBits.marks(in: first)
        for slot in marks.slots + (marks.unnamed?.slots ?? []) {
            try require(table.properties.indices.contains(slot), "a slot that the table has not")
        }
        try require(marks.slots == marks.slots.sorted(), "slots that are not in order")
        var evidence = TransactionEvidence()
        evidence.add(table, first, rows: 1)
        evidence.add(layout.tables[0], second, rows: 2)
        evidence.add(table, nil, rows: 1)
        let certain = evidence.marks(table, first, layout)
        try require(Set(certain.slots).isSuperset(of: marks.slots), "a slot that evidence has taken away")
        guard usesLibraryLayout, marks.unnamed == nil else { return }
        let bits = table.historyBits
        let known = marks.slots.compactMap { bits[slot: $0] } + marks.columns.compactMap { bits[implicitColumn: $0] }
        let again = bits.marks(in: bits.bitmap(known))
        try require(again.slots == marks.slots && again.columns == marks.columns, "a bitmap that has become another")
    }
}
