import Foundation
import TestSupport
import Testing

struct SQLTests {
    private func csv(_ library: FilledLibrary, _ statement: String) async -> [String] {
        let result = await tool("sql", library.path, statement, "--csv")
        #expect(result.status == 0, "\(statement): \(result.messages)")
        return result.output.components(separatedBy: "\r\n").dropLast()
    }

    @Test func entitiesAreTablesAndPropertiesColumns() async throws {
        let library = try FilledLibrary()
        for (statement, rows) in [
            (
                "select title from Book where pages > 300 order by pages",
                ["title", "\"Dünen, Band 2\"", "\"Dünen, Band 1\""]
            ),
            ("select count(*) as n, entity from Book group by 2 order by 2", ["n,entity", "2,Book", "1,Comic"]),
            ("select artist, pages from Comic", ["artist,pages", "Ōé 😀,48"]),
            (
                "select s.name, count(*) from Book b join Shelf s on b.shelf = s.row group by 1 order by 1",
                ["name,count(*)", "Attic,1", "Hall,2"]
            ),
            (
                "select b.pages from Book b join Book_tags j on j.owner = b.row join Tag t on t.row = j.member "
                    + "where t.word = 'sea' order by 1", ["pages", "48", "412"]
            ),
            ("select place_town from Shelf where place_latitude > 55.5", ["place_town", "Lund"]),
            ("select published from Book where pages = 301", ["published", "2001-01-01T00:00:00.000Z"]),
            ("select pages from Book where published > '2023-01-01'", ["pages", "412"]),
            ("select number from Book where pages = 412", ["number", "8E2C3D5A-0B7F-4C11-9E55-0123456789AB"]),
            (
                "select pages from Book where exists (select 1 from json_each(ratings) where value = 5)",
                ["pages", "412"]
            ),
            ("select ratings from Book where pages = 412", ["ratings", "\"[5,3]\""]),
            ("select isRead, weight from Book where pages = 301", ["isRead,weight", "0,"]),
            ("select Z_PK = row from Book limit 1", ["Z_PK = row", "1"]),
            ("select count(*) from ZBOOK;", ["count(*)", "3"]), ("select '' as a, null as b", ["a,b", "\"\","]),
            (
                "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3) select sum(i) from n",
                ["sum(i)", "6"]
            ),
        ] {
            #expect(await csv(library, statement) == rows, "\(statement)")
        }
        let json = await tool("sql", library.path, "select pages, weight from Book where pages > 400", "--json")
        let found = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
        #expect(found?.count == 1 && found?[0]["pages"] as? Int == 412 && found?[0]["weight"] as? Double == 0.1)
        let table = await tool("sql", library.path, "select title, pages from Book order by pages")
        #expect(table.output.split(separator: "\n").count == 5)
        #expect(await tool("sql", library.path, "select 1 from Book where pages < 0").output == "No rows.\n")
        let names = await tool("sql", library.path)
        #expect(names.output.contains(/\nBook_tags +owner, member\n/), "\(names.output)")
    }

    @Test(arguments: [
        "delete from ZBOOK", "delete from Book", "update ZBOOK set ZPAGES = 1", "insert into ZTAG default values",
        "create table t(a)", "create temp table t(a)", "drop table ZBOOK", "attach '/tmp/x.db' as x", "detach main",
        "pragma journal_mode = delete", "pragma writable_schema = 1", "pragma query_only = 0", "vacuum", "reindex",
        "begin", "select 1; delete from ZBOOK", "select 1; select 2", "analyze", "vacuum into '/tmp/copy.db'",
        "select load_extension('x')", "", "  ", "selec 1", "select titel from Book", "select * from Nothing",
    ])
    func whatIsNoReadingIsRefused(statement: String) async throws {
        let library = try FilledLibrary()
        let before = try FolderContents(library.folder.url)
        let result = await tool("sql", library.path, statement)
        #expect(result.status == 64, "\(result.messages)")
        #expect(result.output.isEmpty && result.messages.hasPrefix("Error: The statement is not understood: "))
        #expect(try FolderContents(library.folder.url) == before)
    }

    @Test func aLogIsReadWithoutATrace() async throws {
        let library = try FilledLibrary()
        try library.keepingLog("UPDATE ZBOOK SET ZPAGES = 500 WHERE ZPAGES = 412")
        let before = try FolderContents(library.folder.url)
        #expect(await csv(library, "select max(pages) from Book") == ["max(pages)", "500"])
        #expect(try FolderContents(library.folder.url) == before)
    }

    /// Names that SQL would read otherwise, or that clash.
    @Test(
        .enabled(if: AppleStore.canBeMade, "needs sqlite3 and python3"),
        arguments: SampleStore.names
    )
    func everyEntityOfApplesStoresCanBeAsked(name: String) async throws {
        let sample = try SampleStore(name)
        defer { sample.remove() }
        let listed = await tool("sql", sample.file.path, "--json")
        let tables = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]]
        for table in try #require(tables).compactMap({ $0["Table"] as? String }) {
            let result = await tool("sql", sample.file.path, "select * from \"\(table)\" limit 3")
            #expect(result.status == 0, "\(table): \(result.messages)")
        }
    }

    @Test func aPlanIsShown() async throws {
        let library = try FilledLibrary()
        let scan = await tool("explain", library.path, "select title from Book where pages > ? order by title")
        #expect(scan.status == 0, "\(scan.messages)")
        #expect(scan.output == "SEARCH t USING INDEX ZBOOK_Z_ENT_INDEX (Z_ENT=?)\nUSE TEMP B-TREE FOR ORDER BY\n")
        let search = await tool("explain", library.path, "SELECT ZTITLE FROM ZBOOK WHERE Z_PK = ?", "--json")
        let steps = try JSONSerialization.jsonObject(with: Data(search.output.utf8)) as? [[String: Any]]
        #expect(steps?.count == 1)
        #expect((steps?[0]["step"] as? String)?.contains("SEARCH ZBOOK USING INTEGER PRIMARY KEY") == true)
        for statement in ["delete from ZBOOK", "nonsense", "select 1; delete from ZBOOK"] {
            let result = await tool("explain", library.path, statement)
            #expect(result.status == 64, "\(statement)")
            #expect(result.output.isEmpty)
        }
    }
}
