import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TripsKit
import TripsWeb

/// The limits of the server, and its health check.
@Suite struct LimitTests {
    @Test(arguments: ["/", "/changes", "/style.css", "/health", "/live/"])
    func theHeadOfAPageIsThatOfThePage(address: String) async throws {
        try await withSite { _, _, client in
            let answer = try await Visitor(client: client, person: "anna").get(address, method: .head)
            #expect(answer.status == .ok)
            #expect(answer.body.readableBytes == 0)
        }
    }

    @Test func aBrowserWithoutACookieIsRefusedBeforeItsBodyIsRead() async throws {
        try await withSite { _, _, client in
            let body = ByteBuffer(string: String(repeating: "x", count: 300_000))
            let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            let answer = try await client.execute(uri: "/trips", method: .post, headers: headers, body: body)
            // Not 413, which would need the body.
            #expect(answer.status == .forbidden)
        }
    }

    @Test func lengthsAreCountedAsBrowsersDo() async throws {
        // One character with many marks on it.
        let tall = "e" + String(repeating: "\u{301}", count: 5_000)
        #expect(tall.count == 1)
        #expect(tall.shortened(to: 100) == "" && ("ab" + tall).shortened(to: 100) == "ab")
        #expect("👩‍👩‍👧a".shortened(to: 8) == "👩‍👩‍👧" && "abc".shortened(to: 3) == "abc")
        #expect(ListQuery(["q": tall]).search == "")
        var form = TripForm()
        form.name.value = tall
        let errors = #expect(throws: FormErrors.self) { _ = try form.plan() }
        #expect(try #require(errors).messages["name"] == "At most 120 characters fit here.")
        try await withSite { _, _, client in
            let answer = try await Visitor(client: client, person: "anna").post("/person", ["person": tall])
            #expect(answer.status == .unprocessableContent && answer.headers[.setCookie] == nil)
        }
    }

    @Test func aTableAndAPhotoHaveTheirLimits() async throws {
        try await withSite { _, _, client in
            let anna = Visitor(client: client, person: "anna")
            let table = try await anna.send(Data(repeating: 10, count: 300_000), to: "/import")
            #expect(table.status == .unprocessableContent)
            #expect(String(buffer: table.body).contains("256 KB at most"))
            let trip = try await anna.addTrip("Away")
            let photo = Data([0xFF, 0xD8, 0xFF]) + Data(count: 5 * 1_024 * 1_024)
            #expect(try await anna.send(photo, to: trip + "/photos").status == .unprocessableContent)
            #expect(try await anna.send(photo.dropLast(3), to: trip + "/photos").status == .seeOther)
        }
    }

    @Test func moreTabsThanThereIsRoomForAreRefused() async throws {
        try await withSite { site, _, client in
            let anna = Visitor(client: client, person: "anna")
            let key = FeedKey(page: .list(ListQuery()), person: "anna")
            var mailboxes: [Mailbox] = []
            for _ in 0..<1_000 { mailboxes.append(try await site.board.subscribe(to: key)) }
            #expect(try await anna.get("/live/").status == .serviceUnavailable)
            #expect(try await anna.get("/").status == .ok)
            for mailbox in mailboxes { await site.board.unsubscribe(mailbox) }
            #expect(try await anna.get("/live/", method: .head).status == .ok)
        }
    }

    @Test func theHealthCheckTellsOfADatabaseThatIsGone() async throws {
        try await withSite { _, store, client in
            let anna = Visitor(client: client, person: "anna")
            _ = try await anna.addTrip("Away")
            #expect(try await anna.get("/health").status == .ok)
            let file = try #require(store.file)
            try FileManager.default.moveItem(at: file, to: file.appendingPathExtension("away"))
            let health = try await anna.get("/health")
            #expect(health.status == .serviceUnavailable)
            #expect(String(buffer: health.body).contains("\"moved\""))
        }
    }

    @Test func anAddressOfAStayThatSomebodyHasRemovedIsAskedAbout() throws {
        let first = try Day.date("2027-04-01")
        let trip = Trip(name: "Away", destination: "Lisbon", startDate: first, endDate: first)
        trip.livingAccommodation = LivingAccommodation(name: "Hotel", address: nil)
        var form = TripForm(trip)
        form.address.value = "Street 1"
        trip.livingAccommodation = nil
        let errors = try #require(#expect(throws: FormErrors.self) { _ = try form.edit(of: TripForm(trip)) })
        #expect(errors.messages["stay"]?.contains("removed") == true)
        form.stay.was = try #require(errors.newer["stay"])
        let edit = try form.edit(of: TripForm(trip))
        #expect(edit.stay == "Hotel" && edit.address == "Street 1")
    }
}
