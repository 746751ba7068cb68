import ClientModels
import Foundation
import SwiftData
import TestSupport
import Testing

/// A store in the layout of SwiftData's with a cart, a context on it, and the `sqlite3` program as another process.
struct SharedCart {
    /// The package's own store, and that of an app, which is not in every clone.
    static let files = SampleStore.available("own-cart.sqlite", "swiftdata-cartkit-v1.sqlite")

    let sample: SampleStore
    let context: ModelContext
    let cart: CartKit.CartModel

    /// - Parameter file: One of ``files``.
    init(_ file: String) throws {
        sample = try SampleStore(file)
        let configuration = ModelConfiguration(url: sample.file)
        context = ModelContext(try ModelContainer(for: Schema(CartKit.models), configurations: [configuration]))
        context.autosaveEnabled = false
        cart = try #require(try context.fetch(FetchDescriptor<CartKit.CartModel>()).first)
        #expect(cart.status == "active")
    }

    @discardableResult
    func sqlite3(_ sql: String) throws -> String {
        try #require(Program.sqlite3).run([sample.file.path, sql]).trimmingCharacters(in: .newlines)
    }

    /// Writes as Core Data does, with a history that lists one row.
    func writeWithHistory(_ sql: String, entity: Int = 3, key: Int = 1) throws {
        try sqlite3(
            """
            BEGIN IMMEDIATE; \(sql);
            UPDATE Z_PRIMARYKEY SET Z_MAX = Z_MAX + 1 WHERE Z_ENT IN (16001, 16002);
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZBUNDLEIDTS, ZPROCESSIDTS, ZTIMESTAMP)
                SELECT Z_MAX, 16002, 1, 2, 800000000.5 FROM Z_PRIMARYKEY WHERE Z_ENT = 16002;
            INSERT INTO ACHANGE (Z_PK, Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS)
                SELECT c.Z_MAX, 16001, 1, \(entity), \(key), t.Z_MAX, x'2000' FROM Z_PRIMARYKEY c, Z_PRIMARYKEY t
                WHERE c.Z_ENT = 16001 AND t.Z_ENT = 16002;
            COMMIT
            """
        )
    }

    /// Adds a cart that no history tells of.
    func writeSilently(key: Int) throws {
        try sqlite3(
            "INSERT INTO ZCARTMODEL (Z_PK, Z_ENT, Z_OPT, ZID, ZSTOREID, ZSTATUS, ZCREATEDAT, ZUPDATEDAT) "
                + "VALUES (\(key), 3, 1, 'other \(key)', 's', 'active', 1, 1); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = \(key) WHERE Z_ENT = 3"
        )
    }

    /// Runs something in the middle of a save, once: the context has not received the changes of other processes then.
    func save(_ context: ModelContext? = nil, meanwhile body: @escaping () throws -> Void) throws {
        let context = context ?? self.context
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
}
