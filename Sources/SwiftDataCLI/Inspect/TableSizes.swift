import SwiftDataSQL
import SwiftDataSQLite

/// The size in bytes of each table and each index of a file.
struct TableSizes: Sendable {
    /// The sizes by the name of a table or an index.
    private let sizes: [String: Int64]
    /// True if SQLite counted the pages; false if they were estimated from the values.
    let isExact: Bool

    init(_ runner: SQLRunner, tables: some Sequence<String>) throws {
        if let counted = try? Self.counted(runner) {
            (sizes, isExact) = (counted, true)
        } else {
            (sizes, isExact) = (try Self.estimated(runner, tables), false)
        }
    }

    subscript(name: String) -> Int64 { sizes[name] ?? 0 }

    private static func counted(_ runner: SQLRunner) throws -> [String: Int64] {
        var sizes: [String: Int64] = [:]
        try runner.query("SELECT name, sum(pgsize) FROM dbstat GROUP BY name") { sizes[$0.text(0)] = $0.integer(1) }
        return sizes
    }

    /// The lengths of the values, a few bytes for each row and value, and at least a page.
    static func estimated(_ runner: SQLRunner, _ tables: some Sequence<String>) throws -> [String: Int64] {
        let pageSize = try runner.integer("PRAGMA page_size") ?? 4096
        var sizes: [String: Int64] = [:]
        for table in tables {
            let columns = try runner.columnNames(of: table)
            guard !columns.isEmpty else { continue }
            let lengths = columns.map { "coalesce(length(CAST(\(SQLIdentifier.quoted($0)) AS BLOB)), 0) + 1" }
            let sum = lengths.joined(separator: " + ")
            let bytes = try runner.integer("SELECT sum(\(sum) + 6) FROM \(SQLIdentifier.quoted(table))") ?? 0
            sizes[table] = max(1, (bytes + pageSize - 1) / pageSize) * pageSize
        }
        return sizes
    }
}
