import Foundation
import TestSupport
import Testing

/// Core Data keeps transient relationships in memory: they have neither column nor table.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct TransientRelationshipTests {
    private static let entities = """
        <entity name="Client"><attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="messages" optional="YES" toMany="YES" destinationEntity="Message" inverseName="sender"/>
        <relationship name="missing" toMany="YES" transient="YES" destinationEntity="Message" inverseName="recipients"/>
        <relationship name="draft" transient="YES" destinationEntity="Message" maxCount="1"/></entity>
        <entity name="Message"><attribute name="text" optional="YES" attributeType="String"/>
        <relationship name="recipients" toMany="YES" transient="YES" destinationEntity="Client" inverseName="missing"/>
        <relationship name="sender" optional="YES" maxCount="1" destinationEntity="Client" inverseName="messages"/></entity>
        <entity name="Note" parentEntity="Message"><attribute name="n" optional="YES" attributeType="Double"/></entity>
        """

    private func store() throws -> AppleStore {
        try AppleStore(
            Self.entities,
            AppleStore.Options(),
            "INSERT INTO ZCLIENT (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 1, 1, 'Ada')",
            "INSERT INTO ZMESSAGE (Z_PK, Z_ENT, Z_OPT, ZSENDER, ZTEXT) VALUES (1, 3, 1, 1, 'hello')",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_SUPER = 0"
        )
    }

    @Test func theStoreIsReadCheckedAndExported() async throws {
        let store = try store()
        let check = await tool("check", store.path)
        #expect(check.status == 0 && check.output == "No problems were found.\n", "\(check.output)")
        let rows = await tool("query", store.path, "Note", "--json")
        #expect(rows.status == 0 && rows.output.contains("hello") && !rows.output.contains("recipients"))
        let export = await tool("export", store.path)
        #expect(export.status == 0 && export.output.contains("hello"), "\(export.messages)")
        let inspect = await tool("inspect", store.path)
        #expect(!inspect.output.contains("missing"), "\(inspect.output)")
    }

    @Test func theSchemaTellsThem() async throws {
        let store = try store()
        let model = try AppleStore.writeModel(Self.entities, "Model", in: store.folder.url)
        for path in [store.path, model.path] {
            let entities = try #require(try await tool("schema", path, "--json").json()["entities"] as? [[String: Any]])
            var flags: [String: Bool] = [:]
            for entity in entities {
                for relationship in entity["relationships"] as? [[String: Any]] ?? [] {
                    let name = "\(entity["name"] ?? "").\(relationship["name"] ?? "")"
                    flags[name] = relationship["isTransient"] as? Bool
                }
            }
            #expect(
                flags == [
                    "Client.messages": false, "Client.missing": true, "Client.draft": true, "Message.recipients": true,
                    "Message.sender": false,
                ]
            )
        }
    }

    @Test func classesLeaveThemOutAndSaySo() async throws {
        let store = try store()
        let model = try AppleStore.writeModel(Self.entities, "Model", in: store.folder.url)
        for path in [store.path, model.path] {
            let result = await tool("generate", path)
            #expect(result.status == 0, "\(result.messages)")
            #expect(!result.output.contains("var recipients") && !result.output.contains("var draft"))
            #expect(result.output.contains("var messages"))
            #expect(result.messages.contains("Message.recipients is a transient relationship"), "\(result.messages)")
            #expect(!result.messages.contains("Note.recipients"))
        }
    }

    /// A stored relationship cannot lead back from what is not stored.
    @Test func theOtherSideOfATransientRelationshipHasNoInverse() async throws {
        let store = try AppleStore(
            """
            <entity name="A"><relationship name="bs" toMany="YES" optional="YES" destinationEntity="B" inverseName="a"/></entity>
            <entity name="B"><relationship name="a" transient="YES" maxCount="1" destinationEntity="A" inverseName="bs"/></entity>
            """
        )
        #expect(store.places["A.bs"] == ["table": "ZB", "column": "Z1BS"])
        let check = await tool("check", store.path)
        #expect(check.status == 0 && check.output == "No problems were found.\n", "\(check.output)")
    }
}
