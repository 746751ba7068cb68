import Foundation
import SwiftData
import Testing
import TripsKit

#if PostgreSQL
    import SwiftDataPostgres
#endif

/// The addresses of PostgreSQL servers. No test needs a server.
@Suite struct PostgresAddressTests {
    @Test(arguments: ["postgresql:///trips", "postgres://anna:secret@db/trips?sslmode=require", "PostgreSQL://db#anna"])
    func aURLOfPostgreSQLIsAServer(text: String) {
        guard case .postgres = TripStore(text) else {
            Issue.record("\(text) is no server")
            return
        }
        #expect(TripStore(text).file == nil)
    }

    @Test(arguments: ["postgresql.store", "postgresql:/trips", "/postgres://trips", "postgresqlx:///trips", "postgres"])
    func whatOnlyLooksLikeOneIsAFile(text: String) {
        #expect(TripStore(text) == .database(URL(fileURLWithPath: text)))
    }

    @Test func oneServerIsOneStore() {
        #expect(TripStore("postgres:///trips") == TripStore("postgresql:///trips#public"))
        #expect(TripStore("postgresql:///trips") != TripStore("postgresql:///trips#anna"))
        #expect(TripStore("postgresql:///trips") != TripStore("postgresql:///others"))
    }

    @Test(arguments: [
        "postgresql://anna:secret@db/trips", "postgres:///trips?password=secret#ns", "postgres://a:secret#@db",
    ])
    func noDescriptionHasThePassword(text: String) {
        let store = TripStore(text)
        var dumped = ""
        dump(store, to: &dumped)
        for said in [store.description, String(describing: store), String(reflecting: store), "\([store])", dumped] {
            #expect(!said.contains("secret"))
        }
        do {
            try store.check()
        } catch {
            #expect(!"\(error) \(error.localizedDescription) \(String(reflecting: error))".contains("secret"))
        }
    }

    #if PostgreSQL
        @Test func theSchemaIsWhatComesAfterTheURL() throws {
            let plain = try #require(
                try TripStore("postgres://db/trips?sslmode=require").configuration as? PostgresConfiguration
            )
            #expect(plain.connection == "postgresql://db/trips?sslmode=require" && plain.namespace == "public")
            let anna = try #require(try TripStore("postgresql:///trips#anna_2").configuration as? PostgresConfiguration)
            #expect(anna.connection == "postgresql:///trips" && anna.namespace == "anna_2")
            #expect(TripStore("postgresql:///trips#anna_2").description == "PostgreSQL, schema “anna_2”")
        }

        @Test(arguments: ["", "a b", "ä", "a#b", "a\"b", String(repeating: "a", count: 64)])
        func anotherThingThanANameIsNoSchema(namespace: String) {
            let store = TripStore("postgresql:///trips#" + namespace)
            #expect(throws: TripError.notASchema) { try store.check() }
            #expect(throws: TripError.notASchema) { _ = try store.configuration }
        }
    #else
        @Test func withoutTheTraitAStoreOnAServerSaysHowToBuildTheProgram() throws {
            let store = TripStore("postgresql:///trips")
            #expect(throws: TripError.builtWithoutPostgres) { try store.check() }
            #expect(throws: TripError.builtWithoutPostgres) { _ = try TripBook(store) }
            #expect(TripError.builtWithoutPostgres.description.contains("--traits PostgreSQL"))
        }
    #endif
}
