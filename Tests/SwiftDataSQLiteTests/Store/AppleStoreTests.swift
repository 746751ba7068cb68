import ClientModels
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// A store that Apple's framework wrote is opened with the app's models, edited, and still the same to its owner.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct AppleStoreTests {
    private func container(_ file: URL, allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(CartKit.models),
            configurations: [ModelConfiguration(url: file, allowsSave: allowsSave)]
        )
    }

    private func sqlite3(_ file: URL, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([file.path, sql])
    }

    @Test func itIsReadAsTheAppReadsIt() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { sample.remove() }
        let context = ModelContext(try container(sample.file, allowsSave: false))
        let carts = try context.fetch(FetchDescriptor<CartKit.CartModel>())
        #expect(carts.map(\.id) == ["31D0046D-3C85-410E-BBB0-141FC0105E06"])
        #expect(carts.first?.storeId == "store-legacy")
        #expect(carts.first?.metadataJSON == Data(#"{"source":"legacy-swiftdata"}"#.utf8))
        #expect(carts.first?.createdAt == Date(timeIntervalSinceReferenceDate: 791478105.80792))
        #expect(carts.first?.items.isEmpty == true)
        #expect(carts.first?.maxItemCount == nil)
    }

    @Test func itIsEditedAndHandedBack() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { sample.remove() }
        let before = try sqlite3(
            sample.file,
            "SELECT hex(Z_PLIST), Z_UUID FROM Z_METADATA; SELECT sql FROM sqlite_master"
        )
        do {
            let context = ModelContext(try container(sample.file))
            let cart = try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first)
            cart.status = "edited"
            let item = CartKit.CartItemModel(id: "item", quantity: 3, price: Decimal(string: "10.11") ?? 0)
            item.modifiers = [CartKit.CartItemModifierModel(id: "m", name: "large", price: 1)]
            cart.items.append(item)
            try context.save()
        }
        #expect(
            try sqlite3(sample.file, "SELECT hex(Z_PLIST), Z_UUID FROM Z_METADATA; SELECT sql FROM sqlite_master")
                == before
        )
        #expect(try sqlite3(sample.file, "PRAGMA integrity_check") == "ok\n")
        #expect(try sqlite3(sample.file, "SELECT Z_PK, Z_ENT, Z_OPT, ZSTATUS FROM ZCARTMODEL") == "1|3|2|edited\n")
        let item = "SELECT Z_PK, Z_ENT, Z_OPT, Z3ITEMS, ZQUANTITY, ZUNITPRICEAMOUNT, typeof(ZTOTALPRICEAMOUNT) "
        let stored = try sqlite3(sample.file, item + "FROM ZCARTITEMMODEL")
        #expect(stored == "1|1|1|1|3|10.11|real\n")
        #expect(try sqlite3(sample.file, "SELECT Z1MODIFIERS, ZNAME FROM ZCARTITEMMODIFIERMODEL") == "1|large\n")
        #expect(
            try sqlite3(sample.file, "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
                .hasPrefix("1|1\n2|1\n3|1\n16001|4\n16002|2\n")
        )
        #expect(
            try sqlite3(sample.file, "SELECT ZCHANGETYPE, ZENTITY FROM ACHANGE WHERE ZTRANSACTIONID = 2 ORDER BY 1, 2")
                == "0|1\n0|2\n1|3\n"
        )
    }

    @Test func aFreshStoreOfTheSameModelsHasTheSameTablesAndIndices() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { sample.remove() }
        let fresh = sample.folder.appendingPathComponent("fresh.store")
        _ = try container(fresh)
        let columns =
            "SELECT m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' "
            + "ORDER BY 1, 2"
        let indices = "SELECT sql FROM sqlite_master WHERE type = 'index' ORDER BY 1"
        for query in [columns, indices] {
            let (ours, theirs) = (try sqlite3(fresh, query), try sqlite3(sample.file, query))
            #expect(!theirs.isEmpty && ours == theirs)
        }
    }
}
