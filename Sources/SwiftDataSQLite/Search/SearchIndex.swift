import Foundation
import GRDB
import SwiftDataCore
import SwiftDataSQL

/// The index of the texts in one table of a store.
///
/// FTS5 has the words with a space between them, in the form of ``SearchTokens``. Its tokenizer `ascii` takes everything
/// above U+007F for letters and changes nothing of words that are folded (https://sqlite.org/fts5.html).
///
/// Its errors are ``SearchIndexFailure``, apart from the errors of the store whose rows it indexes.
struct SearchIndex {
    let database: Database
    /// The table of the store.
    let table: String
    /// The columns of the texts.
    let columns: [String]
    /// The model of the store, with the numbers of its entities. An index for another one is made again.
    let shape: String

    private var texts: String { SQLIdentifier.quoted("text_" + table) }
    private var rows: String { SQLIdentifier.quoted("rows_" + table) }

    /// The part of the store that the index has.
    struct State: Equatable {
        let store: String
        /// The number of the last transaction of the history.
        let transaction: Int64
        /// The time of that transaction; nil where it was deleted.
        let time: Double?
    }

    /// The state of the index; nil where it has to be made.
    func state() throws -> State? {
        try using {
            guard try database.tableExists("state") else { return nil }
            let row = try Row.fetchOne(
                database,
                sql: "SELECT store, number, time FROM state WHERE name = ? AND columns = ? AND version = ?",
                arguments: [table, shape, SearchFile.version]
            )
            return row.map { State(store: $0[0], transaction: $0[1], time: $0[2]) }
        }
    }

    /// Makes an empty index.
    func make() throws {
        try using {
            try database.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS state (
                        name TEXT PRIMARY KEY, columns TEXT, version INTEGER, store TEXT, number INTEGER, time REAL);
                    DELETE FROM state WHERE name = \(SQLIdentifier.literal(table));
                    DROP TABLE IF EXISTS \(texts);
                    DROP TABLE IF EXISTS \(rows);
                    CREATE VIRTUAL TABLE \(texts) USING fts5 (
                        \(columns.indices.map { "c\($0)" }.joined(separator: ", ")), tokenize = 'ascii');
                    CREATE TABLE \(rows) (key INTEGER PRIMARY KEY, lock INTEGER, entity INTEGER);
                    """
            )
        }
    }

    func set(_ state: State) throws {
        try using {
            try database.execute(
                sql:
                    "INSERT OR REPLACE INTO state (name, columns, version, store, number, time) VALUES (?, ?, ?, ?, ?, ?)",
                arguments: [table, shape, SearchFile.version, state.store, state.transaction, state.time]
            )
        }
    }

    /// The counters of all rows.
    func locks() throws -> [Int64: Int64] {
        try using {
            var locks: [Int64: Int64] = [:]
            let cursor = try Row.fetchCursor(database, sql: "SELECT key, lock FROM \(rows)")
            while let row = try cursor.next() { locks[row[0]] = row[1] }
            return locks
        }
    }

    /// Puts a row in, or takes its new texts in.
    /// - Parameter isNew: True if the index has no such row.
    func put(_ key: Int64, lock: Int64, entity: Int64, texts values: [String?], isNew: Bool = false) throws {
        if !isNew { try remove(key) }
        let places = columns.indices.map { ", c\($0)" }.joined()
        let marks = String(repeating: ", ?", count: columns.count)
        let words = values.map { $0.map { SearchTokens.joined($0) } ?? "" }
        try using {
            try database.cachedStatement(sql: "INSERT INTO \(texts) (rowid\(places)) VALUES (?\(marks))")
                .execute(arguments: StatementArguments([key] as [any DatabaseValueConvertible] + words))
            try database.cachedStatement(sql: "INSERT INTO \(rows) (key, lock, entity) VALUES (?, ?, ?)")
                .execute(arguments: [key, lock, entity])
        }
    }

    /// Takes a row out.
    func remove(_ key: Int64) throws {
        try using {
            try database.cachedStatement(sql: "DELETE FROM \(rows) WHERE key = ?").execute(arguments: [key])
            if database.changesCount > 0 {
                try database.cachedStatement(sql: "DELETE FROM \(texts) WHERE rowid = ?").execute(arguments: [key])
            }
        }
    }

    /// The rows of some entities that have all phrases in some columns, the best first.
    func matches(
        _ phrases: [SearchQuery.Phrase],
        in places: [Int],
        entities: [Int64],
        limit: Int,
        offset: Int
    ) throws -> [(key: Int64, entity: Int64, score: Double)] {
        let numbers = entities.map(String.init).joined(separator: ", ")
        return try using {
            let cursor = try Row.fetchCursor(
                database,
                sql: """
                    SELECT r.key, r.entity, bm25(\(texts)) FROM \(texts) JOIN \(rows) r ON r.key = \(texts).rowid
                    WHERE \(texts) MATCH ? AND r.entity IN (\(numbers)) ORDER BY 3, 1 LIMIT ? OFFSET ?
                    """,
                arguments: [expression(phrases, in: places), limit, offset]
            )
            var found: [(key: Int64, entity: Int64, score: Double)] = []
            while let row = try cursor.next() { found.append((row[0], row[1], -(row[2] as Double))) }
            return found
        }
    }

    /// The keys of the rows that have all phrases in some columns, of whatever entity; nil where there are more than a
    /// number.
    func keys(_ phrases: [SearchQuery.Phrase], in places: [Int], limit: Int) throws -> [Int64]? {
        try using {
            let keys = try Int64.fetchAll(
                database,
                sql: "SELECT rowid FROM \(texts) WHERE \(texts) MATCH ? LIMIT ?",
                arguments: [expression(phrases, in: places), limit + 1]
            )
            return keys.count > limit ? nil : keys
        }
    }

    /// The search in the language of FTS5.
    private func expression(_ phrases: [SearchQuery.Phrase], in places: [Int]) -> String {
        let wanted = phrases.map { phrase in
            // Words have no quotation marks.
            "\"\(phrase.words.joined(separator: " "))\"" + (phrase.isPrefix ? " *" : "")
        }
        let filter = places.count == columns.count ? "" : "{\(places.map { "c\($0)" }.joined(separator: " "))} : "
        return filter + "(" + wanted.joined(separator: " AND ") + ")"
    }

    private func using<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw SearchIndexFailure(error: error)
        }
    }
}

/// An error of the database with an index, which is none of the store's.
struct SearchIndexFailure: Error {
    let error: DatabaseError
}
