import Testing

/// Damage that is done to a filled library by plain SQL, and what `check` must say of it.
struct Damage: CustomTestStringConvertible {
    let name: String
    let sql: String
    /// The check that finds it.
    let check: String
    var place = ""
    var count = 0
    var part = ""
    /// A query of the repaired copy, and its answer; nil for damage that cannot be repaired.
    var repaired: (query: String, answer: String)?

    var testDescription: String { name }

    /// Keys of rows, by what the library has in them.
    static let first = "(SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 412)"
    static let second = "(SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 301)"
    static let comic = "(SELECT Z_PK FROM ZBOOK WHERE ZPAGES = 48)"

    static let references: [Damage] = [
        Damage(
            name: "a to-one leads nowhere",
            sql: "UPDATE ZBOOK SET ZSHELF = 999 WHERE Z_PK = \(first)",
            check: "references",
            place: "Book.shelf",
            count: 1,
            repaired: ("SELECT ZSHELF IS NULL, Z_OPT FROM ZBOOK WHERE ZPAGES = 412", "1|2")
        ),
        Damage(
            name: "an inherited to-one leads nowhere",
            sql: "UPDATE ZBOOK SET ZSHELF = 999 WHERE Z_PK = \(comic)",
            check: "references",
            place: "Comic.shelf",
            count: 1,
            repaired: ("SELECT ZSHELF IS NULL FROM ZBOOK WHERE ZPAGES = 48", "1")
        ),
        Damage(
            name: "a key beside another entity",
            sql: "UPDATE ZBOOK SET Z1_PREQUEL = 2 WHERE ZPREQUEL IS NOT NULL",
            check: "references",
            place: "Book.prequel",
            count: 1,
            part: "another entity",
            repaired: ("SELECT Z1_PREQUEL FROM ZBOOK WHERE ZPREQUEL IS NOT NULL", "1")
        ),
        Damage(
            name: "a one-to-one that leads one way",
            sql: "UPDATE ZBOOK SET ZSEQUEL = NULL, Z1_SEQUEL = NULL",
            check: "references",
            place: "Book.prequel",
            count: 1,
            part: "does not lead back"
        ),
        Damage(
            name: "the key of a to-many without inverse leads nowhere",
            sql: "UPDATE ZTAG SET Z3WISHES = 77 WHERE ZWORD = 'sand'",
            check: "references",
            place: "Tag.Club.wishes",
            count: 1,
            repaired: ("SELECT Z3WISHES IS NULL FROM ZTAG WHERE ZWORD = 'sand'", "1")
        ),
        Damage(
            name: "join rows lead nowhere",
            sql: "INSERT INTO Z_1TAGS (Z_1BOOKS, Z_5TAGS) VALUES (500, 1), (501, 1)",
            check: "joins",
            place: "Book",
            count: 2,
            repaired: ("SELECT count(*) FROM Z_1TAGS", "3")
        ),
    ]

    static let counters: [Damage] = [
        Damage(
            name: "the highest key is too low",
            sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'",
            check: "counters",
            place: "Book",
            part: "there is a row 3",
            repaired: ("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'", "3")
        ),
        Damage(
            name: "an entity has no number",
            sql: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'",
            check: "counters",
            place: "Tag",
            part: "no row in Z_PRIMARYKEY",
            repaired: ("SELECT Z_ENT, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'", "5|0|2")
        ),
        Damage(
            name: "a number has another name",
            sql: "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Label' WHERE Z_NAME = 'Tag'",
            check: "counters",
            place: "Tag",
            part: "as Label"
        ),
        Damage(
            name: "a number that the model does not know",
            sql: "INSERT INTO Z_PRIMARYKEY VALUES (9, 'Ghost', 0, 0)",
            check: "counters",
            part: "Ghost"
        ),
        Damage(
            name: "the history's counter is too low",
            sql: "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16002",
            check: "counters",
            part: "TRANSACTION",
            repaired: ("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002", "2")
        ),
        Damage(
            name: "lock counters are missing",
            sql: "UPDATE ZTAG SET Z_OPT = NULL WHERE ZWORD = 'sea'; UPDATE ZTAG SET Z_OPT = -3 WHERE ZWORD = 'sand'",
            check: "counters",
            place: "Tag",
            count: 2,
            repaired: ("SELECT group_concat(Z_OPT) FROM ZTAG", "1,1")
        ),
        Damage(
            name: "an entity number of another table",
            sql: "UPDATE ZTAG SET Z_ENT = 99 WHERE ZWORD = 'sea'",
            check: "entities",
            place: "Tag",
            count: 1,
            repaired: ("SELECT DISTINCT Z_ENT FROM ZTAG", "5")
        ),
        Damage(
            name: "an entity number that could be one of several",
            sql: "UPDATE ZBOOK SET Z_ENT = 99 WHERE ZPAGES = 48",
            check: "entities",
            place: "Book",
            count: 1
        ),
    ]

