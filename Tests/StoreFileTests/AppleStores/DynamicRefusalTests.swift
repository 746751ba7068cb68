import Foundation
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

/// Saves without model classes, which write nothing but what they were asked for.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct DynamicRefusalTests {
    private func sqlite3(_ sample: SampleStore, _ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
    }

    @Test func aFileThatSomebodyMigratedMeanwhileIsNotWritten() throws {
        let sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
        let migrated = try SampleStore("coredata-cartkit-v1.sqlite")
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

    @Test(arguments: ["SportCar of a Car", "Car of a SportCar", "no row"])
    func anIdentifierOfNoSuchRowDeletesNothing(_ example: String) throws {
        let sample = try SampleStore("SampleModel_V1.sqlite")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let rows = "SELECT count(*), sum(Z_OPT) FROM ZCAR; SELECT count(*) FROM sqlite_master WHERE name = 'ACHANGE'"
        let before = try sqlite3(sample, rows)
        let entity = example.hasPrefix("SportCar") ? "SportCar" : "Car"
        let stored = example.hasPrefix("SportCar") ? 1 : 2
        let key = try #require(Int64(try sqlite3(sample, "SELECT min(Z_PK) FROM ZCAR WHERE Z_ENT = \(stored)")))
        let identifier = try store.identifier(of: entity, primaryKey: example == "no row" ? 9_999 : key)
        let error = #expect(throws: StoreError.self) { try store.save { $0.delete(identifier) } }
        #expect(error?.code == .missingRow && error?.entityName == entity)
        #expect(try sqlite3(sample, rows) == before)
    }

    @Test func aMemberThatLeavesItsOwnerMayBeDeletedInTheSameSave() throws {
        let sample = try SampleStore("coredata-cartkit-v1.sqlite")
        defer { sample.remove() }
        let store = try DynamicStore(url: sample.file, allowsSave: true)
        let cart = try store.identifier(of: "CDCart", primaryKey: 1)
        let item = try store.identifier(of: "CDCartItem", primaryKey: 1)
        let counter = try sqlite3(sample, "SELECT Z_OPT FROM ZCDCART")
        try store.save { changes in
            changes.update(cart, ["items": .identifiers([])])
            changes.delete(item)
        }
        #expect(try sqlite3(sample, "SELECT count(*) FROM ZCDCARTITEM") == "0")
        // The cart has lost a member twice over, which counts once.
        #expect(try sqlite3(sample, "SELECT Z_OPT FROM ZCDCART") == "\((Int(counter) ?? 0) + 1)")
        #expect(try sqlite3(sample, "SELECT ZCHANGETYPE FROM ACHANGE ORDER BY 1") == "1\n2")
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
