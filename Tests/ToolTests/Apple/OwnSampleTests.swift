import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// The tool on stores in the layout of Apple's frameworks that are in every clone.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct OwnSampleTests {
    /// The next version of the diary's model.
    private static let next = """
        <entity name="Day"><attribute name="date" attributeType="Date"/>
        <attribute name="note" optional="YES" attributeType="String" elementID="text"/>
        <attribute name="mood" attributeType="Integer 32"/>
        <attribute name="place" optional="YES" attributeType="String"/>
        <relationship name="before" optional="YES" maxCount="1" destinationEntity="Day" inverseName="next"/>
        <relationship name="next" optional="YES" maxCount="1" destinationEntity="Day" inverseName="before"/>
        <relationship name="people" optional="YES" toMany="YES" destinationEntity="Person" inverseName="days"/></entity>
        <entity name="Person"><attribute name="name" attributeType="String"/>
        <relationship name="days" optional="YES" toMany="YES" destinationEntity="Day" inverseName="people"/>
        <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friendOf"/>
        <relationship name="friendOf" optional="YES" toMany="YES" destinationEntity="Person" inverseName="friends"/>\
        </entity>
        """

    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql])
    }

    @Test func aStoreIsMigratedToAModelOfXcodes() async throws {
        let sample = try SampleStore("own-diary.sqlite")
        defer { sample.remove() }
        let model = try AppleStore.writeModel(Self.next, "Next", in: sample.folder).path
        let before = try FolderContents(sample.folder)
        let dry = await tool("migrate", sample.file.path, model, "--dry-run", "--json")
        #expect(dry.status == 0, "\(dry.messages)")
        let steps = try #require(try dry.json()["steps"] as? [String])
        #expect(steps.contains { $0.contains("note") } && steps.contains { $0.contains("place") })
        #expect(try FolderContents(sample.folder) == before)
        #expect(await tool("migrate", sample.file.path, model).status == 0)
        #expect(try sqlite3(sample, "SELECT ZNOTE, ZMOOD, ZPLACE IS NULL FROM ZDAY WHERE Z_PK = 1") == "rain|1|1\n")
        #expect(try sqlite3(sample, "SELECT count(*) FROM Z_1PEOPLE; PRAGMA integrity_check") == "3\nok\n")
        #expect(await tool("check", sample.file.path).output == "No problems were found.\n")
    }

    @Test func versionsOfASchemaDiffer() async throws {
        let sample = try SampleStore("own-diary.sqlite")
        defer { sample.remove() }
        let model = try AppleStore.writeModel(Self.next, "Next", in: sample.folder).path
        let result = await tool("diff", sample.file.path, model)
        #expect(result.status == 1)
        #expect(result.output.contains("place") && result.output.contains("~ Day.mood"), "\(result.output)")
    }

    @Test func aStoreWithoutHistoryIsSaidToHaveNone() async throws {
        let sample = try SampleStore("own-diary.sqlite")
        defer { sample.remove() }
        let result = await tool("history", sample.file.path)
        #expect(result.status == 1 && result.messages == "Error: The store has no history.\n")
    }

    @Test func aStoreIsDescribed() async throws {
        let sample = try SampleStore("own-orchard.sqlite")
        defer { sample.remove() }
        let json = try await tool("inspect", sample.file.path, "--json").json()
        #expect(json["madeBy"] as? String == "Core Data" && json["frameworkVersion"] as? Int == 1044)
        let entities = try #require(json["entities"] as? [[String: Any]])
        #expect(entities.map { $0["name"] as? String } == ["Garden", "Gardener", "Label", "Plant", "Tree"])
        #expect(entities.map { $0["rowCount"] as? Int } == [2, 1, 2, 2, 2])
        #expect("\(json["oddities"] ?? "")".contains("Garden is CDGarden"))
    }

    @Test func rowsAreChosenAsSQLChoosesThem() async throws {
        let sample = try SampleStore("own-orchard.sqlite")
        defer { sample.remove() }
        for (arguments, sql) in [
            (["Plant", "--filter", "count > 0"], "SELECT count(*) FROM ZPLANT WHERE ZCOUNT > 0"),
            (["Tree", "--filter", "rings is nil"], "SELECT count(*) FROM ZPLANT WHERE Z_ENT = 5 AND ZRINGS IS NULL"),
            (
                ["Garden", "--filter", "plants.count > 2"],
                "SELECT count(*) FROM ZGARDEN g WHERE (SELECT count(*) FROM ZPLANT p WHERE p.ZGARDEN = g.Z_PK) > 2"
            ),
        ] {
            let result = await tool(["query", sample.file.path] + arguments + ["--count"])
            #expect(result.output == (try sqlite3(sample, sql)), "\(arguments): \(result.messages)")
        }
    }

    @Test func aJoinTableMayHaveEitherName() async throws {
        let sample = try SampleStore("own-diary.sqlite")
        defer { sample.remove() }
        func friends() throws -> DynamicValue? {
            let store = try DynamicStore(url: sample.file)
            return try store.row(store.identifier(of: "Person", primaryKey: 2))?["friends"]
        }
        let before = try friends()
        guard case .identifiers(let members)? = before, members.map(\.row) == [1] else {
            Issue.record("\(String(describing: before))")
            return
        }
        _ = try sqlite3(sample, "ALTER TABLE Z_2FRIENDS RENAME TO Z_2FRIENDOF")
        #expect(try friends() == before)
        #expect(await tool("check", sample.file.path).output == "No problems were found.\n")
    }

    @Test func generatedSourceHasTheClassesAndTheFileStaysAsItIs() async throws {
        let sample = try SampleStore("own-orchard.sqlite")
        defer { sample.remove() }
        let before = try FolderContents(sample.folder)
        let result = await tool("generate", sample.file.path)
        #expect(result.status == 0, "\(result.messages)")
        for part in ["final class Tree: Plant", "final class Garden", "var price: Decimal?", "var serial: UUID?"] {
            #expect(result.output.contains(part), "\(part)")
        }
        #expect(try FolderContents(sample.folder) == before)
    }
}
