import Foundation
import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// Stores in the repository, which earlier versions of this library wrote, open today.
@Suite struct FixtureTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures")

    /// Every layout that was ever written has one; a new one is recorded when the layout changes.
    static let layouts = ["layout-1"]

    private static func fixture(_ name: String) -> StoreFixture { StoreFixture(name, in: folder) }

    @Test(arguments: layouts) func theFixtureIsOfItsModels(_ name: String) throws {
        try Self.fixture(name).record(GalleryV1.self, GalleryV1.fill)
        let size = try FileManager.default.attributesOfItem(atPath: Self.fixture(name).url.path)[.size] as? Int
        #expect((size ?? .max) < 200_000)
    }

    @Test(arguments: layouts) func everyValueIsReadAsItWasWritten(_ name: String) throws {
        let store = try Self.fixture(name).open(as: GalleryV1.self)
        let context = store.context
        let works = try context.fetch(FetchDescriptor<GalleryV1.Work>(sortBy: [SortDescriptor(\.number)]))
        #expect(works.map(\.title) == ["Work 1", "Work 2", "Work 3", "Boy"])
        let first = try #require(works.first)
        #expect(first.year == 1901 && first.tiny == -8 && first.small == 200 && first.middle == 4_000_000_000)
        #expect(first.large == .max && !first.isSold && first.weight == 1.5)
        #expect(first.price == Decimal(1234) / 100)
        #expect(first.bought == Date(timeIntervalSinceReferenceDate: 1000.25))
        #expect(first.identity.uuidString == "01020304-0506-0708-090A-0B0C0D0E0F01")
        #expect(first.page?.absoluteString == "https://example.org/1")
        #expect(first.thumbnail == Data([0, 1, 2]) && first.scan == nil)
        #expect(first.room == .attic && first.offer == .price(1, currency: "EUR"))
        #expect(first.size == GalleryV1.Size(width: 1, height: 2.5, depth: nil, frames: ["gold", "oak"]))
        #expect(first.words == ["a", "b"] && first.counts == [3, 1, 2] && first.places == ["left": 1])
        #expect(first.labels.map(\.text) == ["z", "a", "m"])
        #expect(first.notes.map(\.text) == ["second", "first"])
        #expect(works[1].scan == Data(repeating: 5, count: 110_000))
        #expect(works[2].offer == .none && works[2].price == nil)
        #expect(works[2].spareSize == GalleryV1.Size(width: 3, height: 4, depth: 5, frames: []))
        #expect((works[3] as? GalleryV1.Painting)?.technique == .ink)
        let artist = try #require(try context.fetch(FetchDescriptor<GalleryV1.Artist>()).first)
        #expect(artist.works.map(\.number) == [5, 1, 3])
        let history = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        #expect(history.count == 3)
        guard case .delete(let deletion as DefaultHistoryDelete<GalleryV1.Work>) = history.last?.changes.first
        else {
            Issue.record("The history does not tell of the deletion first.")
            return
        }
        #expect(deletion.tombstone[\.title] as? String == "Work 4")
    }

    @Test(arguments: layouts) func itIsMigratedToLaterModels(_ name: String) throws {
        let store = try Self.fixture(name).open(as: GalleryV2.self)
        let context = store.context
        let works = try context.fetch(FetchDescriptor<GalleryV2.Work>(sortBy: [SortDescriptor(\.number)]))
        #expect(works.map(\.name) == ["Work 1", "Work 2", "Work 3", "Boy"])
        let first = try #require(works.first)
        #expect(first.year == 1901 && first.tiny == -8 && first.small == 200 && first.middle == 4_000_000_000)
        #expect(first.large == .max && first.weight == 1.5 && first.isOnShow)
        #expect(first.price == Decimal(1234) / 100)
        #expect(first.room == .attic && first.offer == .price(1, currency: "EUR"))
        #expect(first.size == GalleryV1.Size(width: 1, height: 2.5, depth: nil, frames: ["gold", "oak"]))
        #expect(first.words == ["a", "b"] && first.counts == [3, 1, 2] && first.places == ["left": 1])
        #expect(first.labels.map(\.text) == ["z", "a", "m"])
        #expect(first.notes.map(\.text) == ["second", "first"])
        #expect(works[1].scan == Data(repeating: 5, count: 110_000))
        #expect(works[2].spareSize == GalleryV1.Size(width: 3, height: 4, depth: 5, frames: []))
        #expect((works[3] as? GalleryV2.Painting)?.technique == .ink)
        let artist = try #require(try context.fetch(FetchDescriptor<GalleryV2.Artist>()).first)
        #expect(artist.works.map(\.number) == [5, 1, 3] && artist.born == nil)
        works[1].name = "changed"
        context.insert(GalleryV2.Work(number: 9, name: "new"))
        try context.save()
    }
}
