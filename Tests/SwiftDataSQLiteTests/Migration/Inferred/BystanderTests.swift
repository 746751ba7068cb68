import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

/// A migration leaves alone the parts of a file that it does not understand.
struct BystanderTests {
    enum V1 {
        typealias Note = OldNotes.Note
        @Model class Zebra {
            var stripes: Int
            init(stripes: Int) { self.stripes = stripes }
        }
    }
    enum V2 {
        @Model class Ant {
            var legs: Int = 6
            init() {}
        }
        @Model class Note {
            @Attribute(originalName: "text") var body: String
            init(body: String) { self.body = body }
        }
        @Model class Zebra {
            var stripes: Int
            var extra: Int = 2
            init(stripes: Int) { self.stripes = stripes }
        }
    }

    @Test func foreignTablesColumnsViewsTriggersAndKeysStay() throws {
        let store = try MigratedStore()
        try store.open([V1.Note.self, V1.Zebra.self]) { context in
            context.insert(V1.Note(text: "hello"))
            context.insert(V1.Zebra(stripes: 20))
            try context.save()
        }
        _ = try store.sql(
            """
            CREATE TABLE foreigners (id INTEGER PRIMARY KEY, note INTEGER REFERENCES ZNOTE(Z_PK), word TEXT);
            INSERT INTO foreigners VALUES (1, 1, 'kept');
            ALTER TABLE ZNOTE ADD COLUMN mine TEXT;
            ALTER TABLE ZZEBRA ADD COLUMN ZEXTRA TEXT;
            UPDATE ZNOTE SET mine = 'own';
            UPDATE ZZEBRA SET ZEXTRA = 'taken';
            CREATE INDEX by_hand ON ZNOTE (mine);
            CREATE VIEW words AS SELECT n.Z_PK, f.word FROM foreigners f JOIN ZNOTE n ON n.Z_PK = f.note;
            CREATE TABLE log (line TEXT);
            CREATE TRIGGER watch AFTER UPDATE ON ZZEBRA BEGIN INSERT INTO log VALUES ('updated'); END;
            CREATE TRIGGER watch2 AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES ('inserted'); END;
            CREATE TRIGGER Z_DA_ZNOTE_Note_x_DELETE AFTER DELETE ON ZNOTE BEGIN SELECT NoSuchFunction(1); END;
            """
        )
        if let python = Program.python3 {
            _ = try python.run(
                ["-", store.url.path],
                input: """
                    import plistlib, sqlite3, sys
                    db = sqlite3.connect(sys.argv[1])
                    plist = plistlib.loads(db.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
                    plist["their.key"] = {"a": [1, 2]}
                    db.execute("UPDATE Z_METADATA SET Z_PLIST = ?", (plistlib.dumps(plist, fmt=plistlib.FMT_BINARY),))
                    db.commit()
                    """
            )
        }
        let objects =
            "SELECT sql FROM sqlite_master WHERE name IN ('foreigners', 'words', 'watch', 'watch2', 'by_hand') ORDER BY name"
        let before = try store.rows(objects)
        let uuid = try store.sql("SELECT Z_UUID FROM Z_METADATA")
        try store.migrate(to: [V2.Ant.self, V2.Note.self, V2.Zebra.self])
        #expect(try store.rows(objects) == before)
        #expect(try store.sql("SELECT word FROM words") == "kept")
        #expect(try store.sql("SELECT mine FROM ZNOTE") == "own")
        #expect(try store.sql("SELECT count(*) FROM log") == "0")
        #expect(try store.sql("SELECT ZEXTRA || ' ' || ZEXTRA_1 FROM ZZEBRA") == "2 taken")
        #expect(try store.sql("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z\\_DA\\_%' ESCAPE '\\'") == "0")
        #expect(try store.sql("SELECT Z_UUID FROM Z_METADATA") == uuid)
        if let python = Program.python3 {
            let value = try python.run(
                ["-", store.url.path],
                input: """
                    import plistlib, sqlite3, sys
                    db = sqlite3.connect(sys.argv[1])
                    print(plistlib.loads(db.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])["their.key"])
                    """
            )
            #expect(value == "{'a': [1, 2]}\n")
        }
        try store.open([V2.Ant.self, V2.Note.self, V2.Zebra.self]) { context in
            let notes = try context.fetch(FetchDescriptor<V2.Note>())
            #expect(notes.map(\.body) == ["hello"])
        }
        #expect(try store.sql("PRAGMA integrity_check") == "ok")
    }

    @Test func aMirroredStoreKeepsItsNumbers() throws {
        let store = try MigratedStore()
        try store.open([V1.Note.self, V1.Zebra.self]) { _ in }
        _ = try store.sql(
            "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY, ZENTITYID INTEGER, ZENTITYPK INTEGER)"
        )
        let error = try #require(throws: StoreError.self) {
            try store.migrate(to: [V2.Ant.self, V2.Note.self, V2.Zebra.self])
        }
        #expect(error.message.contains("CloudKit"))
    }
}
