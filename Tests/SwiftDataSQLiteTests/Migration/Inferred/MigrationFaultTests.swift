import Foundation
import SwiftData
import SwiftDataCore
import SwiftDataSQL
import TestSupport
import Testing

@testable import SwiftDataSQLite

/// A statement of a migration that fails leaves the file as it was, with everything that is not the model's.
@Suite(.enabled(if: Program.sqlite3 != nil, "needs sqlite3")) struct MigrationFaultTests {
    enum V1 {
        @Model class Note {
            var text: String
            var old: Int = 1
            var tags: [Tag] = []
            init(text: String) { self.text = text }
        }
        @Model class Tag {
            var word: String = ""
            init() {}
        }
    }
    enum V2 {
        @Model class Note {
            var text: String
            var tags: [Tag] = []
            init(text: String) { self.text = text }
        }
        @Model class Tag {
            @Attribute(originalName: "word") var term: String?
            init() {}
        }
    }

    private static let types: [any PersistentModel.Type] = [V2.Note.self, V2.Tag.self]

    private func filled(_ objects: String) throws -> MigratedStore {
        let store = try MigratedStore()
        try store.open([V1.Note.self, V1.Tag.self]) { context in
            context.insert(V1.Note(text: "hello"))
            try context.save()
        }
        _ = try store.sql(objects)
        return store
    }

    private static let objects = """
        CREATE TABLE log (line TEXT);
        ALTER TABLE ZNOTE ADD COLUMN mine TEXT;
        CREATE INDEX byHand ON ZNOTE (ZTEXT, mine);
        CREATE VIEW words AS SELECT Z_PK, ZTEXT FROM ZNOTE;
        CREATE VIEW more AS SELECT ZTEXT FROM words;
        CREATE TRIGGER onInsert AFTER INSERT ON ZNOTE BEGIN INSERT INTO log VALUES (NEW.ZTEXT); END;
        CREATE TRIGGER ofView INSTEAD OF INSERT ON words BEGIN INSERT INTO log VALUES (NEW.ZTEXT); END;
        """

    @Test(arguments: ReadFaults.Cause.allCases)
    func noStatementMayFailUnseen(cause: ReadFaults.Cause) throws {
        let store = try filled(Self.objects)
        let before = try store.sql(".dump")
        let names = "SELECT name FROM sqlite_master WHERE name IN ('byHand', 'words', 'more', 'onInsert', 'ofView')"
        let count = try store.rows(names).count
        for number in 0..<10_000 {
            // A pragma that is set back touches no page, and the path is for messages.
            let faults = ReadFaults(.statement, cause, from: number, count: 1, includesWrites: true) { sql in
                !sql.contains("legacy_alter_table = OFF") && !sql.contains("pragma_database_list")
            }
            let isDone = (try? store.migrate(to: ModelOutline(Schema(Self.types)), faults: faults)) != nil
            guard faults.failed > 0 else {
                #expect(isDone && number > 30 && count == 5)
                #expect(try store.rows(names).count == count)
                return
            }
            try #require(!isDone, "the migration goes on after statement \(number)")
            try #require(try store.sql(".dump") == before, "statement \(number)")
        }
        Issue.record("the migration does not end")
    }

    @Test func anIndexWhoseColumnHasGoneGoes() throws {
        let store = try filled("CREATE INDEX ofOld ON ZNOTE (ZOLD); CREATE INDEX ofText ON ZNOTE (ZTEXT)")
        try store.migrate(to: Self.types)
        #expect(try store.rows("SELECT name FROM sqlite_master WHERE name GLOB 'of*'") == ["ofText"])
    }
}
