import SwiftData
import SwiftDataTesting
import TestSupport
import Testing

/// The SQL of a save, statement by statement, without those that begin and end the transaction.
@Suite struct SaveSQLTests {
    /// Numbers for the entries of a save in the history, and for its transaction.
    private static let numbers =
        "UPDATE Z_PRIMARYKEY SET Z_MAX = CASE Z_ENT WHEN 16001 THEN ? + max(coalesce(…), coalesce(…)) "
        + "ELSE 1 + max(coalesce(…), coalesce(…)) END WHERE Z_ENT IN (16001, 16002) RETURNING Z_ENT, Z_MAX, "
    private static let transaction =
        "INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS) "
        + "VALUES (?, 16002, ?, (…), (…), (…)) RETURNING Z_PK, ZAUTHORTS, ZBUNDLEIDTS, ZPROCESSIDTS"
    private static let columns = "Z_ENT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
    private static let change = "INSERT INTO ACHANGE (Z_PK, \(columns)) VALUES (?, 16001, ?, ?, ?, ?, ?)"
    /// The expression for the last number if nothing in the file keeps SQLite from numbering the rows of a table.
    private static let last = "CASE WHEN (NOT EXISTS (…) AND EXISTS (…)) THEN coalesce((…), 0) END"

    private let store: TemporaryFolder

    init() throws { store = try TemporaryFolder() }

    /// A context that has saved and fetched: the first save makes the tables of the history, and what comes next reads
    /// what they are.
    private func context(_ models: any PersistentModel...) throws -> ModelContext {
        let context = ModelContext(try store.container(for: Author.self))
        for model in models { context.insert(model) }
        context.insert(Author(name: "first"))
        try context.save()
        _ = try context.fetchCount(FetchDescriptor<Author>())
        return context
    }

    /// Returns the statements that a save runs. Spaces are one, and parentheses within parentheses are left out.
    private func saved(_ context: ModelContext) throws -> [String] {
        try StatementRecorder(context.container).statements { try context.save() }.map(Self.shortened)
    }

    private static func shortened(_ statement: String) -> String {
        var (text, depth, isQuoted) = ("", 0, false)
        for character in statement.split(whereSeparator: \.isWhitespace).joined(separator: " ") {
            if character == "'" { isQuoted.toggle() }
            let change = isQuoted ? 0 : character == "(" ? 1 : character == ")" ? -1 : 0
            depth += change
            if change == 1, depth == 2 {
                text += "(…"
            } else if depth < 2 {
                text.append(character)
            }
        }
        return text
    }

    @Test func aNewRow() throws {
        let context = try context()
        context.insert(Author(name: "new"))
        #expect(
            try saved(context) == [
                "SELECT max(coalesce(…), coalesce(…)), NULL FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
                "INSERT INTO ZAUTHOR (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBORN) VALUES (?, 1, 1, ?, ?)",
                Self.numbers + "NULL", Self.transaction, Self.change,
            ]
        )
    }

    /// As many statements as one row takes: the rows are read from memory, and their entries from the table.
    @Test func aHundredNewRows() throws {
        let context = try context()
        for number in 0..<100 { context.insert(Author(name: "\(number)")) }
        #expect(
            try saved(context) == [
                "SELECT max(coalesce(…), coalesce(…)), \(Self.last) FROM Z_PRIMARYKEY WHERE Z_ENT = ?",
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?",
                "INSERT INTO ZAUTHOR (Z_ENT, Z_OPT, ZNAME, ZBORN) SELECT 1, 1, c1, c2 FROM openswiftdata_rows(?)",
                Self.numbers + Self.last, Self.transaction,
                "INSERT INTO ACHANGE (\(Self.columns)) SELECT 16001, ?3, ?4, key, ?5, NULL FROM "
                    + "(SELECT Z_PK AS key FROM ZAUTHOR WHERE Z_PK BETWEEN ?1 AND ?6 ORDER BY Z_PK)",
            ]
        )
    }

    /// The column that was changed, and the counter by which other contexts and processes notice it.
    @Test func aChangedRow() throws {
        let author = Author(name: "A")
        let context = try context(author)
        author.name = "B"
        #expect(
            try saved(context) == [
                "UPDATE ZAUTHOR SET ZNAME = ?, Z_OPT = Z_OPT + 1 WHERE Z_PK = ? AND Z_OPT = ?",
                Self.numbers + "NULL", Self.transaction, Self.change,
            ]
        )
    }

    @Test func aDeletedRow() throws {
        let author = Author(name: "A")
        let context = try context(author)
        context.delete(author)
        #expect(
            try saved(context) == [
                "DELETE FROM ZAUTHOR WHERE Z_PK IN (SELECT value FROM json_each(…)) RETURNING Z_PK",
                Self.numbers + "NULL", Self.transaction, Self.change,
            ]
        )
    }

    /// Both sides of a relationship between saved models tell of the row.
    @Test func aLinkOfAManyToMany() throws {
        let (book, tag) = (Book(title: "A"), Tag(name: "x"))
        let context = try context(book, tag)
        book.tags.append(tag)
        #expect(
            try saved(context) == [
                "UPDATE ZBOOK SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ? AND Z_OPT = ?",
                "UPDATE ZTAG SET Z_OPT = Z_OPT + 1 WHERE Z_PK = ? AND Z_OPT = ?",
                "INSERT OR IGNORE INTO Z_2TAGS (Z_2BOOKS, Z_3TAGS) VALUES (?, ?)",
                "INSERT OR IGNORE INTO Z_2TAGS (Z_3TAGS, Z_2BOOKS) VALUES (?, ?)",
                Self.numbers + "NULL", Self.transaction,
                "INSERT INTO ACHANGE (Z_PK, \(Self.columns)) SELECT c0, 16001, c1, c2, c3, ?2, c4 "
                    + "FROM openswiftdata_rows(?1)",
            ]
        )
    }
}
