import Foundation
import Logging
import SwiftData
import SwiftDataTesting
import Testing
import TripsKit
import TripsWeb

extension LiveBoard {
    /// The work of the live results of the board so far.
    fileprivate func work() -> ObserverWork { ObserverWork(of: modelContext) }
}

/// The board without a server.
@Suite struct BoardTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tripsweb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func site() throws -> (Site, TripStore) {
        let store = TripStore(folder.appendingPathComponent("trips.store").path)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return (try Site(Site.Options(store: store, port: 0, person: "anna"), logger: logger), store)
    }

    /// The text of a fragment once it has some text in it; nil after a minute.
    private func text(_ id: String, in mailbox: Mailbox, containing text: String) async throws -> String? {
        for _ in 0..<6_000 {
            if let html = mailbox.take().first(where: { $0.id == id })?.html, html.contains(text) { return html }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }

    private func marks(of board: LiveBoard, _ page: Page) async throws -> Int {
        let fragments = try await board.fragments(of: FeedKey(page: page, person: "anna"))
        return (fragments.first?.html.components(separatedBy: "Changed by").count ?? 0) - 1
    }

    private func add(_ name: String, to book: TripBook) throws {
        _ = try book.add(
            name: name,
            destination: "Oslo",
            startDate: Day.date("2027-05-01"),
            endDate: Day.date("2027-05-02")
        )
    }

    @Test func twoHundredTabsCostWhatOneDoes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (site, store) = try site()
        let board = site.board
        let key = FeedKey(page: .list(ListQuery()), person: "anna")
        var mailboxes: [Mailbox] = []
        for _ in 0..<200 { mailboxes.append(try await board.subscribe(to: key)) }
        for mailbox in mailboxes { #expect(mailbox.take().map(\.id) == ["list", "undo"]) }
        let (before, work) = (try await board.health(), await board.work())
        #expect(before.tabs == 200 && before.pages == 1 && before.fetches == 1 && work.fetches == 1)
        // Another container on the same file, as another program has it.
        let other = try TripBook(store, as: "ben")
        try add("Away", to: other)
        for mailbox in mailboxes { #expect(try await text("list", in: mailbox, containing: "Away") != nil) }
        let after = try await board.health()
        let done = await board.work().since(work)
        #expect(after.fetches == 1)
        #expect(done.fetches + done.patches == 1)
        // The list once; nothing else has changed.
        #expect(after.renderings - before.renderings == 1)
        #expect(after.readings - before.readings <= 2)
        for mailbox in mailboxes { await board.unsubscribe(mailbox) }
        #expect(try await board.health().tabs == 0)
    }

    @Test func aChangeOfAnotherPersonIsMarkedUntilTheTripIsLookedAt() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (site, store) = try site()
        let board = site.board
        let run = Task { try await board.run() }
        let list = Page.list(ListQuery())
        let mailbox = try await board.subscribe(to: FeedKey(page: list, person: "anna"))
        // What was saved before counts as seen.
        for _ in 0..<6_000 where try await !board.health().isFollowing { try await Task.sleep(for: .milliseconds(10)) }
        let ben = try TripBook(store, as: "ben")
        try add("Away", to: ben)
        let html = try #require(try await text("list", in: mailbox, containing: "Changed by"))
        #expect(html.contains("<bdi>ben</bdi>"))
        let slug = try #require(try ben.trips().first.flatMap { Slug($0.persistentModelID) })
        // Ben has made the change himself.
        let his = try await board.fragments(of: FeedKey(page: list, person: "ben"))
        #expect(his.first?.html.contains("Changed by") == false)
        try await board.read(slug, by: "anna")
        let hers = try await board.fragments(of: FeedKey(page: list, person: "anna"))
        #expect(hers.first?.html.contains("Changed by") == false)
        try ben.plan("Swim", on: try ben.trip(named: "Away"))
        #expect(try await text("list", in: mailbox, containing: "Changed by") != nil)
        await board.unsubscribe(mailbox)
        // Another server goes on: with the mark that was kept, and with what happened meanwhile.
        run.cancel()
        _ = try? await run.value
        try add("Home", to: ben)
        let other = try self.site().0.board
        let again = Task { try await other.run() }
        defer { again.cancel() }
        let later = try await other.subscribe(to: FeedKey(page: list, person: "anna"))
        for _ in 0..<6_000 where try await marks(of: other, list) < 2 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await marks(of: other, list) == 2)
        await other.unsubscribe(later)
    }

    @Test func namesAreEscapedInEveryFragment() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (site, store) = try site()
        let name = "<script>alert(\"x1x\")</script> & 'x' שלום"
        let book = try TripBook(store, as: name)
        let (first, last) = (try Day.date("2027-05-01"), try Day.date("2027-05-02"))
        let trip = try book.add(name: name, destination: name, startDate: first, endDate: last)
        try book.plan(name, on: trip, details: name)
        try book.edit(trip, TripBook.Edit(stay: name, address: name, notes: name))
        let slug = try #require(Slug(trip.persistentModelID))
        let run = Task { try await site.board.run() }
        defer { run.cancel() }
        for page in [Page.list(ListQuery()), .trip(slug), .changes(author: nil)] {
            for fragment in try await site.board.fragments(of: FeedKey(page: page, person: name)) {
                #expect(!fragment.html.contains("<script"), "\(fragment.id)")
                #expect(!fragment.html.contains("\"x1x\""), "\(fragment.id)")
            }
        }
    }
}
