import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// Values move into files and out of them.
struct ExternalStorageMigrationTests {
    enum Inline {
        @Model class Photo {
            var number: Int
            var pixels: Data?
            init(number: Int, pixels: Data?) {
                self.number = number
                self.pixels = pixels
            }
        }
    }
    enum External {
        @Model class Photo {
            var number: Int
            @Attribute(.externalStorage) var pixels: Data?
            init(number: Int, pixels: Data?) {
                self.number = number
                self.pixels = pixels
            }
        }
    }
    enum Without {
        @Model class Photo {
            var number: Int
            init(number: Int) { self.number = number }
        }
    }

    // The last looks like a reference to a file, and is none.
    private static let values: [Data?] = [
        nil, Data(), Data([1, 2, 3]), Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
        Data([2]) + Data(UUID().uuidString.utf8) + Data([0]),
    ]

    private func filled() throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open([Inline.Photo.self]) { context in
            for (number, value) in Self.values.enumerated() {
                context.insert(Inline.Photo(number: number, pixels: value))
            }
            try context.save()
        }
        return store
    }

    @Test func largeValuesMoveToFilesAndBack() throws {
        let store = try filled()
        try store.migrate(to: [External.Photo.self])
        #expect(store.externalFiles().count == 1)
        try store.open([External.Photo.self]) { context in
            let photos = try context.fetch(FetchDescriptor<External.Photo>(sortBy: [SortDescriptor(\.number)]))
            #expect(photos.map(\.pixels) == Self.values)
        }
        try store.expectFresh([External.Photo.self])
        try store.migrate(to: [Inline.Photo.self])
        #expect(store.externalFiles().isEmpty)
        try store.open([Inline.Photo.self]) { context in
            let photos = try context.fetch(FetchDescriptor<Inline.Photo>(sortBy: [SortDescriptor(\.number)]))
            #expect(photos.map(\.pixels) == Self.values)
        }
        try store.expectFresh([Inline.Photo.self])
    }

    @Test func filesOfARemovedAttributeAreObsolete() throws {
        let store = try filled()
        try store.migrate(to: [External.Photo.self])
        try store.migrate(to: [Without.Photo.self])
        #expect(store.externalFiles().isEmpty)
    }

    @Test func aLostFileStopsTheMigrationAndChangesNothing() throws {
        let store = try filled()
        try store.migrate(to: [External.Photo.self])
        let name = try #require(store.externalFiles().first)
        let file = store.folder.url.appending(path: ".test_SUPPORT/_EXTERNAL_DATA/\(name)")
        try FileManager.default.removeItem(at: file)
        let before = try store.sql(".dump")
        let error = try #require(throws: StoreError.self) { try store.migrate(to: [Inline.Photo.self]) }
        #expect(
            error.description.contains("Photo.pixels: has values in external files that are missing: 1 row (Photo/p4)")
        )
        #expect(try store.sql(".dump") == before)
    }
}
