import Foundation
import SwiftDataCore
import SwiftDataSQLite

/// Looks into the file of a store besides its container.
struct StoreWitness {
    private let path: String

    init(_ file: URL) { path = file.path }

    /// SQLite must find nothing wrong with the file.
    func check() throws {
        let problems = try reading { try $0.strings("PRAGMA integrity_check") }.filter { $0 != "ok" }
        guard problems.isEmpty else {
            throw StoreError(.corruptRow, "The file is damaged: \(problems.joined(separator: "; ")).")
        }
    }

    /// Reads the parts of the file that every migration would change: its metadata, its model cache, its history and
    /// the number of its rows.
    func state() throws -> [String] {
        let counts = try rowCounts().map { "\($0.key) \($0.value)" }.sorted()
        return try reading { runner in
            try runner.strings("SELECT hex(Z_PLIST) FROM Z_METADATA")
                + runner.strings("SELECT hex(Z_CONTENT) FROM Z_MODELCACHE")
                + runner.strings("SELECT CAST(coalesce(max(Z_PK), 0) AS TEXT) FROM ATRANSACTION") + counts
        }
    }

    /// The number of rows of each entity that has any.
    func rowCounts() throws -> [String: Int] {
        try reading { runner in
            var names: [Int64: String] = [:]
            try runner.query("SELECT Z_ENT, Z_NAME FROM Z_PRIMARYKEY") { names[$0.integer(0)] = $0.text(1) }
            let tables = try runner.strings(
                "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c "
                    + "WHERE m.type = 'table' AND m.name LIKE 'Z%' AND c.name = 'Z_OPT'"
            )
            var counts: [String: Int] = [:]
            for table in tables {
                let sql = "SELECT Z_ENT, count(*) FROM \(Self.quoted(table)) GROUP BY Z_ENT"
                try runner.query(sql) { row in
                    counts[names[row.integer(0)] ?? table, default: 0] += Int(row.integer(1))
                }
            }
            return counts
        }
    }

    /// The entities that a schema has otherwise than the store.
    func differences(from schema: Schema) throws -> [String] {
        try StoredModel.differences(of: URL(fileURLWithPath: path), from: schema)
    }

    /// Makes a file whole and, as far as possible, the same each time.
    func normalize(name: String) throws {
        let digest = SecureHash.sha256(Data(name.utf8))
        let identifier = digest.prefix(16).withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
        let connection = try StoreConnection.file(path)
        defer { try? connection.close() }
        try connection.writeWithoutTransaction { runner in
            try runner.run("UPDATE Z_METADATA SET Z_UUID = ?") { $0.text(identifier.uuidString) }
            try runner.run("UPDATE ATRANSACTION SET ZTIMESTAMP = Z_PK")
            let column = try runner.strings("SELECT name FROM pragma_table_info('ATRANSACTION')")
            if column.contains("ZPROCESSIDTS") {
                try runner.run(
                    "UPDATE ATRANSACTIONSTRING SET ZNAME = 'fixture' "
                        + "WHERE Z_PK IN (SELECT ZPROCESSIDTS FROM ATRANSACTION)"
                )
            }
            try runner.run("VACUUM")
            try runner.run("PRAGMA wal_checkpoint(TRUNCATE)")
            try runner.run("PRAGMA journal_mode = DELETE")
        }
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }

    private func reading<Result>(_ body: (SQLRunner) throws -> Result) throws -> Result {
        let connection = try StoreConnection.readOnlyFile(path)
        defer { try? connection.close() }
        return try connection.read(body)
    }
}
