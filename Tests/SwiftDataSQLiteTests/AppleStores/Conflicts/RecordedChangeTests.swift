import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// Changes that another process saves with history in the middle of a save are merged as if they had come a moment
/// earlier.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct RecordedChangeTests {
    @Test(arguments: SharedCart.files)
    func theSamePropertyIsListedAsOverwritten(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try shop.save {
            try shop.writeWithHistory("UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', Z_OPT = Z_OPT + 1")
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS, Z_OPT FROM ZCARTMODEL") == "mine|3")
        #expect(shop.context.conflicts.map(\.propertyName) == ["status"])
        #expect(shop.context.conflicts.first?.otherValue as? String == "theirs")
        #expect(shop.context.conflicts.first?.isOverwritten == true)
    }

    @Test(arguments: SharedCart.files)
    func aRowThatTheirHistoryDoesNotListIsComparedAsWell(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try shop.save {
            try shop.writeWithHistory(
                "UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', ZCONTEXT = 'theirs', Z_OPT = Z_OPT + 1",
                entity: 1,
                key: 99
            )
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZCONTEXT, Z_OPT FROM ZCARTMODEL") == "mine|theirs|3")
        #expect(shop.context.conflicts.map(\.propertyName) == ["status"] && shop.cart.context == "theirs")
    }

    @Test(arguments: SharedCart.files)
    func aDeletionOfWhatTheyChangedGoesThrough(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        shop.context.delete(shop.cart)
        try shop.save {
            try shop.writeWithHistory("UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', Z_OPT = Z_OPT + 1")
        }
        #expect(try shop.sqlite3("SELECT count(*) FROM ZCARTMODEL") == "0")
        #expect(try shop.sqlite3("SELECT ZCHANGETYPE FROM ACHANGE ORDER BY Z_PK DESC LIMIT 1") == "2")
    }

    @Test(arguments: SharedCart.files)
    func aSaveOfAnotherContextInTheMiddleIsJoinedToo(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        let other = ModelContext(shop.context.container)
        other.autosaveEnabled = false
        let theirs = try #require(other.model(for: shop.cart.persistentModelID) as? CartKit.CartModel)
        theirs.displayName = "theirs"
        theirs.status = "theirs"
        shop.cart.status = "mine"
        try shop.save { try other.save() }
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME, Z_OPT FROM ZCARTMODEL") == "mine|theirs|3")
        #expect(shop.cart.displayName == "theirs")
        #expect(shop.context.conflicts.map(\.propertyName) == ["status"])
    }
}
