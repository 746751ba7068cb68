import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import SwiftDataTesting
import Testing

@Suite struct SavingTests {
    @Test func rowsAreLaidOutAsCoreDataLaysThemOut() throws {
        let library = try Library()
        let context = library.context
        let shelf = Shelf("hall", 1)
        shelf.volumes = [Volume("A"), Volume("B")]
        shelf.notes = [Note("dusty")]
        shelf.volumes.first?.subjects = [Subject("art")]
        context.insert(shelf)
        try context.save()
        #expect(try library.rows("SELECT Z_PK, Z_ENT, Z_OPT, ZROOM, ZNUMBER FROM ZSHELF") == ["1|4|1|hall|1"])
        #expect(try library.rows("SELECT Z_PK, ZTITLE, ZSHELF FROM ZVOLUME ORDER BY 1") == ["1|A|1", "2|B|1"])
        #expect(try library.rows("SELECT Z4NOTES, ZTEXT FROM ZNOTE") == ["1|dusty"])
        #expect(try library.rows("SELECT * FROM Z_5VOLUMES") == ["1|1"])
        #expect(
            try library.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY Z_ENT")
                == ["Keeper|0", "Museum|0", "Note|1", "Shelf|1", "Subject|1", "Volume|2"]
        )
    }

    @Test func anUpdateWritesTheChangedColumnAlone() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("A", pages: 5)
        context.insert(volume)
        try context.save()
        let recorder = StatementRecorder(library.container)
        volume.pages = 6
        try context.save()
        let updates = recorder.statements.filter { $0.hasPrefix("UPDATE ZVOLUME") }
        #expect(updates == ["UPDATE ZVOLUME SET ZPAGES = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ? AND Z_OPT = ?"])
        #expect(try library.rows("SELECT Z_OPT, ZPAGES, ZTITLE FROM ZVOLUME") == ["2|6|A"])
    }

    @Test func anUpdateOfARowThatIsGoneThrows() throws {
        let library = try Library()
        let context = library.context
        let volume = Volume("A")
        context.insert(volume)
        try context.save()
        try library.write("DELETE FROM ZVOLUME")
        volume.title = "B"
        #expect(code { try context.save() } == .missingRow)
        #expect(context.hasChanges)
    }

    @Test func anInsertWithTheUniqueValuesOfAStoredRowUpdatesIt() throws {
        let library = try Library()
        let first = library.context
        first.insert(Subject("art"))
        first.insert(Shelf("hall", 1))
        try first.save()
        let second = library.context
        let volume = Volume("V")
        let shelf = Shelf("hall", 1)
        second.insert(volume)
        volume.shelf = shelf
        volume.subjects = [Subject("art"), Subject("law")]
        shelf.notes = [Note("again")]
        try second.save()
        #expect(try library.rows("SELECT Z_PK, Z_OPT, ZROOM FROM ZSHELF") == ["1|2|hall"])
        #expect(try library.rows("SELECT ZSHELF FROM ZVOLUME") == ["1"])
        #expect(try library.rows("SELECT ZNAME FROM ZSUBJECT ORDER BY 1") == ["art", "law"])
        let art = try library.rows("SELECT Z_PK FROM ZSUBJECT WHERE ZNAME = 'art'")
        #expect(art == ["1"])
        #expect(try library.rows("SELECT count(*) FROM Z_5VOLUMES").first == "2")
        #expect(try library.rows("SELECT Z4NOTES FROM ZNOTE") == ["1"])
        #expect(shelf.persistentModelID.isTemporary == false)
    }

    @Test func ofTwoNewcomersWithTheSameUniqueValuesTheLaterWins() throws {
        let library = try Library()
        let context = library.context
        let first = Shelf("hall", 1)
        first.notes = [Note("of the first")]
        let second = Shelf("hall", 1)
        second.notes = [Note("of the second")]
        context.insert(first)
        context.insert(second)
        try context.save()
        #expect(try library.rows("SELECT count(*) FROM ZSHELF") == ["1"])
        let owners = try library.rows("SELECT DISTINCT Z4NOTES FROM ZNOTE")
        #expect(owners == (try library.rows("SELECT Z_PK FROM ZSHELF")))
    }

    @Test func rowsCanSwapTheirUniqueValues() throws {
        let library = try Library()
        let context = library.context
        let (left, right) = (Shelf("hall", 1), Shelf("hall", 2))
        context.insert(left)
        context.insert(right)
        try context.save()
        (left.number, right.number) = (2, 1)
        try context.save()
        #expect(try library.rows("SELECT ZNUMBER FROM ZSHELF ORDER BY Z_PK") == ["2", "1"])
    }

    @Test func aValueThatADeletedRowHadIsFree() throws {
        let library = try Library()
        let context = library.context
        let shelf = Shelf("hall", 1)
        context.insert(shelf)
        try context.save()
        context.delete(shelf)
        context.insert(Shelf("hall", 1))
        try context.save()
        #expect(try library.rows("SELECT Z_PK FROM ZSHELF") == ["2"])
    }

    @Test func anUpdateToTheUniqueValuesOfAnotherRowThrowsAndNamesThem() throws {
        let library = try Library()
        let context = library.context
        let (left, right) = (Subject("art"), Subject("law"))
        context.insert(left)
        context.insert(right)
        try context.save()
        right.name = "art"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .constraint)
        #expect(error?.entityName == "Subject")
        #expect(error?.propertyName == "name")
        #expect(error?.description.contains("art") == false)
        #expect(try library.rows("SELECT ZNAME FROM ZSUBJECT ORDER BY Z_PK") == ["art", "law"])
        right.name = "law and order"
        try context.save()
    }

    @Test func keysAreNeverHandedOutTwice() throws {
        let library = try Library()
        let context = library.context
        let note = Note("a")
        context.insert(note)
        try context.save()
        context.delete(note)
        try context.save()
        context.insert(Note("b"))
        try context.save()
        #expect(try library.rows("SELECT Z_PK FROM ZNOTE") == ["2"])
    }

    @Test func aCounterThatACarelessWriterLeftBehindIsNotTrusted() throws {
        let library = try Library()
        try library.write("INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZTEXT) VALUES (40, 3, 1, 'x')")
        let context = library.context
        context.insert(Note("b"))
        try context.save()
        #expect(try library.rows("SELECT Z_PK FROM ZNOTE ORDER BY 1") == ["40", "41"])
    }

    @Test func aFullDiskLeavesEverythingAsItWas() throws {
        let library = try Library()
        let context = library.context
        context.insert(Note("stored"))
        try context.save()
        let pages = try library.rows("PRAGMA page_count").first ?? ""
        try library.store.connection.writeWithoutTransaction {
            _ = try $0.integer("PRAGMA max_page_count = \(pages)")
        }
        let large = Volume("large")
        large.scan = Data(count: 200_000)
        context.insert(large)
        for number in 0..<200 { context.insert(Note(String(repeating: "x", count: 1000) + "\(number)")) }
        #expect(code { try context.save() } == .diskFull)
        #expect(context.insertedModelsArray.count == 201)
        #expect(try library.rows("SELECT ZTEXT FROM ZNOTE") == ["stored"])
        #expect(library.externalFiles.isEmpty)
        try library.store.connection.writeWithoutTransaction { _ = try $0.integer("PRAGMA max_page_count = 100000") }
        try context.save()
        #expect(try library.rows("SELECT count(*) FROM ZNOTE") == ["201"])
        #expect(library.externalFiles.count == 1)
    }

    @Test func aSaveRunsOneStatementForEachRowAndAFixedNumberBesides() throws {
        func statements(_ count: Int) throws -> Int {
            let library = try Library()
            let context = library.context
            for number in 0..<count { context.insert(Note("\(number)")) }
            let recorder = StatementRecorder(library.container)
            try context.save()
            // One for the row. The history tells of all of them in one.
            return recorder.statements.count - count
        }
        #expect(try statements(1) == statements(100))
        #expect(try statements(1) <= 16)
    }
}
