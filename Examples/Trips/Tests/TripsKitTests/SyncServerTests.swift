import Foundation
import Testing

@testable import TripsKit

/// Sync servers as people name them. No test needs one.
@Suite struct SyncServerTests {
    private static let secret = "osd_0123456789abcdef_secret"

    @Test func theTokenIsInTheEnvironmentOrInAFile() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("token-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let environment = [SyncServer.tokenVariable: Self.secret]
        let url = "https://sync.example.org"
        #expect(try SyncServer(url, environment: [:]).token.read() == nil)
        #expect(try SyncServer(url, environment: [SyncServer.tokenVariable: ""]).token.read() == nil)
        #expect(try SyncServer(url, environment: environment).token.read() == Self.secret)
        let named = try SyncServer(url, tokenFile: file, environment: environment)
        #expect(throws: (any Error).self) { try named.token.read() }
        for text in ["first\n", "  second  \n\n"] {
            // A file that has changed is read anew.
            try Data(text.utf8).write(to: file)
            #expect(try named.token.read() == text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        try Data("\n".utf8).write(to: file)
        #expect(throws: (any Error).self) { try named.token.read() }
    }

    @Test func noDescriptionHasTheToken() throws {
        let server = try SyncServer("https://sync.example.org", environment: [SyncServer.tokenVariable: Self.secret])
        let place = SyncPlace.server(server)
        var dumped = ""
        dump(place, to: &dumped)
        for said in ["\(place)", String(reflecting: place), "\(server)", "\([server])", dumped] {
            #expect(!said.contains("secret"), "\(said)")
        }
    }

    @Test func wordsThatDoNotGoTogetherAreRefused() throws {
        #expect(try SyncPlace(folder: nil, server: nil) == nil)
        #expect(try SyncPlace(folder: "x", server: nil) == .folder(URL(fileURLWithPath: "x", isDirectory: true)))
        #expect(throws: TripError.notAServer) { try SyncPlace(folder: nil, server: "sync.example.org") }
        for (folder, server, zone) in [
            ("x", "https://a.example", nil), ("x", nil, "z"), ("", nil, nil), (nil, nil, "z"),
        ] {
            #expect(throws: TripError.self) { try SyncPlace(folder: folder, server: server, zone: zone) }
        }
    }

    #if HTTPSync
        @Test(arguments: [
            ("http://sync.example.org", "trips"), ("https://sync.example.org?x=1", "trips"), ("https://a", "a b"),
        ])
        func aServerThatCannotBeUsedIsSaidBeforeAnythingIsSent(url: String, zone: String) throws {
            let place = try #require(try SyncPlace(folder: nil, server: url, zone: zone))
            #expect(throws: TripError.self) { try place.transport() }
        }

        @Test func aServerThatIsAwayCostsNothing() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trips-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = TripStore.database(folder.appendingPathComponent("trips.store"))
            let days = try ["2027-05-01", "2027-05-07"].map { try Day.date($0) }
            _ = try TripBook(store).add(name: "Away", destination: "Oslo", startDate: days[0], endDate: days[1])
            // Nobody listens at this port.
            let place = SyncPlace.server(try SyncServer("http://127.0.0.1:1", environment: [:]))
            let sync = TripSync(try store.open(), through: place)
            let error = await #expect(throws: TripError.self) { try await sync.run() }
            let text = error?.description ?? ""
            #expect(text.contains("cannot be reached") && text.contains("is kept, and the next sync sends it"))
            #expect(!text.contains("\n"))
            #expect(try TripBook(store).trips().map(\.name) == ["Away"])
            // What could not be sent is sent through another place all the same: nothing was joined.
            let shared = folder.appendingPathComponent("shared")
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
            let later = TripSync(try store.open(), through: .folder(shared))
            try await later.run()
            #expect(await later.result.sent == 1)
        }

        @Test func aTokenThatCannotBeReadIsSaid() async throws {
            let file = URL(fileURLWithPath: "/nowhere/token")
            let place = SyncPlace.server(try SyncServer("http://127.0.0.1:1", tokenFile: file))
            let store = TripStore.memory
            let sync = TripSync(try store.open(), through: place)
            await #expect(throws: TripError.syncFailed("The file of the token, /nowhere/token, cannot be read.")) {
                try await sync.run()
            }
        }
    #else
        @Test func withoutTheTraitTheProgramSaysHowToBuildIt() throws {
            #expect(throws: TripError.builtWithoutHTTP) {
                try SyncPlace(folder: nil, server: "https://sync.example.org")
            }
            #expect(throws: TripError.builtWithoutHTTP) { try SyncServer("https://sync.example.org").transport() }
            #expect(TripError.builtWithoutHTTP.description.contains("--traits HTTPSync"))
        }
    #endif
}
