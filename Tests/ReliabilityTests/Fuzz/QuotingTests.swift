import Foundation
import SwiftDataCLI
import SwiftDataSQL
import SwiftDataSQLite
import TestSupport
import Testing

/// Signs that are doubled inside of quotes, also where a combining mark makes another character of them.
struct QuotingTests {
    private static let mark = "\u{301}"

    @Test func aQuoteWithACombiningMarkIsDoubled() {
        let scalars = Array(SQLIdentifier.quoted("a\"\(Self.mark)b").unicodeScalars)
        #expect(scalars == ["\"", "a", "\"", "\"", "\u{301}", "b", "\""])
        let literal = Array(SQLIdentifier.literal("'\(Self.mark)").unicodeScalars)
        #expect(literal == ["'", "'", "'", "\u{301}", "'"])
    }

    /// SQLite reads the name as it was.
    @Test(arguments: ["a\"\u{301}; DROP TABLE kept; --", "\"\u{301}", "\"\"\u{301}\"", "é\""])
    func sqliteReadsTheNameAsItWas(_ name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("quoting.sqlite")
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let connection = try StoreConnection.singleFile(path)
        let names = try connection.writeWithoutTransaction { runner in
            try runner.run("CREATE TABLE kept (\(SQLIdentifier.quoted(name)) TEXT)")
            return try runner.strings("SELECT name FROM pragma_table_info('kept')")
                + runner.strings("SELECT \(SQLIdentifier.literal(name))")
        }
        try connection.close()
        #expect(names.map { Array($0.unicodeScalars) } == [Array(name.unicodeScalars), Array(name.unicodeScalars)])
    }

    @Test(arguments: ["a", "", "\"", "\"\u{301}", "a\"\"\u{301}b", "'\u{301}"])
    func whatWasEnclosedIsReadAgain(_ text: String) throws {
        let again = try #require(text.enclosed(in: "\"").unenclosed(from: "\""))
        #expect(Array(again.unicodeScalars) == Array(text.unicodeScalars))
    }

    /// It was read as the beginning of another record.
    @Test(arguments: ["\"a\"b", "t\r\n\"a\"b\r\n", "\"a\" ,b", "\"\"\u{301}"])
    func textBehindAQuoteOfCSVIsRefused(_ text: String) {
        #expect(CSV.records(text) == nil)
    }

    @Test func aCellOfCSVWithACombiningMarkIsReadAgain() throws {
        let text = "a\"\(Self.mark)\",b"
        let line = CSV.line([text, "c"])
        #expect(Array(line.utf8) == Array("\"a\"\"\u{301}\"\",b\",c\r\n".utf8))
        let cell = try #require(CSV.records(line)?.first?.first ?? nil)
        #expect(Array(cell.unicodeScalars) == Array(text.unicodeScalars))
    }
}
