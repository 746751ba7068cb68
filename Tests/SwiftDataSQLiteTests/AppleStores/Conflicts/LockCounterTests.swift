import ClientModels
import Foundation
import SwiftData
import SwiftDataCore
import TestSupport
import Testing

/// The counters that models have are those of their rows, whatever of a row a save has written.
@Suite(.enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"))
struct LockCounterTests {
    private func expectSame(
        _ model: any PersistentModel,
        _ table: String,
        _ shop: SharedCart,
        _ expected: Int64? = nil,
        _ comment: Comment? = nil
    ) throws {
        let key = try #require(model.persistentModelID.row)
        // Changes of other processes are read when they are needed, and the counter with it.
        _ = model._$modelState.reading.value(at: 0)
        let stored = Int64(try shop.sqlite3("SELECT Z_OPT FROM \(table) WHERE Z_PK = \(key)"))
        #expect(model._$modelState.lock == stored, comment)
        if let expected { #expect(stored == expected, comment) }
    }

    @Test(arguments: SharedCart.files)
    func aMemberThatIsEditedAndTakenOutCountsOnce(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        let (item, second) = (CartKit.CartItemModel(id: "1"), CartKit.CartItemModel(id: "2"))
        shop.cart.items = [item, second]
        try shop.context.save()
        try expectSame(item, "ZCARTITEMMODEL", shop, 1)
        item.quantity = 5
        shop.cart.items = []
        try shop.context.save()
        // One was edited and taken out, the other only taken out.
        try expectSame(item, "ZCARTITEMMODEL", shop, 2)
        try expectSame(second, "ZCARTITEMMODEL", shop, 2)
        try expectSame(shop.cart, "ZCARTMODEL", shop, 3)
        shop.cart.items = [second]
        try shop.context.save()
        try expectSame(second, "ZCARTITEMMODEL", shop, 3)
    }

    @Test(arguments: SharedCart.files)
    func aMemberThatMovesIsKnownToBothContexts(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        let (item, cart) = (CartKit.CartItemModel(id: "1"), CartKit.CartModel(id: "second"))
        shop.cart.items = [item]
        shop.context.insert(cart)
        try shop.context.save()
        let other = ModelContext(shop.context.container)
        let theirs = try #require(other.model(for: item.persistentModelID) as? CartKit.CartItemModel)
        #expect(theirs.quantity == 1)
        shop.cart.items = []
        cart.items = [item]
        try shop.context.save()
        try expectSame(item, "ZCARTITEMMODEL", shop)
        #expect(try shop.sqlite3("SELECT Z3ITEMS, Z_OPT FROM ZCARTITEMMODEL") == "2|2")
        other.processPendingChanges()
        #expect(theirs.quantity == 1)
        try expectSame(theirs, "ZCARTITEMMODEL", shop)
    }

    @Test(arguments: SharedCart.files)
    func anUpsertLeavesTheCounterKnown(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        let item = CartKit.CartItemModel(id: "1")
        shop.cart.items = [item]
        try shop.context.save()
        for round in 2...4 {
            let again = CartKit.CartItemModel(id: "1")
            again.quantity = round
            shop.context.insert(again)
            try shop.context.save()
            #expect(item.quantity == round)
            try expectSame(item, "ZCARTITEMMODEL", shop, Int64(round))
        }
        // So a silent writer is noticed.
        item.quantity = 9
        let error = #expect(throws: StoreError.self) {
            try shop.save { try shop.sqlite3("UPDATE ZCARTITEMMODEL SET ZPRODUCTID = 'theirs', Z_OPT = Z_OPT + 1") }
        }
        #expect(error?.code == .conflict)
    }

    @Test(arguments: SharedCart.files)
    func savesOfTheContainersOwnAreNoConflicts(_ file: String) throws {
        let shop = try SharedCart(file)
        defer { shop.sample.remove() }
        let second = CartKit.CartModel(id: "second")
        shop.context.insert(second)
        try shop.context.save()
        let other = ModelContext(shop.context.container)
        other.autosaveEnabled = false
        let theirs = try #require(other.model(for: shop.cart.persistentModelID) as? CartKit.CartModel)
        func saveWhileSomebodyIsSilent(_ context: ModelContext, _ key: Int) {
            #expect(throws: Never.self) { try shop.save(context) { try shop.writeSilently(key: key) } }
        }
        for round in 1...4 {
            let base = 100 * round
            // Own saves that touch rows in every way.
            shop.cart.status = "a\(round)"
            let item = CartKit.CartItemModel(id: "item \(round)")
            shop.cart.items.append(item)
            try shop.context.save()
            shop.cart.items.removeAll { $0 === item }
            second.items.append(item)
            item.quantity = round
            saveWhileSomebodyIsSilent(shop.context, base)
            item.quantity += 1
            second.items.removeAll { $0 === item }
            saveWhileSomebodyIsSilent(shop.context, base + 1)
            let again = CartKit.CartItemModel(id: "item \(round)")
            again.quantity = 10 * round
            shop.context.insert(again)
            try shop.context.save()
            item.quantity += 1
            saveWhileSomebodyIsSilent(shop.context, base + 2)
            // The other context edits the same rows after that.
            theirs.displayName = "b\(round)"
            let same = try #require(other.model(for: item.persistentModelID) as? CartKit.CartItemModel)
            #expect(same.quantity == 10 * round + 1)
            same.productId = "product \(round)"
            saveWhileSomebodyIsSilent(other, base + 3)
            item.quantity += 1
            saveWhileSomebodyIsSilent(shop.context, base + 4)
            try expectSame(item, "ZCARTITEMMODEL", shop)
            try expectSame(shop.cart, "ZCARTMODEL", shop)
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME FROM ZCARTMODEL WHERE Z_PK = 1") == "a4|b4")
        #expect(
            try shop.sqlite3("SELECT ZQUANTITY, ZPRODUCTID FROM ZCARTITEMMODEL ORDER BY Z_PK")
                == "12|product 1\n22|product 2\n32|product 3\n42|product 4"
        )
    }
}
