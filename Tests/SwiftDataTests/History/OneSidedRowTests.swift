import SwiftData
import TestSupport
import Testing

/// The rows of members that leave a relationship without another side, as the `sqlite3` program finds them.
@Suite struct OneSidedRowTests {
    @Test func aMemberThatLeavesCountsItsUpdate() throws {
        let store = try TemporaryFolder()
        let context = ModelContext(try store.container(for: Folder.self, Page.self, Lock.self))
        let folder = Folder(name: "f")
        folder.pages = [Page(number: 1), Page(number: 2)]
        context.insert(folder)
        try context.save()
        folder.pages.removeAll { $0.number == 2 }
        try context.save()
        let rows = "SELECT group_concat(ZNUMBER || ' ' || Z_OPT, ',') FROM (SELECT * FROM ZPAGE ORDER BY ZNUMBER)"
        #expect(try store.sqlite3(rows) == "1 1,2 2")
        context.delete(folder)
        try context.save()
        #expect(try store.sqlite3(rows) == "1 2,2 2")
        let changes = """
            SELECT group_concat(ZTRANSACTIONID || ' ' || ZENTITYPK || ' ' || (hex(ZCOLUMNS) > '00'), ',')
            FROM ACHANGE JOIN Z_PRIMARYKEY ON Z_PRIMARYKEY.Z_ENT = ZENTITY WHERE Z_NAME = 'Page' AND ZCHANGETYPE = 1
            """
        let second = try store.sqlite3("SELECT Z_PK FROM ZPAGE WHERE ZNUMBER = 2")
        let first = try store.sqlite3("SELECT Z_PK FROM ZPAGE WHERE ZNUMBER = 1")
        #expect(try store.sqlite3(changes) == "2 \(second) 1,3 \(first) 1")
    }
}
