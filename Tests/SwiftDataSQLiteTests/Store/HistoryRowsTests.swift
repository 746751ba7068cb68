import SwiftData
import SwiftDataCore
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// The rows that saves leave in the history's tables.
@Suite struct HistoryRowsTests {
    @Test func aSaveIsOneTransactionWithAnAuthorAndAChangeForEachRow() throws {
        let library = try Library()
        let context = library.context
        context.author = "tests"
        let volume = Volume("A")
        context.insert(volume)
        context.insert(Note("n"))
        try context.save()
        volume.pages = 9
        try context.save()
        context.delete(volume)
        try context.save()
        #expect(
            try library.rows(
                "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS IS NULL FROM ACHANGE "
                    + "WHERE ZENTITY = 6 ORDER BY Z_PK"
            ) == ["1|0|6|1|1", "2|1|6|1|0", "3|2|6|1|1"]
        )
        #expect(
            try library.rows(
                "SELECT t.Z_ENT, s.ZNAME FROM ATRANSACTION t JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS"
            ) == ["16002|tests", "16002|tests", "16002|tests"]
        )
        #expect(
            try library.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000 ORDER BY Z_ENT").prefix(2)
                == ["CHANGE|4", "TRANSACTION|3"]
        )
        let now = Date().timeIntervalSinceReferenceDate
        let last = try #require(try library.rows("SELECT max(ZTIMESTAMP) FROM ATRANSACTION").first.flatMap(Double.init))
        #expect(abs(now - last) < 60)
    }

    @Test func anUpdateMarksTheChangedProperties() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("A")
        context.insert(volume)
        try context.save()
        volume.title = "B"
        try context.save()
        let layout = library.store.layout
        let table = try #require(layout["Volume"])
        let slot = try #require(Volume._$modelLayout.slot(named: "title"))
        let bitmap = table.historyBits.bitmap([table.historyBit(forSlot: slot) ?? -1])
        let hex = bitmap.map { String(format: "%02X", $0) }.joined()
        #expect(try library.rows("SELECT hex(ZCOLUMNS) FROM ACHANGE WHERE ZCHANGETYPE = 1") == [hex])
    }

    @Test func aDeletionKeepsTheValuesThatAreToBePreserved() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("kept")
        context.insert(volume)
        try context.save()
        context.delete(volume)
        try context.save()
        #expect(try library.rows("SELECT ZTOMBSTONE0 FROM ACHANGE WHERE ZCHANGETYPE = 2") == ["kept"])
    }

    @Test func aSaveThatFailsLeavesNoTransaction() throws {
        let library = try Library()
        let context = library.context
        let (left, right) = (Subject("a"), Subject("b"))
        context.insert(left)
        context.insert(right)
        try context.save()
        right.name = "a"
        #expect(code { try context.save() } == .constraint)
        #expect(try library.rows("SELECT count(*) FROM ATRANSACTION") == ["1"])
    }

    @Test func aStoreWithoutHistoryTablesIsWrittenWithout() throws {
        let folder = try TemporaryFolder()
        do {
            let library = try Library(folder: folder)
            for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] { try library.write("DROP TABLE \(table)") }
        }
        let library = try Library(folder: folder)
        let context = library.context
        context.insert(Note("n"))
        try context.save()
        #expect(try library.rows("SELECT ZTEXT FROM ZNOTE") == ["n"])
    }
}
