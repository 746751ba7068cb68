import Foundation
import GRDBSQLite

/// A store read with SQLite's own calls, through the file system that has no faults.
final class RawStore {
    struct Failure: Error, CustomStringConvertible { let description: String }

    struct Row {
        let values: [Data?]
        let integers: [Int]
        subscript(_ column: Int) -> String { values[column].map { String(decoding: $0, as: UTF8.self) } ?? "NULL" }
    }

    let path: String
    private var database: OpaquePointer?

    init(_ path: String) throws {
        self.path = path
        let code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, "unix")
        guard code == SQLITE_OK else {
            sqlite3_close_v2(database)
            throw Failure(description: "the file cannot be opened: SQLite error \(code)")
        }
        sqlite3_busy_timeout(database, 2_000)
    }

    deinit { sqlite3_close_v2(database) }

    func rows(_ sql: String) throws -> [Row] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw failure(sql) }
            let columns = 0..<sqlite3_column_count(statement)
            let integers = columns.map { Int(sqlite3_column_int64(statement, $0)) }
            let values = columns.map { column -> Data? in
                guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
                guard let bytes = sqlite3_column_blob(statement, column) else { return Data() }
                return Data(bytes: bytes, count: Int(sqlite3_column_bytes(statement, column)))
            }
            rows.append(Row(values: values, integers: integers))
        }
    }

    func strings(_ sql: String) throws -> [String] { try rows(sql).map { $0[0] } }
    func integer(_ sql: String) throws -> Int { try rows(sql).first?.integers[0] ?? 0 }

    private func failure(_ sql: String) -> Failure {
        Failure(description: "\(String(cString: sqlite3_errmsg(database))): \(sql)")
    }

    // MARK: Files of large values

    private var folders: [String] {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        let (name, stem) = (url.lastPathComponent, url.deletingPathExtension().lastPathComponent)
        return ["\(folder)/.\(stem)_SUPPORT/_EXTERNAL_DATA", "\(folder)/.\(name)_FILES"]
    }

    /// The name of the file that a column names.
    static func fileName(_ value: Data?) -> String? {
        guard let value, value.count == 38, value.first == 2, value.last == 0 else { return nil }
        return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
    }

    /// The value of a column for large values.
    func content(_ value: Data?) throws -> Data? {
        guard let value, !value.isEmpty else { return nil }
        if value.first == 1 { return Data(value.dropFirst()) }
        guard let name = Self.fileName(value) else { throw Failure(description: "a column has no tag") }
        for folder in folders {
            if let data = FileManager.default.contents(atPath: "\(folder)/\(name)") { return data }
        }
        throw Failure(description: "a row names a file that is not there")
    }

    /// The names of all files.
    var files: Set<String> {
        Set(folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] })
    }
}
