import Foundation
import Hummingbird
import Testing
import TripsKit

@testable import TripsWeb

/// Two sites with stores of their own that sync while they run, through a folder.
@Suite struct SyncTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tripsweb-sync-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var place: SyncPlace { .folder(folder) }

    /// The text of a fragment of a tab once it has some text in it; nil after a minute.
    private func text(_ id: String, in mailbox: Mailbox, containing text: String) async throws -> String? {
        for _ in 0..<6_000 {
            if let html = mailbox.take().first(where: { $0.id == id })?.html, html.contains(text) { return html }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    @Test(arguments: ["trips.store", "trips.json"])
    func whatOneSiteSavesIsInTheOpenPagesOfTheOther(name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let place = place
        try await withSite(name, sync: place) { _, _, first in
            try await withSite(sync: place) { site, store, second in
                let (anna, ben) = (Visitor(client: first, person: "anna"), Visitor(client: second, person: "ben"))
                let tab = try await site.board.subscribe(to: FeedKey(page: .list(ListQuery()), person: "ben"))
                let trip = try await anna.addTrip("Away", notes: "A towel")
                let list = try #require(try await text("list", in: tab, containing: "Away"))
                #expect(list.contains("Oslo"))
                // What came by sync was done by a person at another device.
                if !list.contains("another device") {
                    _ = try #require(try await text("list", in: tab, containing: "another device"))
                }
                let slug = try #require(try TripBook(store).trips().first.flatMap { Slug($0.persistentModelID) })
                _ = try await ben.addItem("Swim", to: Page.trip(slug).address)
                var items: [String] = []
                for _ in 0..<100 where items.isEmpty {
                    items = try await anna.items(of: trip).map(\.title)
                    try await Task.sleep(for: .milliseconds(100))
                }
                #expect(items == ["Swim"])
                await site.board.unsubscribe(tab)
            }
        }
    }

    @Test func thePageTellsWhetherItIsSynced() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (place, folder) = (place, folder)
        try await withSite(sync: place) { site, _, client in
            let visitor = Visitor(client: client, person: "anna")
            let tab = try await site.board.subscribe(to: FeedKey(page: .list(ListQuery()), person: "anna"))
            #expect(try await text("sync", in: tab, containing: "Synced") != nil)
            #expect(String(buffer: try await visitor.get("/").body).contains(">Synced<"))
            try FileManager.default.moveItem(at: folder, to: folder.appendingPathExtension("away"))
            _ = try await visitor.addTrip("Away")
            #expect(try await text("sync", in: tab, containing: "Offline") != nil)
            try FileManager.default.moveItem(at: folder.appendingPathExtension("away"), to: folder)
            #expect(try await text("sync", in: tab, containing: "Synced") != nil)
            await site.board.unsubscribe(tab)
        }
    }

    @Test func withoutSyncThePageSaysNothingOfIt() async throws {
        try await withSite { _, _, client in
            let page = try await Visitor(client: client, person: "anna").get("/")
            #expect(!String(buffer: page.body).contains("id=\"sync\""))
        }
    }
}
