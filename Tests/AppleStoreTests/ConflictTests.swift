import Foundation
import SwiftData
import TestSupport
import Testing

/// A second process, the `sqlite3` program, edits as Core Data does while a container has the file open.
@Suite(.enabled(if: SampleStore.canBeRead, "needs ../shared/stores, sqlite3 and python3"))
struct ConflictTests {
    /// The file, a context, and the cart in it.
    private struct Shop {
        let sample: SampleStore
        let context: ModelContext
        let cart: Carts.CartModel

        init() throws {
            sample = try SampleStore("swiftdata-cartkit-v1.sqlite")
            let configuration = ModelConfiguration(url: sample.file)
            context = ModelContext(try ModelContainer(for: Schema(Carts.models), configurations: [configuration]))
            context.autosaveEnabled = false
            cart = try #require(try context.fetch(FetchDescriptor<Carts.CartModel>()).first)
            #expect(cart.status == "active")
        }

        @discardableResult
        func sqlite3(_ sql: String) throws -> String {
            try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
        }
    }

    /// What Core Data writes to the history of an update of the cart.
    private static let told = """
        UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT IN (16001, 16002);
        INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP)
            SELECT Z_MAX, 16002, 1, 2, 800000000.5 FROM Z_PRIMARYKEY WHERE Z_ENT = 16002;
        INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
            SELECT c.Z_MAX, 16001, 1, 3, 1, t.Z_MAX, x'2000' FROM Z_PRIMARYKEY c, Z_PRIMARYKEY t
            WHERE c.Z_ENT = 16001 AND t.Z_ENT = 16002;
        """

    /// Runs something in the middle of a save: what others do then, the context has not taken in.
    private func inTheMiddleOfASave(_ context: ModelContext, _ body: @escaping () throws -> Void) throws {
        nonisolated(unsafe) let body = body
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.willSave,
            object: context,
            queue: nil
        ) { _ in
            #expect(throws: Never.self) { try body() }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
    }

    @Test func anEditThatNoHistoryTellsIsAConflictAndNothingIsLost() throws {
        let shop = try Shop()
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        let error = #expect(throws: StoreError.self) {
            try inTheMiddleOfASave(shop.context) {
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

    @Test func theSamePropertyIsListedAsAConflictToo() throws {
        let shop = try Shop()
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        #expect(throws: StoreError.self) {
            try inTheMiddleOfASave(shop.context) {
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

    @Test func aDeletionOfWhatSomebodyChangedIsAConflict() throws {
        let shop = try Shop()
        defer { shop.sample.remove() }
        shop.context.delete(shop.cart)
        let error = #expect(throws: StoreError.self) {
            try inTheMiddleOfASave(shop.context) {
                try shop.sqlite3("UPDATE ZCARTMODEL SET ZSTATUS = 'theirs', Z_OPT = Z_OPT + 1")
            }
        }
        #expect(error?.code == .conflict)
        #expect(try shop.sqlite3("SELECT ZSTATUS FROM ZCARTMODEL") == "theirs")
        try shop.context.save()
        #expect(try shop.sqlite3("SELECT count(*) FROM ZCARTMODEL") == "0")
    }

    @Test func anEditThatTheHistoryTellsIsMerged() throws {
        let shop = try Shop()
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try inTheMiddleOfASave(shop.context) {
            try shop.sqlite3(
                "BEGIN IMMEDIATE; UPDATE ZCARTMODEL SET ZDISPLAYNAME = 'theirs', Z_OPT = Z_OPT + 1; "
                    + Self.told + " COMMIT"
            )
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS, ZDISPLAYNAME, Z_OPT FROM ZCARTMODEL") == "mine|theirs|3")
        let found = try shop.context.fetch(FetchDescriptor<Carts.CartModel>()).first
        #expect(found?.displayName == "theirs" && found?.status == "mine")
        #expect(try shop.sqlite3("SELECT Z_PK FROM ATRANSACTION") == "1\n2\n3")
    }

    @Test func anEditOfAnotherRowIsNoConflict() throws {
        let shop = try Shop()
        defer { shop.sample.remove() }
        shop.cart.status = "mine"
        try inTheMiddleOfASave(shop.context) {
            try shop.sqlite3(
                "INSERT INTO ZCARTMODEL (Z_PK, Z_ENT, Z_OPT, ZID, ZSTOREID, ZSTATUS, ZCREATEDAT, ZUPDATEDAT) "
                    + "VALUES (9, 3, 1, 'other', 's', 'active', 1, 1); "
                    + "UPDATE Z_PRIMARYKEY SET Z_MAX = 9 WHERE Z_ENT = 3"
            )
        }
        #expect(try shop.sqlite3("SELECT ZSTATUS FROM ZCARTMODEL ORDER BY Z_PK") == "mine\nactive")
    }
}
