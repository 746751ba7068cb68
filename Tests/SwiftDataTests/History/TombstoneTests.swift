import SwiftData
import TestSupport
import Testing

/// The tombstones of deleted models.
@Suite struct TombstoneTests {
    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(try folder.container(for: Keepsake.self, Relic.self, Coin.self))
    }

    private func tombstone<Model: PersistentModel>(of model: Model) throws -> HistoryTombstone<Model> {
        context.insert(model)
        try context.save()
        context.delete(model)
        try context.save()
        let last = try context.fetchHistory(described()).last
        guard case .delete(let delete as DefaultHistoryDelete<Model>) = last?.changes.first else {
            throw CocoaError(.coderValueNotFound)
        }
        return delete.tombstone
    }

    @Test func everyKindOfValueComesBackAsThePropertyHadIt() throws {
        let values = Kinds.Values()
        let kept = try tombstone(of: Keepsake(values, place: Point(x: 3, y: 4)))
        #expect(kept[\.bool] as? Bool == values.bool)
        #expect(kept[\.int] as? Int == values.int)
        #expect(kept[\.uint64] as? UInt64 == values.uint64)
        #expect(kept[\.double] as? Double == values.double)
        #expect(kept[\.decimal] as? Decimal == values.decimal)
        #expect(kept[\.string] as? String == values.string)
        #expect(kept[\.date] as? Date == values.date)
        #expect(kept[\.uuid] as? UUID == values.uuid)
        #expect(kept[\.url] as? URL == values.url)
        #expect(kept[\.data] as? Data == values.data)
        #expect(kept[\.colour] as? Colour == values.colour)
        #expect(kept[\.mood] as? Mood == values.mood)
        #expect(kept[\.shape] as? Shape == values.shape)
        #expect(kept[\.address] as? Address == values.address)
        #expect(kept[\.place] as? Point == Point(x: 3, y: 4))
        #expect(kept[\.strings] as? [String] == values.strings)
        #expect(kept[\.dictionary] as? [String: Double] == values.dictionary)
        #expect(kept[\.opaque] as? Address == values.address)
        #expect(kept[\.large] as? Data == values.blob)
        #expect(kept[\.small] as? Data == values.data)
        #expect(kept[\.nothing] == nil)
        #expect(kept[\.forgotten] == nil)
        #expect(Array(kept).count == 20)
    }

    @Test func nilIsNotKept() throws {
        let kept = try tombstone(of: Keepsake())
        #expect(kept[\.place] == nil)
        #expect(kept[\.string] as? String == Kinds.Values().string)
    }

    @Test func inheritedAttributesAreKeptToo() throws {
        let kept = try tombstone(of: Coin(origin: "Rome", metal: "silver"))
        #expect(kept[\Coin.origin] as? String == "Rome")
        #expect(kept[\.metal] as? String == "silver")
        #expect(kept[\.age] == nil)
        #expect(kept.compactMap { $0 as? String }.sorted() == ["Rome", "silver"])
    }

    @Test func anUpdateOfAnInheritedPropertyIsToldByTheKeyPathOfTheClass() throws {
        let coin = Coin(origin: "Rome", metal: "silver")
        context.insert(coin)
        try context.save()
        coin.age = 2_000
        coin.weight = 3.5
        try context.save()
        guard
            case .update(let update as DefaultHistoryUpdate<Coin>) = try context.fetchHistory(described()).last?
                .changes.first
        else {
            Issue.record("the change is no update of a coin")
            return
        }
        #expect(Set(update.updatedAttributes.map { $0 as AnyKeyPath }) == [\Coin.age, \Coin.weight])
        #expect(update.updatedAttributes.contains { $0 == \.age })
        #expect(update.updatedAttributes.contains { coin[keyPath: $0] as? Int == 2_000 })
    }

    @Test func theFileKeepsTheValuesInItsTombstoneColumns() throws {
        _ = try tombstone(of: Coin(origin: "Rome", metal: "silver"))
        #expect(
            try folder.sqlite3("SELECT ZTOMBSTONE0 || ' ' || ZTOMBSTONE1 FROM ACHANGE WHERE ZCHANGETYPE = 2")
                == "silver Rome"
        )
        #expect(try HistoryListing.stored(folder.file) == HistoryListing.reported(context.fetchHistory(described())))
    }

    @Test func aDamagedValueIsLeftOut() throws {
        _ = try tombstone(of: Keepsake())
        let number = try #require(
            Int(try folder.sqlite3("SELECT count(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE*'"))
        )
        for column in 0..<number {
            _ = try folder.sqlite3("UPDATE ACHANGE SET ZTOMBSTONE\(column) = x'FF00' WHERE ZCHANGETYPE = 2")
        }
        guard
            case .delete(let delete as DefaultHistoryDelete<Keepsake>) = try context.fetchHistory(described()).last?
                .changes.first
        else {
            Issue.record("the change is no deletion of a keepsake")
            return
        }
        #expect(delete.tombstone[\.uuid] == nil)
        #expect(delete.tombstone[\.shape] == nil)
        #expect(delete.tombstone[\.data] as? Data == Data([255, 0]))
    }
}
