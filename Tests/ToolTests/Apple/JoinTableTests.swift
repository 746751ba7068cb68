import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The join table of a relationship within one entity has the name of either side.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct JoinTableTests {
    private static let entities = """
        <entity name="Client"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="trusted" toMany="YES" optional="YES" destinationEntity="Client" inverseName="trustedBy"/>
        <relationship name="trustedBy" toMany="YES" optional="YES" destinationEntity="Client" inverseName="trusted"/>
        <relationship name="ignored" toMany="YES" optional="YES" destinationEntity="Client" inverseName="ignoredBy"/>
        <relationship name="ignoredBy" toMany="YES" optional="YES" destinationEntity="Client" inverseName="ignored"/></entity>
        """

    private func store(earlier: Bool, renamed: Bool) throws -> AppleStore {
        var options = AppleStore.Options()
        options.joinsAreNamedByTheEarlier = earlier
        options.joinsWereRenamed = renamed
        let store = try AppleStore(
            Self.entities,
            options,
            "INSERT INTO ZCLIENT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada'), (2, 1, 1, 'Ben'), (3, 1, 1, 'Cy')",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 3"
        )
        let table = try #require(store.places["Client.trusted"]?["table"])
        #expect(table == (earlier ? "Z_1TRUSTED" : "Z_1TRUSTEDBY"))
        // Ada trusts Ben: `Z_1TRUSTED` holds the keys of those that `trusted` leads to.
        try store.sqlite3("INSERT INTO \(table) (Z_1TRUSTED, Z_1TRUSTEDBY) VALUES (2, 1)")
        return store
    }

    @Test(arguments: [false, true], [false, true])
    func theTableThatIsThereIsReadAndWritten(_ earlier: Bool, _ renamed: Bool) async throws {
        let store = try store(earlier: earlier, renamed: renamed)
        let check = await tool("check", store.path)
        #expect(check.status == 0 && check.output == "No problems were found.\n", "\(check.output)")
        let opened = try DynamicStore(url: store.file, allowsSave: true)
        let (ada, ben) = (
            try opened.identifier(of: "Client", primaryKey: 1), try opened.identifier(of: "Client", primaryKey: 2)
        )
        let cy = try opened.identifier(of: "Client", primaryKey: 3)
        #expect(try opened.row(ada)?["trusted"] == .identifiers([ben]))
        #expect(try opened.row(ben)?["trustedBy"] == .identifiers([ada]))
        #expect(try opened.row(ben)?["trusted"] == .identifiers([]))
        try opened.save { $0.update(cy, ["trustedBy": .identifiers([ben]), "ignored": .identifiers([ada])]) }
        try opened.close()
        let trust = try #require(store.places["Client.trusted"]?["table"])
        let ignore = try #require(store.places["Client.ignored"]?["table"])
        #expect(
            try store.sqlite3(
                "SELECT Z_1TRUSTEDBY, Z_1TRUSTED FROM \(trust) ORDER BY 1; SELECT Z_1IGNOREDBY, Z_1IGNORED "
                    + "FROM \(ignore)"
            ) == "1|2\n2|3\n3|1"
        )
        #expect(await tool("check", store.path).output == "No problems were found.\n")
        #expect(!(await tool("inspect", store.path)).output.contains("Tables that"))
    }

    @Test(arguments: [false, true])
    func aMigrationTakesTheRowsAlong(_ earlier: Bool) async throws {
        let store = try store(earlier: earlier, renamed: earlier)
        let more = Self.entities.replacing(
            "<attribute ",
            with: "<attribute name=\"age\" optional=\"YES\" attributeType=\"Integer 16\"/><attribute "
        )
        let model = try AppleStore.writeModel(more, "Model", in: store.folder.url)
        let result = await tool("migrate", store.path, model.path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(await tool("check", store.path).output == "No problems were found.\n")
        let opened = try DynamicStore(url: store.file)
        let (ada, ben) = (
            try opened.identifier(of: "Client", primaryKey: 1), try opened.identifier(of: "Client", primaryKey: 2)
        )
        #expect(try opened.row(ada)?["trusted"] == .identifiers([ben]))
        #expect(try opened.row(ben)?["trustedBy"] == .identifiers([ada]))
    }

    @Test func aMissingTableIsNamedWithItsRelationship() async throws {
        let store = try store(earlier: true, renamed: false)
        try store.sqlite3("DROP TABLE Z_1TRUSTED")
        let query = await tool("query", store.path, "Client")
        #expect(query.status == 1 && query.messages.contains("Client.trusted"), "\(query.messages)")
        #expect(query.messages.contains("has no table Z_1TRUSTED") && !query.messages.contains("igrat"))
        let check = await tool("check", store.path)
        #expect(check.output.contains("Client.trusted: The table Z_1TRUSTED"), "\(check.output)")
    }

    /// Both sides of `a` lead to one entity, as those of `b` do: the columns would have one name.
    @Test func columnsWithNumbersAreFound() async throws {
        let store = try AppleStore(
            """
            <entity name="A"><relationship name="tags" toMany="YES" destinationEntity="T" inverseName="as"/></entity>
            <entity name="B"><relationship name="tags" toMany="YES" destinationEntity="T" inverseName="bs"/></entity>
            <entity name="T"><relationship name="as" toMany="YES" destinationEntity="A" inverseName="tags"/>
            <relationship name="bs" toMany="YES" destinationEntity="B" inverseName="tags"/></entity>
            """
        )
        #expect(store.places["B.tags"]?["other"] == "Z_3TAGS1")
        // As a framework has it that walks in another order.
        try store.sqlite3(
            "ALTER TABLE Z_1TAGS RENAME COLUMN Z_3TAGS TO Z_3TAGS1; ALTER TABLE Z_2TAGS RENAME COLUMN Z_3TAGS1 TO Z_3TAGS"
        )
        let check = await tool("check", store.path)
        #expect(check.status == 0 && check.output == "No problems were found.\n", "\(check.output)")
    }
}
