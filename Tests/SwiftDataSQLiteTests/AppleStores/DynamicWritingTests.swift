import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Edits without model classes, looked at with `sqlite3`.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct DynamicWritingTests {
    private let frame = "SELECT hex(Z_PLIST), Z_UUID, hex(Z_CONTENT) FROM Z_METADATA, Z_MODELCACHE"

    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
    }

    @Test func aStoreOfSwiftDataIsEditedAsSwiftDataWould() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        defer { sample.remove() }
        _ = try sqlite3(sample, "CREATE TABLE APP_NOTES (text); INSERT INTO APP_NOTES VALUES ('mine')")
        let before = try sqlite3(sample, frame + "; SELECT sql FROM sqlite_master ORDER BY name")
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let cart = try #require(try store.rows(of: "CartModel").first)
        let ids = try store.save(author: "tool") { changes in
            let item = changes.insert(
                "CartItemModel",
                [
                    "id": .string("i"), "productId": .string("p"), "quantity": .integer(3),
                    "unitPriceAmount": .double(10.11), "unitPriceCurrencyCode": .string("EUR"),
                    "totalPriceAmount": .decimal(30), "totalPriceCurrencyCode": .string("EUR"),
                ]
            )
            changes.update(cart, ["status": .string("edited"), "items": .identifiers([item])])
        }
        #expect(ids.values.map(\.row) == [1])
        try store.close()
        #expect(try sqlite3(sample, frame + "; SELECT sql FROM sqlite_master ORDER BY name") == before)
        #expect(try sqlite3(sample, "SELECT Z_PK, Z_ENT, Z_OPT, ZSTATUS FROM ZCARTMODEL") == "1|3|2|edited")
        #expect(
            try sqlite3(
                sample,
                "SELECT Z_PK, Z_ENT, Z_OPT, Z3ITEMS, ZQUANTITY, ZUNITPRICEAMOUNT, ZTOTALPRICEAMOUNT FROM ZCARTITEMMODEL"
            ) == "1|1|1|1|3|10.11|30"
        )
        #expect(
            try sqlite3(sample, "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1")
                == "1|1\n2|0\n3|1\n16001|3\n16002|2\n16003|4"
        )
        let interned =
            "SELECT (SELECT ZNAME FROM ATRANSACTIONSTRING s WHERE s.Z_PK = t.ZAUTHORTS), ZAUTHOR IS NULL, Z_OPT IS NULL "
            + "FROM ATRANSACTION t WHERE Z_PK = 2"
        #expect(try sqlite3(sample, interned) == "tool|1|1")
        // The columns of a cart: status is the tenth of the attributes by name, items comes after all of them.
        #expect(
            try sqlite3(
                sample,
                "SELECT ZCHANGETYPE, ZENTITY, ZENTITYPK, hex(ZCOLUMNS) FROM ACHANGE WHERE ZTRANSACTIONID = 2 ORDER BY 1"
            ) == "0|1|1|\n1|3|1|0044"
        )
        #expect(try sqlite3(sample, "PRAGMA integrity_check; SELECT text FROM APP_NOTES") == "ok\nmine")
    }

    @Test func aStoreWithoutHistoryGetsOneWithItsFirstSave() throws {
        let sample = try SampleStore("coredata-cartkit-v1.sqlite")
        defer { sample.remove() }
        let before = try sqlite3(sample, frame)
        let tables =
            "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_master WHERE name LIKE 'ZCD%' ORDER BY name)"
        let layout = try sqlite3(sample, tables)
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        #expect(try !store.hasHistory && store.history().isEmpty)
        let item = try store.identifier(of: "CDCartItem", primaryKey: 1)
        // A save that fails leaves no tables behind.
        #expect(throws: StoreError.self) { try store.save { $0.update(item, ["quantity": .null]) } }
        #expect(try sqlite3(sample, "SELECT count(*) FROM sqlite_master WHERE name LIKE 'A%'") == "0")
        try store.save { $0.update(item, ["quantity": .integer(7), "cart": .null]) }
        #expect(
            try store.history().map { $0.changes.map(\.changedProperties) } == [[["cart", "quantity"], ["items"]]]
        )
        try store.save { $0.delete(item) }
        #expect(try store.history().map(\.id) == [1, 2])
        #expect(store.hasHistory)
        try store.close()
        #expect(try sqlite3(sample, frame) == before && sqlite3(sample, tables) == layout)
        #expect(
            try sqlite3(sample, "SELECT Z_ENT, Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY 1")
                == "16001|CHANGE|3\n16002|TRANSACTION|2\n16003|TRANSACTIONSTRING|1"
        )
        // The cart's to-many side has changed too.
        #expect(try sqlite3(sample, "SELECT Z_OPT FROM ZCDCART") == "2")
        #expect(
            try sqlite3(sample, "SELECT ZCHANGETYPE, ZENTITY, ZTRANSACTIONID FROM ACHANGE ORDER BY Z_PK")
                .split(separator: "\n").sorted() == ["1|1|1", "1|2|1", "2|2|2"]
        )
    }

    @Test func derivedAttributesFollowByTheTriggersOfCoreData() throws {
        let sample = try SampleStore("SampleModel2_V1.sqlite")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let (one, two) = (
            try store.identifier(of: "Book", primaryKey: 1), try store.identifier(of: "Book", primaryKey: 2)
        )
        guard case .identifiers(let pages)? = try store.row(one)?["pages"], let page = pages.first else {
            Issue.record("the book has no pages")
            return
        }
        try store.save { changes in
            changes.update(page, ["book": .identifier(two)])
            changes.insert(
                "Page",
                [
                    "book": .identifier(two), "number": .integer(100), "content": .archive(Data("bplist00".utf8)),
                    "isBookmarked": .boolean(false),
                ]
            )
        }
        #expect(try store.row(one)?["pagesCount"] == .integer(98))
        #expect(try store.row(two)?["pagesCount"] == .integer(101))
        #expect(throws: StoreError.self) { try store.save { $0.update(one, ["pagesCount": .integer(1)]) } }
        // The pages of a book go with it.
        try store.save { $0.delete(two) }
        #expect(try sqlite3(sample, "SELECT count(*) FROM ZPAGE WHERE ZBOOK = 2") == "0")
        #expect(
            try sqlite3(sample, "SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID = 3 AND ZCHANGETYPE = 2") == "102"
        )
        #expect(try sqlite3(sample, "PRAGMA integrity_check") == "ok")
    }

    @Test(arguments: ["coredata-ddg-Bookmarks_V4.sqlite", "coredata-ddg-Bookmarks_V5.sqlite"])
    func orderedRelationshipsKeepTheirOrder(_ name: String) throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        // As Core Data writes them: positions with gaps, not in the order of the keys.
        let bookmark =
            "INSERT INTO ZBOOKMARKENTITY (Z_PK, Z_ENT, Z_OPT, ZISFOLDER, ZPARENT, Z_FOK_PARENT, ZTITLE, ZUUID) "
        _ = try sqlite3(
            sample,
            bookmark + "VALUES (1, 1, 1, 1, NULL, NULL, 'root', 'r'), (2, 1, 1, 0, 1, 4096, 'c', 'c'), "
                + "(3, 1, 1, 0, 1, 2048, 'a', 'a'), (4, 1, 1, 0, 1, 3072, 'b', 'b'); "
                + "INSERT INTO Z_1FAVORITES VALUES (1, 2, 2048), (1, 4, 3072), (1, 3, 4096); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 4"
        )
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let ids = try (1...4).map { try store.identifier(of: "BookmarkEntity", primaryKey: Int64($0)) }
        #expect(try store.row(ids[0])?["children"] == .identifiers([ids[2], ids[3], ids[1]]))
        #expect(try store.row(ids[0])?["favorites"] == .identifiers([ids[1], ids[3], ids[2]]))
        #expect(try store.row(ids[1])?["favoriteFolders"] == .identifiers([ids[0]]))
        let layout = try sqlite3(sample, "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'Z%' ORDER BY name")
        try store.save { changes in
            changes.update(
                ids[0],
                ["favorites": .identifiers([ids[2], ids[1]]), "children": .identifiers([ids[1], ids[2]])]
            )
        }
        try store.close()
        #expect(
            try sqlite3(sample, "SELECT Z_1FAVORITES FROM Z_1FAVORITES ORDER BY Z_FOK_1FAVORITES") == "3\n2"
        )
        #expect(
            try sqlite3(sample, "SELECT Z_PK FROM ZBOOKMARKENTITY WHERE ZPARENT = 1 ORDER BY Z_FOK_PARENT") == "2\n3"
        )
        #expect(try sqlite3(sample, "SELECT ZPARENT IS NULL FROM ZBOOKMARKENTITY WHERE Z_PK = 4") == "1")
        #expect(try sqlite3(sample, "SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'Z%' ORDER BY name") == layout)
    }

    @Test func aRowThatSomebodyElseChangedIsAConflict() throws {
        let sample = try SampleStore("coredata-moody4.moody")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let row = try #require(try store.row(store.identifier(of: "Mood", primaryKey: 1)))
        #expect(row.lockCounter == 4)
        _ = try sqlite3(sample, "UPDATE ZMOOD SET ZRATING = 5, Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
        let error = #expect(throws: StoreError.self) { try store.save { $0.update(row, ["rating": .integer(1)]) } }
        #expect(error?.code == .conflict && error?.entityName == "Mood" && error?.persistentModelID == row.id)
        #expect(throws: StoreError.self) { try store.save { $0.delete(row) } }
        #expect(try sqlite3(sample, "SELECT ZRATING, Z_OPT FROM ZMOOD WHERE Z_PK = 1") == "5|5")
        let again = try #require(try store.row(row.id))
        try store.save { $0.update(again, ["rating": .integer(1)]) }
        #expect(try sqlite3(sample, "SELECT ZRATING, Z_OPT FROM ZMOOD WHERE Z_PK = 1") == "1|6")
    }

    @Test func aValueOrARowThatCannotBeIsRefusedAndNothingIsWritten() throws {
        let sample = try SampleStore("coredata-moody4.moody")
        defer { sample.remove() }
        let reader = try DynamicStore(url: sample.file)
        let mood = try reader.identifier(of: "Mood", primaryKey: 1)
        #expect(throws: StoreError.self) { try reader.save { $0.update(mood, ["rating": .integer(1)]) } }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let refused: [[String: DynamicValue]] = [
            ["rating": .string("good")], ["rating": .integer(1 << 40)], ["mood": .null], ["date": .null],
            ["country": .identifier(mood)], ["latitude": .boolean(true)],
        ]
        for values in refused {
            let error = #expect(throws: StoreError.self) { try store.save { $0.update(mood, values) } }
            #expect(error?.code == .validation, "\(values)")
        }
        let gone = try store.identifier(of: "Mood", primaryKey: 77)
        let error = #expect(throws: StoreError.self) { try store.save { $0.update(gone, ["rating": .integer(1)]) } }
        #expect(error?.code == .missingRow)
        #expect(try sqlite3(sample, "SELECT Z_OPT FROM ZMOOD WHERE Z_PK = 1") == "4")
    }
}
