import Foundation
import SwiftData
import TestSupport
import Testing

/// Classes and files of Core Data whose join tables have other names than in a new store, or are not there.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct MissingTableTests {
    enum Clients {
        static let models: [any PersistentModel.Type] = [Client.self]

        @Model final class Client {
            var name: String?
            var blob: Data?
            @Relationship(inverse: \Client.trustedBy) var trusted: [Client] = []
            var trustedBy: [Client] = []

            init(name: String) { self.name = name }
        }
    }

    private static let entities = """
        <entity name="Client"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="blob" optional="YES" attributeType="Binary"/>
        <relationship name="trusted" toMany="YES" optional="YES" destinationEntity="Client" inverseName="trustedBy"/>
        <relationship name="trustedBy" toMany="YES" optional="YES" destinationEntity="Client" inverseName="trusted"/>
        <relationship name="missing" toMany="YES" transient="YES" destinationEntity="Client"/></entity>
        """

    private func store(earlier: Bool) throws -> AppleStore {
        var options = AppleStore.Options()
        options.joinsAreNamedByTheEarlier = earlier
        return try AppleStore(
            Self.entities,
            options,
            "INSERT INTO ZCLIENT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Ben')",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 2",
            "INSERT INTO \(earlier ? "Z_1TRUSTED" : "Z_1TRUSTEDBY") (Z_1TRUSTED, Z_1TRUSTEDBY) VALUES (2, 1)"
        )
    }

    private func container(_ store: AppleStore) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(Clients.models),
            configurations: ModelConfiguration(url: store.file)
        )
    }

    @Test(arguments: [false, true])
    func classesUseTheTableThatIsThere(_ earlier: Bool) throws {
        let store = try store(earlier: earlier)
        let context = ModelContext(try container(store))
        let clients = try context.fetch(FetchDescriptor<Clients.Client>(sortBy: [SortDescriptor(\.name)]))
        let (ada, ben) = (try #require(clients.first), try #require(clients.last))
        #expect(ada.trusted == [ben] && ben.trustedBy == [ada] && ben.trusted.isEmpty)
        ben.trusted = [ada]
        try context.save()
        let table = earlier ? "Z_1TRUSTED" : "Z_1TRUSTEDBY"
        #expect(try store.sqlite3("SELECT Z_1TRUSTEDBY, Z_1TRUSTED FROM \(table) ORDER BY 1") == "1|2\n2|1")
        let trusting = #Predicate<Clients.Client> { $0.trusted.contains { $0.name == "Ada" } }
        #expect(try context.fetch(FetchDescriptor(predicate: trusting)).map(\.name) == ["Ben"])
    }

    /// No migration makes up for a table that has gone.
    @Test func aMissingTableIsNamedAndNoMigrationIsAskedFor() throws {
        let store = try store(earlier: false)
        try store.sqlite3("DROP TABLE Z_1TRUSTEDBY")
        let error = #expect(throws: StoreError.self) { try container(store) }
        #expect(error?.code == .cannotOpen && error?.entityName == "Client")
        #expect(["trusted", "trustedBy"].contains(error?.propertyName))
        #expect(error?.message.contains("has no table Z_1TRUSTEDBY, which holds this relationship") == true)
        #expect(error?.message.contains("migrat") == false)
    }

    enum Eager {
        @Model final class Client {
            var name: String?
            var missing: [Client] = []

            init(name: String) { self.name = name }
        }
    }

    @Test func aClassThatStoresATransientRelationshipIsToldSo() throws {
        let store = try store(earlier: false)
        let error = #expect(throws: StoreError.self) {
            try ModelContainer(for: Eager.Client.self, configurations: ModelConfiguration(url: store.file))
        }
        #expect(error?.code == .migration && error?.propertyName == "missing")
        #expect(error?.message.contains("Client.missing is transient and not in the file") == true)
    }
}
