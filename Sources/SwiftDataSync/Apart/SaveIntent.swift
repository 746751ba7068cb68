import Foundation
import SwiftDataCore

/// A save to a store whose tables of sync are in a file of their own: all that the tables are to have once the rows are saved.
///
/// It is in the file before the rows are in the store, and is taken out with the statements that it names. So a save
/// that was interrupted is found, and the history of the store shows if it took place.
struct SaveIntent {
    /// A new row.
    struct Insertion {
        let entity: String
        /// The hash of its values, by which it is found in the history.
        let digest: Data
    }

    /// The last position in the history before the save; nil for its beginning.
    let before: Data?
    /// The number that stands for the position after the save.
    let number: Int64
    let insertions: [Insertion]

    /// The maximum number of values of a statement.
    private static let valueCount = 8
    private static let valueNames = (0..<valueCount).map { "v\($0)" }.joined(separator: ", ")
    private static let pageSize: Int64 = 500

    static func create(_ tables: any SideTables) throws {
        try tables.run("CREATE TABLE IF NOT EXISTS OSD_SyncIntent (before BLOB, number INTEGER NOT NULL)")
        try tables.run(
            "CREATE TABLE IF NOT EXISTS OSD_SyncInsertion (key INTEGER PRIMARY KEY, entity TEXT NOT NULL, digest BLOB NOT NULL)"
        )
        try tables.run(
            "CREATE TABLE IF NOT EXISTS OSD_SyncStatement (key INTEGER PRIMARY KEY, sql TEXT NOT NULL, count INTEGER NOT NULL, "
                + "\(valueNames))"
        )
    }

    init(before: Data?, number: Int64, insertions: [Insertion]) {
        (self.before, self.number, self.insertions) = (before, number, insertions)
    }

    /// Reads the intent that is left; nil where there is none.
    init?(_ tables: any SideTables) throws {
        guard let row = try tables.rows("SELECT before, number FROM OSD_SyncIntent").first else { return nil }
        guard let number = row[1].integer else { throw SyncTables.damaged }
        before = row[0].bytes.map { Data($0) }
        self.number = number
        insertions = try tables.rows("SELECT entity, digest FROM OSD_SyncInsertion ORDER BY key").map { row in
            guard let entity = row[0].text, let digest = row[1].bytes else { throw SyncTables.damaged }
            return Insertion(entity: entity, digest: Data(digest))
        }
    }

    func write(_ statements: [RecordedStatements.Statement], to tables: any SideTables) throws {
        try tables.run(
            "INSERT INTO OSD_SyncIntent (before, number) VALUES (?, ?)",
            [before.map { .data($0) } ?? .null, .integer(number)]
        )
        try tables.run(
            "INSERT INTO OSD_SyncInsertion (entity, digest) VALUES (?, ?)",
            each: insertions.map { [.string($0.entity), .data($0.digest)] }
        )
        let places = Array(repeating: "?", count: Self.valueCount + 2).joined(separator: ", ")
        try tables.run(
            "INSERT INTO OSD_SyncStatement (sql, count, \(Self.valueNames)) VALUES (\(places))",
            each: statements.map { statement in
                guard statement.values.count <= Self.valueCount else { throw SyncTables.damaged }
                let rest = Array(repeating: StoredValue.null, count: Self.valueCount - statement.values.count)
                return [.string(statement.sql), .integer(Int64(statement.values.count))] + statement.values + rest
            }
        )
    }

    /// Runs the statements that the intent has.
    static func runStatements(_ tables: any SideTables) throws {
        var last: Int64 = 0
        while true {
            let page = try tables.rows(
                "SELECT key, sql, count, \(valueNames) FROM OSD_SyncStatement WHERE key > ? ORDER BY key LIMIT ?",
                [.integer(last), .integer(pageSize)]
            )
            for row in page {
                guard let key = row[0].integer, let sql = row[1].text, let count = row[2].integer,
                    (0...Int64(valueCount)).contains(count)
                else { throw SyncTables.damaged }
                last = key
                try tables.run(sql, Array(row[3..<(3 + Int(count))]))
            }
            if page.count < Int(pageSize) { return }
        }
    }

    /// Marks the intent as one of a save that the history will never contain.
    static func refuse(_ tables: any SideTables) throws { try tables.run("UPDATE OSD_SyncIntent SET number = -1") }

    var isRefused: Bool { number < 0 }

    static func remove(_ tables: any SideTables) throws {
        for name in ["Intent", "Insertion", "Statement"] { try tables.run("DELETE FROM OSD_Sync\(name)") }
    }
}

/// The stand-ins for the identifiers of new rows until the store has given them theirs.
enum ProvisionalIdentifier {
    /// - Parameter place: The place of the row among the new rows of the save.
    static func of(_ place: Int, store: String, entity: String) -> PersistentIdentifier {
        // No store has a key with this character.
        PersistentIdentifier(space: .named(store: store, entity: entity), key: .custom(CustomKey("\u{0}\(place)")))
    }
}
