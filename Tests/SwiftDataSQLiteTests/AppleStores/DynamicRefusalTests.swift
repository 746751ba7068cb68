import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Saves without model classes, which write nothing but what they were asked for.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct DynamicRefusalTests {
    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String { try sqlite3(sample.file, sql) }

    private func sqlite3(_ file: URL, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([file.path, sql]).trimmingCharacters(in: .newlines)
    }

    @Test(arguments: SharedCart.files)
    func aFileThatSomebodyMigratedMeanwhileIsNotWritten(_ file: String) throws {
        let sample = try SampleStore(file)
        let migrated = try SampleStore("own-diary.sqlite")
        defer {
            sample.remove()
            migrated.remove()
        }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let list = try sqlite3(migrated, "SELECT hex(Z_PLIST) FROM Z_METADATA")
        _ = try sqlite3(sample, "UPDATE Z_METADATA SET Z_PLIST = x'\(list)'")
        let cart = try store.identifier(of: "CartModel", primaryKey: 1)
        let error = #expect(throws: StoreError.self) {
            try store.save { $0.update(cart, ["status": .string("edited")]) }
        }
        #expect(error?.code == .migration)
        #expect(try sqlite3(sample, "SELECT ZSTATUS FROM ZCARTMODEL") == "active")
    }

    @Test(
        arguments: ["the lower of the upper", "the upper of the lower", "no row"],
        SampleStore.available("own-orchard.sqlite", "SampleModel_V1.sqlite")
    )
    func anIdentifierOfNoSuchRowDeletesNothing(_ example: String, _ file: String) throws {
        let sample = try SampleStore(file)
        defer { sample.remove() }
        let (upper, lower) = file == "own-orchard.sqlite" ? ("Plant", "Tree") : ("Car", "SportCar")
        let table = "Z" + upper.uppercased()
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let rows =
            "SELECT count(*), sum(Z_OPT) FROM \(table); SELECT sum(Z_MAX) FROM Z_PRIMARYKEY; "
            + "SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'"
        let before = try sqlite3(sample, rows)
        let entity = example == "the lower of the upper" ? lower : upper
        let stored = entity == lower ? upper : lower
        let first =
            "SELECT min(r.Z_PK) FROM \(table) r JOIN Z_PRIMARYKEY k ON k.Z_ENT = r.Z_ENT WHERE k.Z_NAME = '\(stored)'"
        let key = try #require(Int64(try sqlite3(sample, first)))
        let identifier = try store.identifier(of: entity, primaryKey: example == "no row" ? 9_999 : key)
        let error = #expect(throws: StoreError.self) { try store.save { $0.delete(identifier) } }
        #expect(error?.code == .missingRow && error?.entityName == entity)
        #expect(try sqlite3(sample, rows) == before)
    }

    /// The entities of `coredata-cartkit-v1`, with the properties that the test needs.
    private static let carts = """
        <entity name="CDCart"><attribute name="id" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="CDCartItem"
            inverseName="cart"/></entity>
        <entity name="CDCartItem"><attribute name="id" attributeType="String"/>
        <attribute name="productId" attributeType="String"/>
        <attribute name="quantity" attributeType="Integer 32"/>
        <attribute name="unitPriceAmount" attributeType="Decimal"/>
        <relationship name="cart" optional="YES" maxCount="1" destinationEntity="CDCart" inverseName="items"/></entity>
        """

    @Test func aMemberThatLeavesItsOwnerMayBeDeletedInTheSameSave() throws {
        var options = AppleStore.Options()
        options.hasHistory = false
        let made = try AppleStore(
            Self.carts,
            options,
            "INSERT INTO ZCDCART (Z_PK, Z_ENT, Z_OPT, ZID) VALUES (1, 1, 1, 'cart')",
            "INSERT INTO ZCDCARTITEM (Z_PK, Z_ENT, Z_OPT, ZQUANTITY, ZCART, ZUNITPRICEAMOUNT, ZID, ZPRODUCTID) "
                + "VALUES (1, 2, 1, 2, 1, 5, 'item', 'burger')",
            "UPDATE Z_PRIMARYKEY SET Z_MAX = 1"
        )
        try withExtendedLifetime(made) { try expectThatAMemberLeavesAndIsDeleted(made.file) }
    }

    @Test(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores"))
    func aMemberOfAnAppsStoreMayLeaveAndBeDeletedToo() throws {
        let sample = try SampleStore("coredata-cartkit-v1.sqlite")
        defer { sample.remove() }
        try expectThatAMemberLeavesAndIsDeleted(sample.file)
    }

    private func expectThatAMemberLeavesAndIsDeleted(_ file: URL) throws {
        let store = try DynamicStore(url: file, allowsSave: true)
        let cart = try store.identifier(of: "CDCart", primaryKey: 1)
        let item = try store.identifier(of: "CDCartItem", primaryKey: 1)
        let counter = try sqlite3(file, "SELECT Z_OPT FROM ZCDCART")
        try store.save { changes in
            changes.update(cart, ["items": .identifiers([])])
            changes.delete(item)
        }
        #expect(try sqlite3(file, "SELECT count(*) FROM ZCDCARTITEM") == "0")
        // The cart has lost a member twice over, which counts once.
        #expect(try sqlite3(file, "SELECT Z_OPT FROM ZCDCART") == "\((Int(counter) ?? 0) + 1)")
        #expect(try sqlite3(file, "SELECT ZCHANGETYPE FROM ACHANGE ORDER BY 1") == "1\n2")
        // A caller that names the row wants it to exist.
        let next = try store.save {
            $0.insert(
                "CDCartItem",
                [
                    "id": .string("i"), "productId": .string("p"), "quantity": .integer(1),
                    "unitPriceAmount": .decimal(1), "cart": .identifier(cart),
                ]
            )
        }
        let inserted = try #require(next.values.first)
        #expect(throws: StoreError.self) {
            try store.save { changes in
                changes.update(inserted, ["quantity": .integer(2)])
                changes.delete(inserted)
            }
        }
    }
}
