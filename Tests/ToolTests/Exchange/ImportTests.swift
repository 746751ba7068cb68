import Foundation
import TestSupport
import Testing

struct ImportTests {
    private func file(_ text: String, _ library: FilledLibrary, _ name: String = "rows.jsonl") throws -> String {
        let file = library.folder.url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test func rowsAreAddedWithKeysAndHistory() async throws {
        let library = try FilledLibrary()
        let input = try file(
            """
            {"entity":"Shelf","id":"Shelf/p70","values":{"name":"Cellar","place":{"town":"Ulm","latitude":48.4,"notes":{"json":[]}}}}

            {"entity":"Book","id":"Book/p99","values":{"title":"New","pages":7,"ratings":{"json":[]},"shelf":"Shelf/p70","published":"2020-02-29"}}
            {"entity":"Tag","values":{"word":"fresh","books":["Book/p99"]}}
            """,
            library
        )
        let result = await tool("import", library.path, input, "--author", "me")
        #expect(result.status == 0)
        #expect(result.output == "3 rows imported.\n")
        let row =
            "SELECT b.Z_PK, b.Z_OPT, s.ZNAME, s.ZTOWN, b.ZPUBLISHED, b.ZISREAD, b.ZFORMAT FROM ZBOOK b JOIN ZSHELF s ON s.Z_PK = b.ZSHELF WHERE b.ZTITLE = 'New'"
        // 2020-02-29 in seconds since 2001, and the defaults of what was not named.
        #expect(try library.sqlite3(row) == "4|1|Cellar|Ulm|604627200|0|paperback")
        #expect(try library.sqlite3("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'") == "4")
        #expect(try library.sqlite3("SELECT count(*) FROM Z_1TAGS WHERE Z_1BOOKS = 4") == "1")
        let history = await tool("history", library.path, "--author", "me")
        #expect(history.output.contains("insert  Book/p4"))
        #expect(await tool("check", library.path).status == 0)
    }

    @Test func aRowWithAKnownUniqueValueChangesTheStoredOne() async throws {
        let library = try FilledLibrary()
        let input = try file(
            #"{"entity":"Shelf","values":{"name":"Attic","place":{"town":"Rome","latitude":1,"notes":{"json":[]}}}}"#,
            library
        )
        #expect(await tool("import", library.path, input).status == 0)
        #expect(try library.sqlite3("SELECT ZTOWN FROM ZSHELF WHERE ZNAME = 'Attic'") == "Rome")
        #expect(try library.sqlite3("SELECT count(*) FROM ZSHELF") == "2")
    }

    @Test(arguments: [
        ("{", "line 1: this is not a JSON object"), ("[1]", "not a JSON object"),
        (#"{"entity":"Book"}"#, "an entity and values are missing"),
        (#"{"entity":"Bok","values":{}}"#, "has no entity Bok"),
        (#"{"entity":"Book","values":{"title":"a","pages":"many"}}"#, "line 1: pages is a whole number"),
        (#"{"entity":"Book","values":{"title":"a"}}"#, "pages"),
        (#"{"entity":"Book","values":{"title":"a","pages":1,"colour":1}}"#, "Book has no property colour"),
        (#"{"entity":"Book","values":{"title":"a","pages":1,"published":"soon"}}"#, "published is a date"),
        (
            #"{"entity":"Book","values":{"title":"a","pages":1,"shelf":"Shelf/p5"}}"#,
            "leads to Shelf/p5, which is not in the files"
        ),
        (#"{"entity":"Book","values":{"title":"a","pages":1,"shelf":5}}"#, "shelf does not name a row"),
        (#"{"entity":"Book","values":{"title":"a","pages":1,"loan":"sold"}}"#, "loan has no case sold"),
        (#"{"entity":"Book","values":{"title":"a","pages":1,"cover":"%%"}}"#, "cover is Base64"),
        (
            "{\"entity\":\"Tag\",\"id\":\"Tag/p1\",\"values\":{\"word\":\"a\"}}\n{\"entity\":\"Tag\",\"id\":\"Tag/p1\",\"values\":{\"word\":\"b\"}}",
            "in the files twice"
        ),
        (#"{"entity":"Book","values":{"title":"a","pages":99999999999999999999}}"#, "pages"),
    ])
    func whatIsWrongIsSaidAndNothingIsWritten(text: String, message: String) async throws {
        let library = try FilledLibrary()
        let input = try file(text, library)
        let before = try library.sqlite3(
            "SELECT * FROM ZBOOK; SELECT * FROM ZTAG; SELECT * FROM Z_PRIMARYKEY; SELECT count(*) FROM ATRANSACTION"
        )
        let result = await tool("import", library.path, input)
        #expect(result.status == 1)
        #expect(result.messages.contains(message), "\(result.messages)")
        #expect(
            try library.sqlite3(
                "SELECT * FROM ZBOOK; SELECT * FROM ZTAG; SELECT * FROM Z_PRIMARYKEY; SELECT count(*) FROM ATRANSACTION"
            ) == before
        )
        // A store that was to be made is not left half made.
        let copy = library.folder.url.appending(path: "copy.store")
        #expect(await tool("import", copy.path, input, "--like", library.path).status == 1)
        #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    @Test func theStoreThatTheSchemaComesFromStaysAsItIs() async throws {
        let library = try FilledLibrary()
        let input = try file(#"{"entity":"Tag","values":{"word":"a"}}"#, library)
        let before = try FolderContents(library.folder.url)
        let copies = try TemporaryFolder()
        #expect(await tool("import", copies.file.path, input, "--like", library.path).status == 0)
        #expect(try FolderContents(library.folder.url) == before)
        #expect(
            try copies.sqlite3("SELECT count(*) FROM ZBOOK; SELECT count(*) FROM ZTAG; SELECT count(*) FROM ACHANGE")
                == "0\n1\n1"
        )
        // Another store than the one that it is like.
        let identifier = try copies.sqlite3("SELECT Z_UUID FROM Z_METADATA")
        #expect(identifier != (try library.sqlite3("SELECT Z_UUID FROM Z_METADATA")))
    }
}