    static let values: [Damage] = [
        Damage(
            name: "text in a column of numbers",
            sql: "UPDATE ZBOOK SET ZPAGES = 'many' WHERE ZPAGES = 301",
            check: "values",
            place: "Book.pages",
            count: 1
        ),
        Damage(
            name: "a date in words",
            sql: "UPDATE ZBOOK SET ZPUBLISHED = 'soon'",
            check: "values",
            place: "Comic.published",
            count: 1
        ),
        Damage(
            name: "a short UUID",
            sql: "UPDATE ZBOOK SET ZNUMBER = x'0102' WHERE ZPAGES = 412",
            check: "values",
            place: "Book.number",
            count: 1
        ),
        Damage(
            name: "an array that is no archive",
            sql: "UPDATE ZBOOK SET ZRATINGS = x'5B5D' WHERE ZPAGES = 412",
            check: "values",
            place: "Book.ratings",
            count: 1
        ),
        Damage(
            name: "a member of a composite",
            sql: "UPDATE ZSHELF SET ZLATITUDE = 'north' WHERE ZNAME = 'Hall'",
            check: "values",
            place: "Shelf.place.latitude",
            count: 1
        ),
        Damage(
            name: "an unknown tag of a large value",
            sql: "UPDATE ZBOOK SET ZCOVER = x'0909' WHERE ZPAGES = 48",
            check: "values",
            place: "Comic.cover",
            count: 1
        ),
        Damage(
            name: "no value where there must be one",
            sql: "UPDATE ZBOOK SET ZTITLE = NULL",
            check: "values",
            place: "Book.title",
            count: 2,
            part: "missing"
        ),
        Damage(
            name: "no value where there is a default",
            sql: "UPDATE ZBOOK SET ZISREAD = NULL WHERE ZPAGES = 412",
            check: "values",
            place: "Book.isRead",
            count: 1,
            part: "missing",
            repaired: ("SELECT ZISREAD, Z_OPT FROM ZBOOK WHERE ZPAGES = 412", "0|2")
        ),
        Damage(
            name: "equal values that must be unique",
            sql: """
                DROP INDEX Z_Shelf_UNIQUE_name;
                UPDATE ZSHELF SET ZNAME = 'Hall';
                """,
            check: "uniqueness",
            place: "Shelf",
            count: 1
        ),
    ]

    static let structure: [Damage] = [
        Damage(
            name: "a table is missing",
            sql: "DROP TABLE ZCLUB",
            check: "structure",
            part: "The table ZCLUB is missing"
        ),
        Damage(
            name: "a column is missing",
            sql: "ALTER TABLE ZSHELF DROP COLUMN ZTOWN",
            check: "structure",
            part: "no column ZTOWN"
        ),
        Damage(
            name: "a unique index is missing",
            sql: "DROP INDEX Z_Shelf_UNIQUE_name",
            check: "indices",
            part: "unique index Z_Shelf_UNIQUE_name",
            repaired: (
                "SELECT sql FROM sqlite_master WHERE name = 'Z_Shelf_UNIQUE_name'",
                "CREATE UNIQUE INDEX Z_Shelf_UNIQUE_name ON ZSHELF (ZNAME COLLATE BINARY ASC)"
            )
        ),
        Damage(
            name: "an index lacks rows",
            sql: """
                CREATE TEMP TABLE kept AS SELECT * FROM sqlite_master WHERE name = 'Z_Book_SwiftDataIndexOnBinarytitle';
                PRAGMA writable_schema = ON;
                DELETE FROM sqlite_master WHERE name = 'Z_Book_SwiftDataIndexOnBinarytitle';
                PRAGMA writable_schema = RESET;
                UPDATE ZBOOK SET ZTITLE = 'other' WHERE ZPAGES = 301;
                PRAGMA writable_schema = ON;
                INSERT INTO sqlite_master SELECT * FROM kept;
                """,
            check: "integrity",
            part: "index",
            repaired: ("PRAGMA integrity_check", "ok")
        ),
        Damage(
            name: "two models in the cache",
            sql: "INSERT INTO Z_MODELCACHE SELECT Z_CONTENT FROM Z_MODELCACHE",
            check: "metadata",
            part: "Z_MODELCACHE has 2 rows"
        ),
        Damage(
            name: "no model in the cache",
            sql: "DELETE FROM Z_MODELCACHE",
            check: "metadata",
            part: "no model cache"
        ),
        Damage(
            name: "a model cache that is none",
            sql: "UPDATE Z_MODELCACHE SET Z_CONTENT = x'00112233'",
            check: "metadata",
            part: "model cache cannot be used"
        ),
    ]

    static let history: [Damage] = [
        Damage(
            name: "a change of an unknown entity",
            sql: "UPDATE ACHANGE SET ZENTITY = 77 WHERE Z_PK = 1",
            check: "history",
            count: 1,
            part: "does not have",
            repaired: ("SELECT count(*) FROM ACHANGE WHERE ZENTITY = 77", "0")
        ),
        Damage(
            name: "a change of no transaction",
            sql: "UPDATE ACHANGE SET ZTRANSACTIONID = 55 WHERE Z_PK = 2",
            check: "history",
            count: 1,
            part: "no transaction",
            repaired: ("SELECT count(*) FROM ACHANGE", "8")
        ),
        Damage(
            name: "a change of an unknown kind",
            sql: "UPDATE ACHANGE SET ZCHANGETYPE = 9 WHERE Z_PK IN (3, 4)",
            check: "history",
            count: 2,
            part: "neither insertions",
            repaired: ("SELECT count(*) FROM ACHANGE", "7")
        ),
        Damage(
            name: "an author that is not there",
            sql: "UPDATE ATRANSACTION SET ZAUTHORTS = 4711 WHERE Z_PK = 1",
            check: "history",
            count: 1,
            part: "ZAUTHORTS",
            repaired: ("SELECT ZAUTHORTS IS NULL FROM ATRANSACTION WHERE Z_PK = 1", "1")
        ),
    ]

    static let all = references + counters + values + structure + history
}
