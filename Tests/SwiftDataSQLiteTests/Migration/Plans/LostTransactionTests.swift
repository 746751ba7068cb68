import Foundation
import SwiftData
import TestSupport
import Testing

/// A closure that saves again after a save that was refused.
@Sendable private func goOn(_ context: ModelContext) throws {
    let boats = try context.fetch(FetchDescriptor<Boats.Boat>(sortBy: [SortDescriptor(\.name)]))
    for name in ["refused", "accepted"] {
        boats[0].name = name
        #expect(throws: StoreError.self) { try context.save() }
    }
    context.rollback()
}

/// Stages during which SQLite takes the migration's transaction back by itself, as it does where it has no room or no memory.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct LostTransactionTests {
    @Test func aClosureThatGoesOnSavesNothing() throws {
        let store = try HookedBoats.store(["a", "b"])
        _ = try store.folder.sqlite3(
            """
            CREATE TRIGGER Refusal BEFORE UPDATE ON ZBOAT WHEN NEW.ZNAME = 'refused'
            BEGIN SELECT RAISE(ROLLBACK, 'refused'); END
            """
        )
        let dump = try store.dump()
        let error = #expect(throws: StoreError.self) { try HookedBoats.migrate(store, willMigrate: goOn) }
        #expect(error?.code == .migration)
        #expect(try store.dump() == dump)
        #expect(try store.folder.sqlite3("PRAGMA integrity_check") == "ok")
    }
}
