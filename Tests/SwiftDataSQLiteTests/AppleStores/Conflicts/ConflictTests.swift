import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// A second process, the `sqlite3` program, edits as Core Data does while a container has the file open.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct ConflictTests {
    @Test(arguments: SharedCart.files)
    func anEditThatNoHistoryTellsIsAConflictAndNothingIsLost(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        let error = #expect(throws: StoreError.self) {
            try shop.save {
                try shop.sqlite3("UPDATE ZCARTMODEL SET ZDISPLAYNAME = 'theirs', Z_OPT = Z_OPT + 1")
            }
        }
        #expect(error?.code == .conflict && error?.entityName == "CartModel")
        #expect(error?.persistentModelID == shop.cart.persistentModelID)
        // Nothing is written, nothing is forgotten.
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME, Z_OPT FROM ZCARTMODEL") == "active|theirs|2")
        #expect(shop.cart.status == "mine" && shop.context.hasChanges)
        // The next save joins both.
        try shop.context.save()
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME, Z_OPT FROM ZCARTMODEL") == "mine|theirs|3")
        #expect(shop.cart.displayName == "theirs" && shop.context.conflicts.isEmpty)
    }

    @Test(arguments: SharedCart.files)
    func theSamePropertyIsListedAsAConflictToo(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        #expect(throws: StoreError.self) {
            try shop.save {
                try shop.sqlite3("UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', Z_OPT = Z_OPT + 1")
            }
        }
        shop.context.processPendingChanges()
        #expect(shop.context.conflicts.map(\.propertyName) == ["status"])
        #expect(shop.context.conflicts.first?.otherValue as? String == "theirs")
        shop.context.rollback()
        #expect(shop.cart.status == "theirs")
        shop.cart.status = "mine again"
        try shop.context.save()
        #expect(try shop.sqlite3("SELECT ZSTATUS, Z_OPT FROM ZCARTMODEL") == "mine again|3")
    }

    @Test(arguments: SharedCart.files)
    func aDeletionOfWhatSomebodyChangedIsAConflict(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.context.delete(shop.cart)
        let error = #expect(throws: StoreError.self) {
            try shop.save {
                try shop.sqlite3("UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', Z_OPT = Z_OPT + 1")
            }
        }
        #expect(error?.code == .conflict)
        #expect(try shop.sqlite3("SELECT ZSTATUS FROM ZCARTMODEL") == "theirs")
        try shop.context.save()
        #expect(try shop.sqlite3("SELECT count(*) FROM ZCARTMODEL") == "0")
    }

    @Test(arguments: SharedCart.files)
    func anEditThatTheHistoryTellsIsMerged(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try shop.save {
            try shop.writeWithHistory("UPDATE ZCARTMODEL SET ZDISPLAYNAME = 'theirs', Z_OPT = Z_OPT + 1")
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME, Z_OPT FROM ZCARTMODEL") == "mine|theirs|3")
        let found = try shop.context.fetch(FetchDescriptor<CartKit.CartModel>()).first
        #expect(found?.displayName == "theirs" && found?.status == "mine")
        #expect(try shop.sqlite3("SELECT Z_PK FROM ATRANSACTION") == "1\n2\n3")
    }

    @Test(arguments: SharedCart.files)
    func anEditOfAnotherRowIsNoConflict(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try shop.save { try shop.writeSilently(key: 9) }
        #expect(try shop.sqlite3("SELECT ZSTATUS FROM ZCARTMODEL ORDER BY Z_PK") == "mine\nactive")
    }
}
