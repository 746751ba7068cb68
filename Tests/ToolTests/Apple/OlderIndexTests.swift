import Foundation
import TestSupport
import Testing

/// Indices as models of before 2017 declare them, and defaults that Xcode left as text.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct OlderIndexTests {
    private static func item(_ more: String = "") -> String {
        """
        <entity name="Item"><attribute name="a" optional="YES" attributeType="String" indexed="YES"/>
        <attribute name="b" optional="YES" attributeType="Double"/>
        <attribute name="gone" optional="YES" transient="YES" attributeType="Double" indexed="YES"/>
        <relationship name="next" optional="YES" maxCount="1" indexed="YES" destinationEntity="Item"/>\(more)
        <compoundIndexes><compoundIndex><index value="b"/><index value="a"/></compoundIndex></compoundIndexes>
        <fetchIndex name="byB"><fetchIndexElement property="b" type="Binary" order="ascending"/></fetchIndex></entity>
        """
    }

    private func indices(_ store: AppleStore) throws -> [String] {
        try store.sqlite3("SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'ZITEM' ORDER BY name")
            .split(separator: "\n").map(String.init)
    }

    @Test(arguments: [754, 847])
    func aMigrationKeepsThem(_ framework: Int) async throws {
        var options = AppleStore.Options()
        options.framework = framework
        let store = try AppleStore(Self.item(), options)
        #expect(await tool("check", store.path).output == "No problems were found.\n")
        let own =
            framework == 754
            ? ["ZITEM_ZA_INDEX", "ZITEM_ZB_INDEX", "ZITEM_ZB_ZA"] : ["Z_Item_a", "Z_Item_b_a", "Z_Item_byB"]
        #expect(try indices(store) == (own + ["ZITEM_ZNEXT_INDEX"]).sorted())
        let model = try AppleStore.writeModel(
            Self.item("<attribute name=\"c\" optional=\"YES\" attributeType=\"Double\" indexed=\"YES\"/>"),
            "Model",
            in: store.folder.url
        )
        let result = await tool("migrate", store.path, model.path)
        #expect(result.status == 0, "\(result.messages)")
        let found = try indices(store)
        for name in ["Z_Item_a", "Z_Item_b_a", "Z_Item_byB", "Z_Item_c", "ZITEM_ZNEXT_INDEX"] {
            #expect(found.contains(name), "\(found)")
        }
        #expect(await tool("check", store.path).output == "No problems were found.\n")
        // What the file says of its model has them too.
        let again = await tool("migrate", store.path, model.path, "--dry-run")
        #expect(again.output == "The tables are those of the model already.\n", "\(again.output)")
    }

    @Test func anIntegerHasTheDefaultOfTheBooleanThatItWas() async throws {
        let store = try AppleStore(
            Self.item(),
            AppleStore.Options(),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)"
        )
        let more = [("yes", "YES"), ("no", "NO"), ("t", "true"), ("f", "false"), ("seven", "7")].map { name, value in
            "<attribute name=\"\(name)\" attributeType=\"Integer 16\" defaultValueString=\"\(value)\"/>"
        }
        let model = try AppleStore.writeModel(Self.item(more.joined()), "Model", in: store.folder.url)
        let result = await tool("migrate", store.path, model.path)
        #expect(result.status == 0, "\(result.messages)")
        #expect(try store.sqlite3("SELECT ZYES, ZNO, ZT, ZF, ZSEVEN FROM ZITEM") == "1|0|1|0|7")
    }

    @Test func aDefaultThatIsNoNumberIsNone() async throws {
        let store = try AppleStore(
            Self.item(),
            AppleStore.Options(),
            "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)"
        )
        let model = try AppleStore.writeModel(
            Self.item("<attribute name=\"n\" attributeType=\"Integer 16\" defaultValueString=\"maybe\"/>"),
            "Model",
            in: store.folder.url
        )
        let result = await tool("migrate", store.path, model.path)
        #expect(result.status == 1 && result.messages.contains("Item.n"), "\(result.messages)")
    }
}
