import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TripsKit
import TripsWeb

/// A browser of somebody, without a window.
struct Visitor: Sendable {
    let client: any TestClientProtocol
    let person: String
    private static let token = String(repeating: "ab", count: 16)

    func get(_ uri: String, method: HTTPRequest.Method = .get) async throws -> TestResponse {
        try await client.execute(uri: uri, method: method, headers: [.cookie: cookie])
    }

    func post(_ uri: String, _ values: [String: String] = [:]) async throws -> TestResponse {
        let all = values.merging(["csrf": Self.token]) { first, _ in first }
        let body = all.map { "\($0)=\(Page.encoded($1))" }.joined(separator: "&")
        let headers: HTTPFields = [.cookie: cookie, .contentType: "application/x-www-form-urlencoded"]
        return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(string: body))
    }

    /// Sends a form with a file.
    func send(_ file: Data, to uri: String) async throws -> TestResponse {
        var body = Data("--B\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(Self.token)\r\n".utf8)
        body += Data("--B\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n".utf8)
        body += file + Data("\r\n--B--\r\n".utf8)
        let headers: HTTPFields = [.cookie: cookie, .contentType: "multipart/form-data; boundary=B"]
        return try await client.execute(uri: uri, method: .post, headers: headers, body: ByteBuffer(bytes: body))
    }

    /// Adds a trip to Oslo; its page.
    func addTrip(_ name: String, notes: String = "") async throws -> String {
        let values = [
            "name": name, "destination": "Oslo", "start": "2027-05-01", "end": "2027-05-08", "notes": notes,
        ]
        return try await post("/trips", values).headers[.location] ?? ""
    }

    /// Adds an item; the slug of the last one on the list.
    func addItem(_ title: String, to trip: String) async throws -> String {
        _ = try await post(trip + "/items", ["title": title])
        return try await items(of: trip).last?.slug ?? ""
    }

    /// The bucket list, as the page shows it.
    func items(of trip: String) async throws -> [(slug: String, title: String)] {
        let item = /<button form="act" formaction="\/items\/([^\/]+)\/done".*?<span class="unseen">Done: (.*?)<\/span>/
        return String(buffer: try await get(trip).body).matches(of: item).map { (String($0.1), String($0.2)) }
    }

    /// The number and the name of the step that the page offers to undo; nil where there is none.
    func step() async throws -> (number: String, name: String)? {
        let button = /You <bdi>(.*?)<\/bdi><\/span> <button form="act" formaction="\/undo" name="value" value="(\d+)"/
        let page = String(buffer: try await get("/").body)
        return page.firstMatch(of: button).map { (String($0.2), String($0.1)) }
    }

    /// Presses the button that undoes.
    func undo() async throws -> HTTPResponse.Status {
        try await post("/undo", ["value": try await step()?.number ?? ""]).status
    }

    private var cookie: String { "trips-session=\(Self.token); trips-person=\(person)" }
}

/// Runs a site on a new store, a JSON file where its name ends so, while somebody uses it.
func withSite(
    _ name: String = "trips.store",
    sync: SyncPlace? = nil,
    _ test: @Sendable @escaping (Site, TripStore, any TestClientProtocol) async throws -> Void
) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tripsweb-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = TripStore(folder.appendingPathComponent(name).path)
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    let site = try Site(Site.Options(store: store, port: 0, person: "anna", sync: sync), logger: logger)
    try await site.application().test(.live) { try await test(site, store, $0) }
}
