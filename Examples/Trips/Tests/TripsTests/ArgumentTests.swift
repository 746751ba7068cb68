import ArgumentParser
import Foundation
import Testing
import TripsKit

@testable import trips

@Suite struct ArgumentTests {
    @Test(arguments: [
        (["lst"], "Unexpected argument 'lst'"),
        (["list", "--upcoming", "--past"], "cannot be --upcoming and --past"),
        (["list", "--limit", "0"], "--limit must be 1 or more"),
        (["list", "--limit", "many"], "'many' is invalid for '--limit"),
        (["list", "--sort", "colour"], "'colour' is invalid for '--sort"),
        (["show"], "Missing expected argument '<name>'"),
        (["add", "Away"], "Missing expected argument '--destination"),
        (
            ["add", "Away", "--destination", "Oslo", "--from", "soon", "--to", "2027-05-01"],
            "'soon' is invalid for '--from"
        ),
        (["plan", "Away", "Swim", "--remove", "--done"], "--remove goes with neither"),
        (["import"], "Missing expected argument '<file>'"),
        (["list", "--store", ""], "--store needs a path"),
        (["list", "--as", ""], "--as needs a name"),
        (["watch", "--times", "0"], "--times must be 1 or more"),
        (["watch", "--store", "json"], "watch a database"),
        (["changes", "--forget-before", "soon"], "'soon' is invalid for '--forget-before"),
        (["copy", "--from", "json"], "Missing expected argument '--to"),
        (["copy", "--from", "json", "--to", "json"], "the same store"),
        (["sync"], "by --folder or by --server"),
        (["sync", "--folder", ""], "needs a path"),
        (["sync", "--folder", "x", "--server", "https://a.example"], "exclude each other"),
        (["sync", "--folder", "x", "--zone", "y"], "go with a server"),
        (["sync", "--server", "nowhere"], "named by a URL"),
        (["sync", "--folder", "x", "--fetch-only", "--send-only"], "exclude each other"),
    ])
    func badArgumentsGetAMessageThatSaysWhatIsWrongAndAnExitCodeForIt(
        arguments: [String],
        message: String
    ) throws {
        let error = try #require(throws: (any Error).self) { _ = try Trips.parseAsRoot(arguments) }
        #expect(Trips.message(for: error).contains(message))
        #expect(Trips.exitCode(for: error) == .validationFailure)
    }

    @Test func withoutACommandTheTripsAreListed() throws {
        #expect(try Trips.parseAsRoot(["--upcoming"]) is List)
    }

    @Test func theDemoIsACommand() throws {
        #expect(try Trips.parseAsRoot(["demo", "--store", "x"]) is RunDemo)
    }

    @Test func theStoreIsADatabaseOrAJSONFile() throws {
        func store(_ text: String) throws -> TripStore? {
            try (Trips.parseAsRoot(["list", "--store", text]) as? List)?.store.given
        }
        #expect(try store("x.db") == .database(URL(fileURLWithPath: "x.db")))
        #expect(try store("x.json") == .json(URL(fileURLWithPath: "x.json")))
        #expect(try store("json") == TripStore("json"))
    }

    #if PostgreSQL
        @Test func theStoreIsAServerWhereItsURLIsGiven() throws {
            let list = try #require(try Trips.parseAsRoot(["list", "--store", "postgres:///trips#anna"]) as? List)
            #expect(list.store.given == TripStore("postgresql:///trips#anna"))
            #expect(list.store.given?.file == nil)
        }

        private static let badAddresses = [
            (["list", "--store", "postgres://anna:secret@db/trips#a b"], "the name of a schema"),
            (["copy", "--from", "json", "--to", "postgres://anna:sec#ret@db/trips"], "the name of a schema"),
            (
                ["copy", "--from", "postgres://a:secret@db/x", "--to", "postgresql://a:secret@db/x#public"],
                "the same store"
            ),
        ]
    #else
        private static let badAddresses = [
            (["list", "--store", "postgres://anna:secret@db/trips"], "built without PostgreSQL"),
            (["demo", "--store", "postgresql:///trips"], "--traits PostgreSQL"),
            (["copy", "--from", "json", "--to", "postgresql://anna:secret@db/trips"], "built without PostgreSQL"),
            (["copy", "--from", "postgresql://anna:secret@db/trips", "--to", "json"], "built without PostgreSQL"),
        ]
    #endif

    #if HTTPSync
        @Test func aServerToSyncThroughIsTaken() throws {
            let words = ["sync", "--server", "https://sync.example.org", "--token-file", "token", "--send-only"]
            let sync = try #require(try Trips.parseAsRoot(words) as? Sync)
            guard case .server(let server) = try sync.place.read() else {
                Issue.record("The server is no server.")
                return
            }
            #expect(server.description == "https://sync.example.org, zone “trips”")
        }
    #else
        @Test func withoutTheTraitAServerToSyncThroughIsRefusedWithAWayOut() throws {
            let words = ["sync", "--server", "https://sync.example.org"]
            let error = try #require(throws: (any Error).self) { _ = try Trips.parseAsRoot(words) }
            #expect(Trips.message(for: error).contains("--traits HTTPSync"))
            #expect(Trips.exitCode(for: error) == .validationFailure)
        }
    #endif

    @Test(arguments: badAddresses)
    func anAddressThatCannotBeUsedIsSaidWithoutItsPassword(arguments: [String], message: String) throws {
        let error = try #require(throws: (any Error).self) { _ = try Trips.parseAsRoot(arguments) }
        #expect(Trips.fullMessage(for: error).contains(message))
        #expect(!Trips.fullMessage(for: error).contains("secret") && !Trips.fullMessage(for: error).contains("ret@db"))
        #expect(Trips.exitCode(for: error) == .validationFailure)
    }
}
