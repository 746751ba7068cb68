import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import SwiftData
import Testing
import TripsKit
import TripsWeb

/// The site with a real server.
@Suite struct SiteTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tripsweb-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func store(_ name: String = "trips.store") -> TripStore {
        TripStore(folder.appendingPathComponent(name).path)
    }

    private func run(
        _ store: TripStore,
        _ test: @Sendable @escaping (any TestClientProtocol) async throws -> Void
    ) async throws {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let site = try Site(Site.Options(store: store, port: 0, person: "anna"), logger: logger)
        try await site.application().test(.live, test)
    }

    private static let token = String(repeating: "ab", count: 16)

    private static func headers(_ more: [(HTTPField.Name, String)] = []) -> HTTPFields {
        var fields: HTTPFields = [
            .cookie: "trips-session=\(token)", .contentType: "application/x-www-form-urlencoded",
        ]
        for (name, value) in more { fields[name] = value }
        return fields
    }

    private static func form(_ values: [String: String], token: String = token) -> ByteBuffer {
        let all = values.merging(["csrf": token]) { first, _ in first }
        return ByteBuffer(string: all.map { "\($0)=\(Page.encoded($1))" }.joined(separator: "&"))
    }

    private static let away = [
        "name": "Away", "destination": "Lisbon", "start": "2027-05-01", "end": "2027-05-08", "once": "12345678",
    ]

    @Test(arguments: ["trips.store", "trips.json"])
    func aTripIsAddedOnceAndShown(name: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store(name)
        try await run(store) { client in
            for _ in 0..<2 {
                let sent = try await client.execute(
                    uri: "/trips",
                    method: .post,
                    headers: Self.headers(),
                    body: Self.form(Self.away)
                )
                #expect(sent.status == .seeOther)
            }
            let list = try await client.execute(uri: "/?q=LISB", method: .get)
            #expect(String(buffer: list.body).contains("<strong dir=\"auto\">Away</strong>"))
            let other = try await client.execute(uri: "/?q=oslo", method: .get)
            #expect(String(buffer: other.body).contains("No trip like that"))
            // Another form for the same trip is not a second sending.
            var again = Self.away
            again["once"] = "87654321"
            let refused = try await client.execute(
                uri: "/trips",
                method: .post,
                headers: Self.headers(),
                body: Self.form(again)
            )
            #expect(refused.status == .unprocessableContent)
            #expect(String(buffer: refused.body).contains("on these days already"))
        }
        #expect(try TripBook(store).counts().trips == 1)
    }

    @Test func aFormOfSomebodyElseIsRefused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store()
        try await run(store) { client in
            let wrong = Self.form(Self.away, token: String(repeating: "cd", count: 16))
            let right = Self.form(Self.away)
            let cases: [(HTTPFields, ByteBuffer)] = [
                (Self.headers(), wrong), (Self.headers(), Self.form(Self.away, token: "")),
                ([.contentType: "application/x-www-form-urlencoded"], right),
                (Self.headers([(.origin, "http://evil.example")]), right),
                (Self.headers([(.origin, "null")]), right),
            ]
            for (headers, body) in cases {
                let answer = try await client.execute(uri: "/trips", method: .post, headers: headers, body: body)
                #expect(answer.status == .forbidden)
            }
            let own = Self.headers([(.origin, "http://localhost")])
            let taken = try await client.execute(uri: "/trips", method: .post, headers: own, body: right)
            #expect(taken.status == .seeOther)
        }
        #expect(try TripBook(store).counts().trips == 1)
    }

    @Test func aLongBodyIsRefused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(store()) { client in
            var values = Self.away
            values["notes"] = String(repeating: "x", count: 200_000)
            let answer = try await client.execute(
                uri: "/trips",
                method: .post,
                headers: Self.headers(),
                body: Self.form(values)
            )
            #expect(answer.status == .contentTooLarge)
        }
    }

    @Test(arguments: [
        "/photos/..%2F..%2Fetc%2Fpasswd", "/trips/..", "/style.css/../../Package.swift", "/photos/p99", "/trips/p99",
        "/nothing", "/live/nothing", "/items/p1/edit",
    ])
    func anAddressThatLeadsNowhereIsNotFound(address: String) async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(store()) { client in
            let answer = try await client.execute(uri: address, method: .get)
            #expect(answer.status == .notFound)
        }
    }

    @Test func eachAnswerSaysWhatThePageMayDo() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await run(store()) { client in
            for address in ["/", "/style.css", "/live.js", "/health", "/nothing", "/trips/new"] {
                let answer = try await client.execute(uri: address, method: .get)
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(policy.contains("script-src 'self';") && policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                let text = String(buffer: answer.body)
                if address == "/" { #expect(!text.contains("style=") && !text.contains("<script>")) }
            }
        }
    }

    @Test func aPhotoComesBackAsItWasAndNothingElseIsTakenForOne() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store()
        let first = try Day.date("2027-05-01")
        let trip = try TripBook(store).add(name: "Away", destination: "Oslo", startDate: first, endDate: first)
        let slug = try #require(Slug(trip.persistentModelID))
        let start = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        let picture = start + Data((0..<300_000).map { UInt8($0 % 251) })
        try await run(store) { client in
            func upload(_ data: Data) async throws -> HTTPResponse.Status {
                var body = Data("--B\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(Self.token)\r\n".utf8)
                body += Data("--B\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a\"\r\n\r\n".utf8)
                body += data + Data("\r\n--B--\r\n".utf8)
                let headers = Self.headers([(.contentType, "multipart/form-data; boundary=B")])
                let uri = "/trips/\(slug)/photos"
                let buffer = ByteBuffer(bytes: body)
                return try await client.execute(uri: uri, method: .post, headers: headers, body: buffer).status
            }
            let cases: [(Data, HTTPResponse.Status)] = [
                (picture, .seeOther), (Data("<svg/>".utf8), .unprocessableContent), (Data(), .unprocessableContent),
                (picture + Data(count: 7_000_000), .contentTooLarge),
            ]
            for (data, expected) in cases {
                let status = try await upload(data)
                #expect(status == expected)
            }
        }
        let photo = try #require(try TripBook(store).trips().first?.photos.first)
        #expect(photo.content?.data == picture)
        let address = "/photos/\(try #require(Slug(photo.persistentModelID)))"
        try await run(store) { client in
            let answer = try await client.execute(uri: address, method: .get)
            #expect(answer.headers[.contentType] == "image/png")
            #expect(Data(buffer: answer.body) == picture)
            #expect(answer.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
        }
    }

    @Test func theLastChangeOfAPersonIsUndoneAndDoneAgain() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = store()
        let first = try Day.date("2027-05-01")
        let book = try TripBook(store)
        let trip = try book.add(name: "Away", destination: "Oslo", startDate: first, endDate: first)
        try book.plan("Swim", on: trip)
        let slug = try #require(Slug(trip.persistentModelID))
        try await run(store) { client in
            func post(_ uri: String, _ values: [String: String] = [:]) async throws -> HTTPResponse.Status {
                let (headers, body) = (Self.headers(), Self.form(values))
                return try await client.execute(uri: uri, method: .post, headers: headers, body: body).status
            }
            func check(_ counts: TripBook.Counts) throws {
                let stored = try TripBook(store).counts()
                #expect(stored == counts)
            }
            func step() async throws -> String {
                let page = String(buffer: try await client.execute(uri: "/", method: .get).body)
                let button = page.firstMatch(of: /name="value" value="(\d+)" id="(?:un|re)do-button"/)
                return String(try #require(button).output.1)
            }
            let deletion = try await post("/trips/\(slug)/delete")
            #expect(deletion == .seeOther)
            try check(TripBook.Counts())
            let old = try await step()
            let undo = try await post("/undo", ["value": old])
            #expect(undo == .seeOther)
            try check(TripBook.Counts(trips: 1, items: 1))
            let tooLate = try await post("/undo", ["value": old])
            #expect(tooLate == .conflict)
            let redo = try await post("/redo", ["value": step()])
            #expect(redo == .seeOther)
            try check(TripBook.Counts())
        }
    }
}
