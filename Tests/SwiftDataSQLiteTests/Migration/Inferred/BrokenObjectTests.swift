import Foundation
import SwiftData
import TestSupport
import Testing

/// A view or a trigger that names what a migration has removed goes with it: it would stop every save.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct BrokenObjectTests {
    private typealias V1 = OldNotes
    private typealias V2 = PlainNotes

    @Test func whatNamesARemovedColumnGoes() throws {
        let store = try MigratedStore()
        try store.open([V1.Note.self]) { context in
            context.insert(V1.Note(text: "hello"))
            try context.save()
        }
        _ = try store.sql(
            """
            CREATE TABLE log (line TEXT);
            CREATE VIEW good AS SELECT Z_PK, ZTEXT FROM ZNOTE;
            CREATE VIEW good2 AS SELECT ZTEXT FROM good;
            CREATE VIEW bad AS SELECT ZOLD FROM ZNOTE;
            CREATE VIEW bad2 AS SELECT * FROM bad;
            CREATE VIEW theirs AS SELECT theirFunction(ZTEXT) FROM ZNOTE;
            CREATE TRIGGER goodInsert AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES (NEW.ZTEXT); END;
            CREATE TRIGGER badInsert AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES (NEW.ZOLD); END;
            CREATE TRIGGER badUpdate AFTER UPDATE OF ZTEXT ON ZNOTE BEGIN INSERT INTO log VALUES (OLD.ZOLD); END;
            CREATE TRIGGER badDelete AFTER DELETE ON ZNOTE WHEN OLD.ZOLD > 0 BEGIN INSERT INTO log VALUES (1); END;
            CREATE TRIGGER badBystander AFTER DELETE ON log BEGIN UPDATE ZNOTE SET ZOLD = 2; END;
            CREATE TRIGGER ofGood INSTEAD OF INSERT ON good BEGIN INSERT INTO log VALUES (NEW.ZTEXT); END;
            CREATE TRIGGER badOfGood INSTEAD OF UPDATE ON good BEGIN UPDATE ZNOTE SET ZOLD = 1; END;
            CREATE TRIGGER ofBad INSTEAD OF INSERT ON bad BEGIN INSERT INTO log VALUES (1); END;
            CREATE TRIGGER theirDelete AFTER DELETE ON ZNOTE BEGIN SELECT theirFunction(OLD.ZTEXT); END;
            """
        )
        try store.migrate(to: [V2.Note.self])
        let names = "SELECT name FROM sqlite_master WHERE type IN ('view', 'trigger') ORDER BY name"
        #expect(try store.rows(names) == ["good", "good2", "goodInsert", "ofGood", "theirDelete", "theirs"])
        try store.open([V2.Note.self]) { context in
            let note = V2.Note(text: "new")
            context.insert(note)
            try context.save()
            note.text = "newer"
            try context.save()
        }
        #expect(try store.rows("SELECT line FROM log") == ["new"])
        _ = try store.sql("INSERT INTO good (ZTEXT) VALUES ('by view')")
        #expect(try store.rows("SELECT line FROM log ORDER BY rowid") == ["new", "by view"])
        #expect(try store.rows("SELECT ZTEXT FROM good2 ORDER BY 1") == ["hello", "newer"])
    }
}
