import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQLite
import TestSupport
import Testing

@Suite struct SideTableTests {
    @Test func rowsHistoryAndSideTablesAreOneTransaction() throws {
        let side = try SideLibrary()
        try side.makeTable()
        let result = try side.save(inserted: [
            SideLibrary.new(Volume.self, ["title": .string("A"), "pages": .integer(3)])
        ]) { tables, result in
            let row = try #require(result.identifiers.first?.row)
            #expect(try tables.rows("SELECT ZTITLE FROM ZVOLUME").count == 1)
            try tables.run(
                "INSERT INTO OSD_RECORD VALUES (?, ?, ?)",
                [.integer(row), .string("a\0b"), .data(Data([0, 1]))]
            )
        }
        #expect(result.historyToken != nil)
        #expect(result.commit?.inserted == result.identifiers)
        #expect(result.commit?.author == "sync")
        #expect(try side.witness("SELECT ZTITLE, ZPAGES FROM ZVOLUME") == "A|3")
        #expect(try side.witness("SELECT K, hex(NAME), hex(BYTES) FROM OSD_RECORD") == "1|610062|0001")
        #expect(try side.witness("SELECT count(*) FROM ATRANSACTION") == "1")
    }

    @Test func aFailureOfTheClientTakesEverythingBack() throws {
        let side = try SideLibrary()
        try side.makeTable()
        let scan = Data(repeating: 7, count: 200_000)
        let new = try SideLibrary.new(
            Volume.self,
            ["title": .string("A"), "pages": .integer(1), "scan": .data(scan)]
        )
        #expect(throws: Stop.self) {
            try side.save(inserted: [new]) { tables, _ in
                try tables.run("INSERT INTO OSD_RECORD VALUES (1, 'a', NULL)")
                #expect(side.library.externalFiles.count == 1)
                throw Stop()
            }
        }
        #expect(side.library.externalFiles.isEmpty)
        let counts = "SELECT (SELECT count(*) FROM ZVOLUME), (SELECT count(*) FROM OSD_RECORD)"
        #expect(try side.witness(counts) == "0|0")
        _ = try side.save(inserted: [new])
        #expect(try side.witness(counts) == "1|0")
        #expect(side.library.externalFiles.count == 1)
        let rows = try ModelContext(side.library.container).fetch(FetchDescriptor<Volume>())
        #expect(rows.first?.scan == scan)
    }

    @Test func theWriteLockSpansReadingAndSaving() throws {
        let side = try SideLibrary()
        try side.makeTable()
        let lock = try side.store.takeWriteLock(for: side.editing)
        defer { lock.release() }
        #expect(try side.store.readSideTables { try $0.rows("SELECT * FROM OSD_RECORD") }.isEmpty)
        let new = try SideLibrary.new(Volume.self, ["title": .string("A"), "pages": .integer(3)])
        #expect(throws: Stop.self) { try side.save(inserted: [new]) { _, _ in throw Stop() } }
        // The lock is still held.
        #expect(code { _ = try side.store.takeWriteLock(for: side.editing) } == .locked)
        #expect(try side.store.lastHistoryToken() == nil)
        _ = try side.save(inserted: [new]) { tables, _ in try tables.run("INSERT INTO OSD_RECORD VALUES (1, 'a', NULL)")
        }
        try side.store.takeWriteLock(for: side.editing).release()
        #expect(try side.witness("SELECT count(*) FROM ZVOLUME, OSD_RECORD") == "1")
    }

    @Test func sideTablesAloneWriteNoHistory() throws {
        let side = try SideLibrary()
        let other = try Library(folder: side.library.folder)
        try side.makeTable()
        _ = try side.save { tables, _ in
            try tables.run(
                "INSERT INTO OSD_RECORD VALUES (?, ?, NULL)",
                each: (1...1000).map { [.integer($0), .string("n\($0)")] }
            )
        }
        #expect(try side.witness("SELECT count(*), sum(K) FROM OSD_RECORD") == "1000|500500")
        #expect(try side.store.lastHistoryToken() == nil)
        // Another container does not take it for changes that it cannot know.
        other.store.receiveExternalCommits()
        #expect(other.store.undescribedCount == 0)
    }

    @Test(arguments: [
        "INSERT INTO ZVOLUME (Z_PK) VALUES (1)", "UPDATE ZVOLUME SET ZTITLE = 'x'", "DELETE FROM ZVOLUME",
        "DELETE FROM ATRANSACTION", "DROP TABLE ZVOLUME", "DROP TABLE IF EXISTS ZVOLUME", "CREATE TABLE OTHER (A)",
        "CREATE TABLE osd_lower (A)", "ALTER TABLE ZVOLUME ADD COLUMN A", "ALTER TABLE OSD_RECORD RENAME TO ZOTHER",
        "ALTER TABLE OSD_RECORD RENAME/**/TO ZOTHER", "CREATE INDEX OSD_I ON ZVOLUME (ZTITLE)",
        "CREATE INDEX ZI ON OSD_RECORD (NAME)", "DROP INDEX ZVOLUME_ZSHELF_INDEX",
        "CREATE TRIGGER OSD_T AFTER INSERT ON OSD_RECORD BEGIN DELETE FROM ZVOLUME; END",
        "CREATE VIEW OSD_V AS SELECT 1", "CREATE TABLE OSD_S (K INTEGER PRIMARY KEY AUTOINCREMENT)",
        "CREATE TEMP TABLE OSD_TEMP (A)", "COMMIT", "SAVEPOINT a",
        "ATTACH ':memory:' AS b",
        "PRAGMA user_version = 3", "PRAGMA writable_schema = 1", "VACUUM", "UPDATE sqlite_master SET sql = ''",
        "WITH a AS (SELECT 1) INSERT INTO ZVOLUME (Z_PK) SELECT * FROM a", "SELECT 1; DELETE FROM ZVOLUME",
        "INSERT INTO main.ZVOLUME (Z_PK) VALUES (1)", "REPLACE INTO ZVOLUME (Z_PK) VALUES (1)",
    ])
    func statementsOnOtherTablesAreRefused(_ sql: String) throws {
        let side = try SideLibrary()
        try side.makeTable()
        _ = try side.save(inserted: [SideLibrary.new(Volume.self, ["title": .string("A"), "pages": .integer(1)])])
        let program = try #require(Program.sqlite3, "needs sqlite3")
        let before = try program.run(["-cmd", ".timeout 10000", side.path, ".dump"])
        #expect(throws: (any Error).self) { try side.save { tables, _ in try tables.run(sql) } }
        #expect(throws: (any Error).self) { try side.save { tables, _ in _ = try tables.rows(sql) } }
        #expect(throws: (any Error).self) { try side.store.readSideTables { _ = try $0.rows(sql) } }
        #expect(try program.run(["-cmd", ".timeout 10000", side.path, ".dump"]) == before)
    }

    @Test func clientsDefineAndChangeTheirTables() throws {
        let side = try SideLibrary()
        _ = try side.save { tables, _ in
            try tables.run(
                "CREATE TABLE OSD_A (K INTEGER PRIMARY KEY, N TEXT UNIQUE, PRIMARY_ TEXT) STRICT"
            )
            try tables.run("CREATE TABLE OSD_B (A, B, PRIMARY KEY (A, B)) WITHOUT ROWID")
            try tables.run("CREATE INDEX OSD_A_N ON OSD_A (PRIMARY_) WHERE PRIMARY_ IS NOT NULL")
            try tables.run("ALTER TABLE OSD_A ADD COLUMN LATER INTEGER NOT NULL DEFAULT 0")
            try tables.run(
                "INSERT INTO OSD_A (N) VALUES (?) ON CONFLICT (N) DO UPDATE SET LATER = LATER + 1",
                [.string("x")]
            )
            try tables.run(
                "INSERT INTO OSD_A (N) VALUES (?) ON CONFLICT (N) DO UPDATE SET LATER = LATER + 1",
                [.string("x")]
            )
            try tables.run("INSERT INTO OSD_B SELECT value, 1 FROM json_each(?)", [.string("[4,5]")])
            #expect(try tables.rows("SELECT name FROM pragma_table_info('OSD_B')").count == 2)
        }
        #expect(try side.witness("SELECT N, LATER FROM OSD_A") == "x|1")
        #expect(try side.witness("SELECT * FROM OSD_B") == "4|1\n5|1")
        _ = try side.save { tables, _ in
            try tables.run("DROP INDEX OSD_A_N")
            try tables.run("DROP TABLE OSD_B")
            try tables.run("ALTER TABLE OSD_A RENAME COLUMN PRIMARY_ TO FIRST")
            try tables.run("ALTER TABLE OSD_A DROP COLUMN LATER")
        }
        #expect(try side.witness("SELECT name FROM sqlite_master WHERE name GLOB 'OSD*'") == "OSD_A")
        #expect(try side.witness("PRAGMA integrity_check") == "ok")
    }

    @Test func valuesKeepTheirStorageClass() throws {
        let side = try SideLibrary()
        let values: [StoredValue] = [.integer(.min), .double(.infinity), .string(""), .data(Data()), .null]
        _ = try side.save { tables, _ in
            try tables.run("CREATE TABLE OSD_V (A, B, C, D, E)")
            try tables.run("INSERT INTO OSD_V VALUES (?, ?, ?, ?, ?)", values)
            for wrong in [StoredValue.double(.nan), .date(Date()), .uuid(UUID()), .unloaded] {
                #expect(code { try tables.run("INSERT INTO OSD_V (A) VALUES (?)", [wrong]) } == .unsupportedType)
            }
        }
        let read = try side.store.readSideTables { try $0.rows("SELECT * FROM OSD_V") }
        #expect(read.map { $0.map { "\($0)" } } == [values.map { "\($0)" }])
        #expect(
            try side.witness("SELECT typeof(A), typeof(B), typeof(C), typeof(D), typeof(E) FROM OSD_V")
                == "integer|real|text|blob|null"
        )
    }

    @Test func lentTablesEndWithTheCallAndKeepTheStoreOut() throws {
        let side = try SideLibrary()
        try side.makeTable()
        var kept: (any SideTables)?
        try side.store.readSideTables { tables in
            kept = tables
            #expect(code { try tables.run("DELETE FROM OSD_RECORD") } == .readOnly)
            #expect(code { _ = try side.store.lastHistoryToken() } == .busy)
            #expect(code { _ = try side.save() } == .busy)
        }
        #expect(code { _ = try kept?.rows("SELECT 1") } == .closed)
        #expect(try side.store.lastHistoryToken() == nil)
    }

    @Test func contextsHearOfASaveOnce() async throws {
        let side = try SideLibrary()
        let context = ModelContext(side.library.container)
        let volume = Volume("A")
        context.insert(volume)
        try context.save()
        volume.pages = 9
        let posts = Locked<[Int]>([])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContainer.remoteChange,
            object: side.library.container,
            queue: nil
        ) { note in
            let updated = note.userInfo?[ModelContext.NotificationKey.updatedIdentifiers] as? [PersistentIdentifier]
            posts.withLock { $0.append(updated?.count ?? -1) }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        let edit = try side.edit(Volume.self, volume.persistentModelID, ["title": .string("B")])
        side.library.container.core.receive(saved: try side.save(updated: [edit]))
        side.store.receiveExternalCommits()
        try await Task.sleep(for: .milliseconds(300))
        side.store.receiveExternalCommits()
        #expect(posts.withLock { $0 } == [1])
        // A fetch is a moment at which a context receives the saves of other writers.
        _ = try context.fetchCount(FetchDescriptor<Volume>())
        #expect(volume.title == "B")
        #expect(volume.pages == 9)
        try context.save()
        #expect(try side.witness("SELECT ZTITLE, ZPAGES FROM ZVOLUME") == "B|9")
    }
}
